package dev.sluice.reader.internal.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Collections of foreign files that may lie beside the project's own tree; tests over them are skipped where they do not. */
final class SharedFiles {
    private SharedFiles() {}

    /** Files of a directory under {@code ../shared}, seen from the project's root. */
    static List<Path> list(String directory, String suffix) {
        Path root = root().resolve(directory);
        Assumptions.assumeTrue(
                Files.isDirectory(root), () -> "no foreign files at " + root + ": nothing to compare with");
        try (Stream<Path> files = Files.list(root)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        String configured = System.getProperty("sluice.shared");
        if (configured != null) {
            return Path.of(configured);
        }
        // Surefire runs in the module's directory.
        return Path.of("").toAbsolutePath().getParent().resolveSibling("shared");
    }
}

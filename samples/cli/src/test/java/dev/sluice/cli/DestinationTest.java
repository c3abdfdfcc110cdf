package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DestinationTest {
    @TempDir
    private Path directory;

    @Test
    void fileAppearsWhenItIsComplete() throws IOException {
        Path file = directory.resolve("rows.csv");
        Files.writeString(file, "older");
        try (Destination destination = Destination.of(file.toString(), new ByteArrayOutputStream())) {
            destination.stream().write("rows".getBytes());
            destination.stream().flush();
            assertThat(file).hasContent("older");

            destination.complete();
        }

        assertThat(file).hasContent("rows");
        assertThat(names()).containsExactly("rows.csv");
    }

    @Test
    void nothingIsLeftOfAnIncompleteFile() throws IOException {
        Path file = directory.resolve("rows.csv");
        try (Destination destination = Destination.of(file.toString(), new ByteArrayOutputStream())) {
            destination.stream().write("half".getBytes());
        }

        assertThat(names()).isEmpty();
    }

    @Test
    void fileHasThePermissionsOfAnyOtherFile() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "x");
        Path file = directory.resolve("rows.csv");
        try (Destination destination = Destination.of(file.toString(), new ByteArrayOutputStream())) {
            destination.complete();
        }

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(other));
    }

    @Test
    void missingDirectoryIsNamed() {
        String file = directory.resolve("none/rows.csv").toString();

        assertThatThrownBy(() -> Destination.of(file, new ByteArrayOutputStream()))
                .hasMessageContaining("none is no directory");
    }

    @Test
    void stdoutIsFlushedAndLeftOpen() throws IOException {
        ByteArrayOutputStream stdout = new ByteArrayOutputStream() {
            @Override
            public void close() {
                throw new AssertionError("stdout must stay open");
            }
        };
        try (Destination destination = Destination.of("-", stdout)) {
            destination.stream().write("rows".getBytes());
            destination.complete();
        }

        assertThat(stdout.toString()).isEqualTo("rows");
    }

    @Test
    void deviceIsWrittenToAsItIs() throws IOException {
        try (Destination destination = Destination.of("/dev/null", new ByteArrayOutputStream())) {
            destination.stream().write("rows".getBytes());
            destination.complete();
        }

        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}

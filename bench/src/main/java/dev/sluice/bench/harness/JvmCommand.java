package dev.sluice.bench.harness;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line that starts this very program in another JVM: from its jar, or from a class path in a test. */
public final class JvmCommand {
    private final String mainClass;

    /**
     * Remembers what to start.
     *
     * @param main the class with the main method
     */
    public JvmCommand(Class<?> main) {
        this.mainClass = main.getName();
    }

    /**
     * Puts the command together.
     *
     * @param jvmFlags such as {@code -Xmx256m}
     * @param arguments the program's own
     * @return words for a {@link ProcessBuilder}
     */
    public List<String> with(List<String> jvmFlags, List<String> arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(jvmFlags);
        Path home = codeSource();
        if (home.toString().endsWith(".jar")) {
            words.add("-jar");
            words.add(home.toString());
        } else {
            // What the jar's manifest says otherwise.
            words.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
            words.add("-cp");
            words.add(System.getProperty("java.class.path") + File.pathSeparator + home);
            words.add(mainClass);
        }
        words.addAll(arguments);
        return words;
    }

    private Path codeSource() {
        try {
            return Path.of(Class.forName(mainClass)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException | ClassNotFoundException e) {
            throw new IllegalStateException("Cannot find where " + mainClass + " was loaded from", e);
        }
    }
}

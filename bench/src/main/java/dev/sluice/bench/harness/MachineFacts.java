package dev.sluice.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What a reader must know of the machine before comparing figures with those of another. */
public final class MachineFacts {
    private MachineFacts() {}

    /**
     * Looks at this machine.
     *
     * @return facts by name; what the system does not tell is left out
     */
    public static Map<String, String> collect() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("arch", System.getProperty("os.arch"));
        putLine(facts, "cpu", Path.of("/proc/cpuinfo"), "model name");
        putLine(facts, "memory", Path.of("/proc/meminfo"), "MemTotal");
        return facts;
    }

    private static void putLine(Map<String, String> facts, String fact, Path file, String key) {
        if (!Files.isReadable(file)) {
            return;
        }
        try {
            Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(key))
                    .findFirst()
                    .ifPresent(line -> facts.put(
                            fact, line.substring(line.indexOf(':') + 1).strip()));
        } catch (IOException e) {
            facts.put(fact, "unknown (" + e.getMessage() + ")");
        }
    }
}

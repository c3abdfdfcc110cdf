package dev.sluice.bench.harness;

import java.util.List;
import java.util.Map;

/**
 * What one fresh JVM does in each trial.
 *
 * @param name the case's name in tables
 * @param jvmFlags the client JVM's flags
 * @param arguments a hidden command of this program, with its options
 * @param parameters what the report says of it
 */
public record Case(String name, List<String> jvmFlags, List<String> arguments, Map<String, String> parameters) {
    /**
     * Copies everything.
     *
     * @param name as the record says
     * @param jvmFlags as the record says
     * @param arguments as the record says
     * @param parameters as the record says
     */
    public Case {
        jvmFlags = List.copyOf(jvmFlags);
        arguments = List.copyOf(arguments);
        parameters = Map.copyOf(parameters);
    }
}

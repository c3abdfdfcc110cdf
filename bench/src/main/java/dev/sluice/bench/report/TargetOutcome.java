package dev.sluice.bench.report;

import org.jspecify.annotations.Nullable;

/**
 * A target beside what was found.
 *
 * @param target the target
 * @param figure the figure; null if the suite did not state it
 * @param verdict whether it is met
 */
public record TargetOutcome(Target target, @Nullable Figure figure, Verdict verdict) {
    /** How a target came off. */
    public enum Verdict {
        /** Met. */
        OK,
        /** Not met, or its figure is missing. */
        MISS,
        /** The run was too small for it to say anything. */
        SKIPPED
    }
}

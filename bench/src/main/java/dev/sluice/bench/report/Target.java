package dev.sluice.bench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A bound for a figure, as the targets file holds it.
 *
 * @param suite the suite that states the figure
 * @param figure the figure's name
 * @param atMost the highest value that is good; null if there is no upper bound
 * @param atLeast the lowest value that is good; null if there is no lower bound
 * @param fromScale the smallest run that the target speaks of; a smaller one is not held against it
 * @param why where the bound comes from
 */
public record Target(
        @JsonProperty(required = true) String suite,
        @JsonProperty(required = true) String figure,
        @Nullable Double atMost,
        @Nullable Double atLeast,
        long fromScale,
        @JsonProperty(required = true) String why) {
    /**
     * Refuses a target that nothing could miss.
     *
     * @param suite as the record says
     * @param figure as the record says
     * @param atMost as the record says
     * @param atLeast as the record says
     * @param fromScale as the record says
     * @param why as the record says
     */
    public Target {
        if (atMost == null && atLeast == null) {
            throw new IllegalArgumentException(
                    "Target " + suite + "." + figure + " has no bound: give atMost or atLeast");
        }
    }

    /**
     * Whether a value keeps the bounds, which both count as kept themselves.
     *
     * @param value the figure's value
     * @return true if it does
     */
    public boolean isMetBy(double value) {
        return (atMost == null || value <= atMost) && (atLeast == null || value >= atLeast);
    }

    /**
     * The bounds as a reader wants them.
     *
     * @param unit the figure's unit
     * @return text such as {@code <= 1.050}
     */
    public String bounds(Unit unit) {
        String upper = atMost == null ? "" : "<= " + unit.format(atMost);
        String lower = atLeast == null ? "" : ">= " + unit.format(atLeast);
        return upper.isEmpty() || lower.isEmpty() ? upper + lower : lower + ", " + upper;
    }
}

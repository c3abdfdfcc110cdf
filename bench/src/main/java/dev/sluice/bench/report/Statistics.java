package dev.sluice.bench.report;

import java.util.List;

/**
 * The few statistics of a handful of trials. Medians, since one slow trial says more about the machine than about the code.
 *
 * @param count how many values there were
 * @param min the smallest
 * @param median the middle one, or the mean of the two in the middle
 * @param max the largest
 */
public record Statistics(int count, double min, double median, double max) {
    /**
     * Sums up values.
     *
     * @param values at least one, in any order, none NaN
     * @return their statistics
     */
    public static Statistics of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("No values: a statistic needs at least one");
        }
        if (values.stream().anyMatch(value -> value.isNaN())) {
            throw new IllegalArgumentException("A value is NaN: " + values);
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Statistics(sorted.length, sorted[0], median, sorted[sorted.length - 1]);
    }
}

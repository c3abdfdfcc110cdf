package dev.sluice.bench.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The trials of one case.
 *
 * @param name the case's name
 * @param parameters what it was run with, for the reader of the JSON
 * @param trials one map of measurement to value for each trial, in the order they ran; all with the same measurements
 */
public record CaseResult(String name, Map<String, String> parameters, List<Map<Measurement, Double>> trials) {
    /**
     * Copies everything.
     *
     * @param name as the record says
     * @param parameters as the record says
     * @param trials as the record says
     */
    public CaseResult {
        if (trials.isEmpty()) {
            throw new IllegalArgumentException("Case " + name + " has no trial");
        }
        parameters = Map.copyOf(parameters);
        trials = trials.stream().map(Map::copyOf).toList();
    }

    /**
     * A measurement over all trials.
     *
     * @param measurement which
     * @return its statistics
     */
    public Statistics statistics(Measurement measurement) {
        return Statistics.of(trials.stream()
                .map(trial -> {
                    Double value = trial.get(measurement);
                    if (value == null) {
                        throw new IllegalArgumentException("Case " + name + " did not measure " + measurement.label());
                    }
                    return value;
                })
                .toList());
    }

    /**
     * What was measured, in a fixed order.
     *
     * @return the measurements of the trials
     */
    public List<Measurement> measurements() {
        return List.copyOf(new TreeMap<>(trials.get(0)).keySet());
    }
}

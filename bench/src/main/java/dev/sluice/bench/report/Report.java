package dev.sluice.bench.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a run of a suite found.
 *
 * @param suite the suite's name
 * @param startedAt when it began
 * @param machine facts of the machine, by name
 * @param scale the size of the run (the suite says of what: rows), so that a target can ask for a run of its size
 * @param cases the cases in the order they ran
 * @param figures the numbers made of them
 */
public record Report(
        String suite,
        Instant startedAt,
        Map<String, String> machine,
        long scale,
        List<CaseResult> cases,
        List<Figure> figures) {
    /**
     * Copies the lists.
     *
     * @param suite as the record says
     * @param startedAt as the record says
     * @param machine as the record says
     * @param scale as the record says
     * @param cases as the record says
     * @param figures as the record says
     */
    public Report {
        cases = List.copyOf(cases);
        figures = List.copyOf(figures);
    }

    /**
     * Finds a figure.
     *
     * @param name its name
     * @return the figure, or nothing if the suite did not state it
     */
    public Optional<Figure> figure(String name) {
        return figures.stream().filter(figure -> figure.name().equals(name)).findFirst();
    }
}

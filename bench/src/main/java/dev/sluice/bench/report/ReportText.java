package dev.sluice.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A report for people. */
public final class ReportText {
    private ReportText() {}

    /**
     * Machine, cases with medians, figures.
     *
     * @param report what was found
     * @return lines, each with its end
     */
    public static String render(Report report) {
        StringBuilder text = new StringBuilder();
        text.append("suite ").append(report.suite()).append(" on ");
        text.append(String.join(
                ", ",
                new TreeMap<>(report.machine())
                        .entrySet().stream()
                                .map(fact -> fact.getKey() + " " + fact.getValue())
                                .toList()));
        text.append("\n\n").append(cases(report.cases()));
        if (!report.figures().isEmpty()) {
            text.append('\n').append(figures(report.figures()));
        }
        return text.toString();
    }

    /**
     * Each target beside its figure.
     *
     * @param outcomes how the targets came off
     * @return lines, each with its end
     */
    public static String render(List<TargetOutcome> outcomes) {
        TextTable table = new TextTable(List.of("target", "bound", "figure", "verdict"));
        for (TargetOutcome outcome : outcomes) {
            Figure figure = outcome.figure();
            Unit unit = figure == null ? Unit.RATIO : figure.unit();
            table.add(List.of(
                    outcome.target().suite() + "." + outcome.target().figure(),
                    outcome.target().bounds(unit),
                    figure == null ? "not measured" : figure.text(),
                    switch (outcome.verdict()) {
                        case OK -> "ok";
                        case MISS -> "MISS";
                        case SKIPPED ->
                            "skipped: for runs from "
                                    + Unit.COUNT.format(
                                            (double) outcome.target().fromScale());
                    }));
        }
        return table.render();
    }

    private static String cases(List<CaseResult> cases) {
        List<Measurement> measurements = cases.stream()
                .flatMap(result -> result.measurements().stream())
                .distinct()
                .sorted()
                .toList();
        List<String> header = new ArrayList<>(List.of("case (medians)", "trials"));
        measurements.forEach(measurement -> header.add(measurement.label()));
        TextTable table = new TextTable(header);
        for (CaseResult result : cases) {
            List<String> cells = new ArrayList<>(
                    List.of(result.name(), Integer.toString(result.trials().size())));
            for (Measurement measurement : measurements) {
                cells.add(
                        result.measurements().contains(measurement)
                                ? measurement
                                        .unit()
                                        .format(result.statistics(measurement).median())
                                : "-");
            }
            table.add(cells);
        }
        return table.render();
    }

    private static String figures(List<Figure> figures) {
        StringBuilder text = new StringBuilder();
        for (Figure figure : figures) {
            text.append(figure.name())
                    .append(" = ")
                    .append(figure.text())
                    .append("  (")
                    .append(figure.meaning())
                    .append(")\n");
        }
        return text.toString();
    }
}

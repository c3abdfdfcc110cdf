package dev.sluice.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A report for programs: plain numbers in base units, every trial, and the verdicts. */
public final class ReportJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ReportJson() {}

    /**
     * Writes a report.
     *
     * @param file where to; replaced if it is there
     * @param report what was found
     * @param outcomes how the targets came off; empty if they were not asked for
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, Report report, List<TargetOutcome> outcomes) throws IOException {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("suite", report.suite());
        root.put("startedAt", report.startedAt().toString());
        root.put("scale", report.scale());
        root.set("machine", MAPPER.valueToTree(new TreeMap<>(report.machine())));
        ArrayNode cases = root.putArray("cases");
        report.cases().forEach(result -> cases.add(toJson(result)));
        ObjectNode figures = root.putObject("figures");
        for (Figure figure : report.figures()) {
            figures.putObject(figure.name())
                    .put("value", figure.value())
                    .put("unit", figure.unit().name())
                    .put("meaning", figure.meaning());
        }
        ArrayNode targets = root.putArray("targets");
        for (TargetOutcome outcome : outcomes) {
            ObjectNode target = targets.addObject();
            target.put("figure", outcome.target().figure());
            target.put("atMost", outcome.target().atMost());
            target.put("atLeast", outcome.target().atLeast());
            target.put("why", outcome.target().why());
            target.put("verdict", outcome.verdict().name());
        }
        Files.write(file, MAPPER.writeValueAsBytes(root));
    }

    private static ObjectNode toJson(CaseResult result) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("name", result.name());
        node.set("parameters", MAPPER.valueToTree(new TreeMap<>(result.parameters())));
        ObjectNode medians = node.putObject("medians");
        for (Measurement measurement : result.measurements()) {
            medians.put(key(measurement), result.statistics(measurement).median());
        }
        ArrayNode trials = node.putArray("trials");
        for (Map<Measurement, Double> trial : result.trials()) {
            ObjectNode values = trials.addObject();
            new TreeMap<>(trial).forEach((measurement, value) -> values.put(key(measurement), value));
        }
        return node;
    }

    private static String key(Measurement measurement) {
        return measurement.label().replace(' ', '_');
    }
}

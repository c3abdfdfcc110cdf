package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FrameBound;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Window;
import io.trino.sql.tree.WindowFrame;
import io.trino.sql.tree.WindowReference;
import io.trino.sql.tree.WindowSpecification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Function calls. Most functions that DuckDB lacks or means otherwise are macros (functions.sql); here are the other names, and
 * the ones whose arguments a macro can't take: lambdas, and any number of them.
 */
final class FunctionWriter {
    private static final Map<String, String> RENAMED = Map.ofEntries(
            Map.entry("transform", "list_transform"),
            Map.entry("filter", "list_filter"),
            Map.entry("array_agg", "list"),
            Map.entry("arbitrary", "any_value"),
            Map.entry("approx_distinct", "approx_count_distinct"),
            Map.entry("approx_percentile", "approx_quantile"),
            Map.entry("every", "bool_and"),
            Map.entry("max_by", "arg_max"),
            Map.entry("min_by", "arg_min"),
            Map.entry("variance", "var_samp"),
            Map.entry("stddev", "stddev_samp"),
            Map.entry("codepoint", "unicode"),
            Map.entry("ceiling", "ceil"),
            Map.entry("power", "pow"),
            Map.entry("rand", "random"),
            Map.entry("to_hex", "hex"),
            Map.entry("from_hex", "unhex"),
            Map.entry("day_of_week", "isodow"),
            Map.entry("dow", "isodow"),
            Map.entry("day_of_year", "dayofyear"),
            Map.entry("doy", "dayofyear"),
            Map.entry("day_of_month", "day"),
            Map.entry("year_of_week", "isoyear"),
            Map.entry("yow", "isoyear"),
            Map.entry("array_sort", "list_sort"),
            Map.entry("array_max", "list_max"),
            Map.entry("array_min", "list_min"),
            Map.entry("array_sum", "list_sum"),
            Map.entry("array_position", "trino_array_position"),
            Map.entry("contains", "list_contains"),
            Map.entry("arrays_overlap", "list_has_any"),
            Map.entry("array_intersect", "list_intersect"),
            Map.entry("array_distinct", "list_distinct"),
            Map.entry("slice", "trino_slice"),
            Map.entry("json_format", "trino_json_format"),
            Map.entry("json_parse", "trino_json_parse"),
            Map.entry("json_extract_scalar", "trino_json_extract_scalar"),
            Map.entry("week_of_year", "week"),
            Map.entry("substr", "trino_substr"),
            Map.entry("substring", "trino_substr"),
            Map.entry("log", "trino_log"),
            Map.entry("position", "strpos"),
            Map.entry("last_day_of_month", "last_day"),
            Map.entry("levenshtein_distance", "levenshtein"),
            Map.entry("hamming_distance", "hamming"),
            Map.entry("listagg", "string_agg"),
            Map.entry("md5", "trino_md5"),
            Map.entry("sha1", "trino_sha1"),
            Map.entry("sha256", "trino_sha256"),
            Map.entry("split", "string_split"),
            Map.entry("repeat", "repeat_element"),
            Map.entry("to_unixtime", "trino_to_unixtime"),
            Map.entry("date_diff", "trino_date_diff"));

    private final ExpressionWriter expressions;
    private final LambdaWriter lambdas;

    FunctionWriter(ExpressionWriter expressions) {
        this.expressions = expressions;
        this.lambdas = new LambdaWriter(expressions);
    }

    String write(FunctionCall node) {
        String name = node.getName().getSuffix().toLowerCase(Locale.ROOT);
        List<Expression> arguments = node.getArguments();
        StringBuilder sql = new StringBuilder();
        switch (name) {
            case "concat" -> {
                // NULL in, NULL out; arrays too: the operator does both.
                return "("
                        + String.join(
                                " || ",
                                arguments.stream().map(expressions::write).toList()) + ")";
            }
            case "reduce",
                    "transform_values",
                    "transform_keys",
                    "map_filter",
                    "zip_with",
                    "any_match",
                    "all_match",
                    "none_match" -> {
                return lambdas.write(name, arguments);
            }
            case "regexp_replace" -> {
                return "trino_regexp_replace(" + expressions.write(arguments.get(0)) + ", "
                        + expressions.write(arguments.get(1)) + ", "
                        + (arguments.size() > 2 ? expressions.write(arguments.get(2)) : "''") + ")";
            }
            case "typeof" -> {
                Typed type = expressions.type(arguments.get(0));
                if (type != null) {
                    return Sql.literal(type.shown().toString());
                }
            }
            case "with_timezone" -> {
                return Zones.toInstant(expressions.write(arguments.get(0)), ExpressionTypes.zone(arguments.get(1)));
            }
            case "date_trunc" -> {
                return truncated(arguments);
            }
            case "year",
                    "quarter",
                    "month",
                    "week",
                    "week_of_year",
                    "day",
                    "day_of_month",
                    "day_of_week",
                    "dow",
                    "day_of_year",
                    "doy",
                    "year_of_week",
                    "yow",
                    "hour",
                    "minute",
                    "second",
                    "date" -> {
                return RENAMED.getOrDefault(name, name) + "(" + expressions.local(arguments.get(0)) + ")";
            }
            case "date_parse" -> {
                return "CAST(" + strptime(name, arguments) + " AS TIMESTAMP)";
            }
            case "parse_datetime" -> {
                return "CAST(" + strptime(name, arguments) + " AS TIMESTAMPTZ)";
            }
            case "date_format", "format_datetime" -> {
                return "strftime(" + expressions.local(arguments.get(0)) + ", " + pattern(name, arguments) + ")";
            }
            case "count" -> {
                if (arguments.isEmpty()) {
                    sql.append("count(*)");
                }
            }
            default -> {}
        }
        if (sql.isEmpty()) {
            sql.append(RENAMED.getOrDefault(name, name)).append('(');
            if (node.isDistinct()) {
                sql.append("DISTINCT ");
            }
            sql.append(expressions.writeAll(arguments));
            node.getOrderBy()
                    .ifPresent(o -> sql.append(' ').append(expressions.queries().orderBy(o)));
            sql.append(')');
        }
        node.getFilter()
                .ifPresent(f -> sql.append(" FILTER (WHERE ")
                        .append(expressions.write(f))
                        .append(')'));
        node.getWindow().ifPresent(w -> sql.append(" OVER ").append(window(w)));
        return narrowed(name, node, sql.toString());
    }

    /** DuckDB adds up in wider types, and takes every average as a double. */
    private String narrowed(String name, FunctionCall node, String call) {
        Typed type = expressions.type(node);
        boolean wider = name.equals("sum") || name.equals("avg") || name.equals("count_if");
        return wider && type != null && CommonTypes.isNumber(type)
                ? "CAST(" + call + " AS " + DuckDbTypes.toDuckDb(type.type()) + ")"
                : call;
    }

    /** A timestamp with a zone is cut at the midnights of its zone. */
    private String truncated(List<Expression> arguments) {
        Typed type = expressions.type(arguments.get(1));
        String cut =
                "date_trunc(" + expressions.write(arguments.get(0)) + ", " + expressions.local(arguments.get(1)) + ")";
        if (type != null && type.is("timestamp with time zone") && type.zone() != null) {
            return Zones.toInstant(cut, type.zone());
        }
        return type == null ? cut : "CAST(" + cut + " AS " + DuckDbTypes.toDuckDb(type.type()) + ")";
    }

    private String strptime(String name, List<Expression> arguments) {
        return "strptime(" + expressions.write(arguments.get(0)) + ", " + pattern(name, arguments) + ")";
    }

    private static String pattern(String name, List<Expression> arguments) {
        String pattern = DatePatterns.literal(name, arguments.get(1));
        return Sql.literal(name.startsWith("date_") ? DatePatterns.fromMySql(pattern) : DatePatterns.fromJoda(pattern));
    }

    String window(Window window) {
        return window instanceof WindowReference reference
                ? Sql.identifier(reference.getName().getValue())
                : specification((WindowSpecification) window);
    }

    String specification(WindowSpecification window) {
        List<String> parts = new ArrayList<>();
        window.getExistingWindowName().ifPresent(n -> parts.add(Sql.identifier(n.getValue())));
        if (!window.getPartitionBy().isEmpty()) {
            parts.add("PARTITION BY " + expressions.writeAll(window.getPartitionBy()));
        }
        window.getOrderBy().ifPresent(o -> parts.add(expressions.queries().orderBy(o)));
        window.getFrame().ifPresent(f -> parts.add(frame(f)));
        return "(" + String.join(" ", parts) + ")";
    }

    private String frame(WindowFrame frame) {
        String start = bound(frame.getStart());
        return frame.getType().name()
                + frame.getEnd()
                        .map(e -> " BETWEEN " + start + " AND " + bound(e))
                        .orElse(" " + start);
    }

    private String bound(FrameBound bound) {
        return switch (bound.getType()) {
            case UNBOUNDED_PRECEDING -> "UNBOUNDED PRECEDING";
            case UNBOUNDED_FOLLOWING -> "UNBOUNDED FOLLOWING";
            case CURRENT_ROW -> "CURRENT ROW";
            case PRECEDING -> expressions.write(bound.getValue().orElseThrow()) + " PRECEDING";
            case FOLLOWING -> expressions.write(bound.getValue().orElseThrow()) + " FOLLOWING";
        };
    }
}

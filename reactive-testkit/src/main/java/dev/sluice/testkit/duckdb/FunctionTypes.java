package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.LambdaArgumentDeclaration;
import io.trino.sql.tree.LambdaExpression;
import io.trino.sql.tree.StringLiteral;
import io.trino.sql.tree.WindowSpecification;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types that Trino's functions return; null for those whose type DuckDB tells as well. */
final class FunctionTypes {
    private static final Map<String, Typed> FIXED = new HashMap<>();

    static {
        fix(
                Typed.BIGINT,
                "count count_if approx_distinct length strpos position cardinality array_position year month day"
                        + " hour minute second millisecond quarter week week_of_year day_of_week dow day_of_year doy day_of_month"
                        + " year_of_week yow date_diff row_number rank dense_rank ntile levenshtein_distance hamming_distance"
                        + " bitwise_and bitwise_or bitwise_xor bitwise_not bit_count regexp_count regexp_position"
                        + " json_array_length json_size from_base crc32");
        fix(Typed.INTEGER, "codepoint");
        fix(
                Typed.BOOLEAN,
                "regexp_like is_nan is_finite is_infinite contains any_match all_match none_match"
                        + " arrays_overlap starts_with bool_and bool_or every is_json_scalar");
        fix(
                Typed.DOUBLE,
                "sqrt cbrt exp ln log log2 log10 pow power sin cos tan asin acos atan atan2 sinh cosh tanh"
                        + " degrees radians pi e nan infinity stddev stddev_pop stddev_samp variance var_pop var_samp corr"
                        + " covar_pop covar_samp regr_slope regr_intercept percent_rank cume_dist to_unixtime geometric_mean");
        fix(
                Typed.VARCHAR,
                "regexp_extract regexp_replace json_extract_scalar json_format date_format format_datetime"
                        + " to_iso8601 to_hex to_base64 from_utf8 array_join translate format typeof normalize lpad rpad"
                        + " url_extract_host url_extract_path url_encode url_decode to_base listagg replace");
        fix(Typed.varchar(1), "chr");
        fix(Typed.of("varbinary"), "to_utf8 from_hex from_base64 md5 sha1 sha256 sha512");
        fix(Typed.of("date"), "date from_iso8601_date last_day_of_month");
        fix(Typed.of(AthenaType.of("timestamp", 3)), "date_parse");
        fix(Typed.of(AthenaType.of("timestamp with time zone", 3)), "from_unixtime parse_datetime now");
        fix(Typed.of("json"), "json_parse json_extract");
        fix(Typed.of("uuid"), "uuid");
    }

    private final ExpressionTypes expressions;

    FunctionTypes(ExpressionTypes expressions) {
        this.expressions = expressions;
    }

    private static void fix(Typed type, String names) {
        for (String name : names.split(" ", -1)) {
            FIXED.put(name, type);
        }
    }

    @Nullable
    Typed of(FunctionCall node, ExpressionTypes.Place place) {
        String name = node.getName().getSuffix().toLowerCase(Locale.ROOT);
        List<@Nullable Typed> types = arguments(name, node.getArguments(), place);
        node.getFilter().ifPresent(f -> expressions.process(f, place));
        node.getOrderBy().ifPresent(o -> o.getSortItems().forEach(i -> expressions.process(i.getSortKey(), place)));
        node.getWindow()
                .filter(WindowSpecification.class::isInstance)
                .map(WindowSpecification.class::cast)
                .ifPresent(w -> {
                    expressions.all(w.getPartitionBy(), place);
                    w.getOrderBy()
                            .ifPresent(o -> o.getSortItems().forEach(i -> expressions.process(i.getSortKey(), place)));
                });
        return result(name, node.getArguments(), types);
    }

    private List<@Nullable Typed> arguments(String name, List<Expression> arguments, ExpressionTypes.Place place) {
        List<@Nullable Typed> types = new ArrayList<>();
        for (Expression argument : arguments) {
            if (argument instanceof LambdaExpression lambda) {
                types.add(expressions.process(lambda.getBody(), place.with(variables(name, lambda, types))));
            } else {
                types.add(expressions.process(argument, place));
            }
        }
        return types;
    }

    /** The types of a lambda's variables, by the arguments before it. */
    private static List<Scope.Field> variables(String name, LambdaExpression lambda, List<@Nullable Typed> before) {
        List<@Nullable Typed> types = new ArrayList<>();
        Typed first = before.isEmpty() ? null : before.get(0);
        switch (name) {
            case "transform_values", "transform_keys", "map_filter" -> {
                types.add(part(first, 0));
                types.add(part(first, 1));
            }
            case "zip_with" -> {
                types.add(part(first, 0));
                types.add(part(before.get(1), 0));
            }
            // The state may grow as it goes (a varchar gets longer): its type stays open.
            case "reduce" -> {
                types.add(null);
                types.add(part(first, 0));
            }
            default -> {
                types.add(part(first, 0));
                types.add(part(first, 0));
            }
        }
        List<Scope.Field> variables = new ArrayList<>();
        for (LambdaArgumentDeclaration argument : lambda.getArguments()) {
            int index = variables.size();
            variables.add(new Scope.Field(
                    null, null, argument.getName().getValue(), index < types.size() ? types.get(index) : null));
        }
        return variables;
    }

    private static @Nullable Typed part(@Nullable Typed type, int index) {
        return type == null || index >= type.type().fields().size() ? null : type.part(index);
    }

    /** What a subscript or element_at yields of an array or a map. */
    static @Nullable Typed element(@Nullable Typed container) {
        return container == null ? null : part(container, container.is("map") ? 1 : 0);
    }

    private static @Nullable Typed result(String name, List<Expression> arguments, List<@Nullable Typed> types) {
        Typed fixed = FIXED.get(name);
        if (fixed != null) {
            return fixed;
        }
        if (types.isEmpty()) {
            return name.equals("map") ? Typed.map(Typed.UNKNOWN, Typed.UNKNOWN) : null;
        }
        Typed first = types.get(0);
        Typed second = types.size() > 1 ? types.get(1) : null;
        return switch (name) {
            case "abs",
                    "sign",
                    "max",
                    "min",
                    "arbitrary",
                    "any_value",
                    "max_by",
                    "min_by",
                    "first_value",
                    "last_value",
                    "nth_value",
                    "lag",
                    "lead",
                    "array_sort",
                    "array_distinct",
                    "slice",
                    "shuffle",
                    "array_remove",
                    "filter",
                    "approx_percentile",
                    "map_filter",
                    "lower",
                    "upper",
                    "trim",
                    "ltrim",
                    "rtrim",
                    "substr",
                    "substring",
                    "reverse",
                    "split_part" -> first;
            case "ceil", "ceiling", "floor", "round", "truncate" -> first == null || first.is("decimal") ? null : first;
            case "sum" -> sum(first);
            case "avg" -> avg(first);
            case "greatest", "least", "array_union", "array_intersect", "map_concat" -> CommonTypes.of(types);
            case "array_except" -> first;
            case "concat" -> first != null && first.is("array") ? CommonTypes.of(types) : text(first);
            case "date_trunc" -> second;
            case "date_add" -> types.size() > 2 ? types.get(2) : null;
            case "with_timezone", "at_timezone" -> zoned(first, arguments.get(1));
            case "from_iso8601_timestamp" -> isoTimestamp(arguments.get(0));
            default -> container(name, types, first, second);
        };
    }

    private static @Nullable Typed container(
            String name, List<@Nullable Typed> types, @Nullable Typed first, @Nullable Typed second) {
        return switch (name) {
            case "array_agg" -> array(first);
            case "map_agg" -> map(first, second);
            case "map" -> map(part(first, 0), part(second, 0));
            case "map_keys" -> array(part(first, 0));
            case "map_values" -> array(part(first, 1));
            case "element_at" -> element(first);
            case "array_max", "array_min" -> part(first, 0);
            case "histogram" -> map(first, Typed.BIGINT);
            case "sequence" -> first != null && CommonTypes.isNumber(first) ? Typed.array(Typed.BIGINT) : array(first);
            case "repeat" -> array(first);
            case "split" -> array(first);
            case "flatten" -> part(first, 0);
            case "transform" -> array(second);
            case "transform_values" -> map(part(first, 0), second);
            case "transform_keys" -> map(second, part(first, 1));
            case "zip_with" -> types.size() > 2 ? array(types.get(2)) : null;
            case "mod" ->
                first == null || second == null
                        ? null
                        : CommonTypes.arithmetic(
                                io.trino.sql.tree.ArithmeticBinaryExpression.Operator.MODULUS, first, second);
            default -> null;
        };
    }

    private static @Nullable Typed text(@Nullable Typed first) {
        return first != null && (first.is("varchar") || first.is("char")) ? Typed.VARCHAR : first;
    }

    private static @Nullable Typed array(@Nullable Typed element) {
        return element == null ? null : Typed.array(element);
    }

    private static @Nullable Typed map(@Nullable Typed key, @Nullable Typed value) {
        return key == null || value == null ? null : Typed.map(key, value);
    }

    private static @Nullable Typed sum(@Nullable Typed type) {
        if (type == null
                || type.is("real")
                || type.is("double")
                || type.type().base().startsWith("interval")) {
            return type;
        }
        return type.is("decimal") ? Typed.of(AthenaType.decimal(38, type.type().scale())) : Typed.BIGINT;
    }

    private static @Nullable Typed avg(@Nullable Typed type) {
        if (type == null
                || type.is("real")
                || type.is("decimal")
                || type.type().base().startsWith("interval")) {
            return type;
        }
        return Typed.DOUBLE;
    }

    private static @Nullable Typed zoned(@Nullable Typed value, Expression zone) {
        int digits = value != null && value.type().base().startsWith("timestamp")
                ? value.type().precision()
                : 3;
        return new Typed(AthenaType.of("timestamp with time zone", digits), ExpressionTypes.zone(zone));
    }

    private static Typed isoTimestamp(Expression text) {
        String zone = text instanceof StringLiteral literal ? LiteralTypes.zoneText(literal.getValue()) : null;
        return new Typed(AthenaType.of("timestamp with time zone", 3), zone == null ? null : LiteralTypes.zone(zone));
    }
}

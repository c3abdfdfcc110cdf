package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.Expression;
import io.trino.sql.tree.LambdaExpression;
import java.util.List;

/** Functions of lambdas that DuckDB lacks, by means of list_transform and list_filter, which it has. */
final class LambdaWriter {
    private final ExpressionWriter expressions;

    LambdaWriter(ExpressionWriter expressions) {
        this.expressions = expressions;
    }

    String write(String name, List<Expression> arguments) {
        String first = expressions.write(arguments.get(0));
        return switch (name) {
            case "reduce" -> reduce(first, arguments);
            case "transform_values" ->
                "map(map_keys(" + first + "), list_transform(map_entries(" + first + "), \"entry\" -> "
                        + ofEntry(arguments.get(1)) + "))";
            case "transform_keys" ->
                "map(list_transform(map_entries(" + first + "), \"entry\" -> " + ofEntry(arguments.get(1))
                        + "), map_values(" + first + "))";
            case "map_filter" ->
                "map_from_entries(list_filter(map_entries(" + first + "), \"entry\" -> " + ofEntry(arguments.get(1))
                        + "))";
            case "zip_with" ->
                "list_transform(list_zip(" + first + ", " + expressions.write(arguments.get(1)) + "), \"entry\" -> "
                        + bound(arguments.get(2), "\"entry\"[1]", "\"entry\"[2]") + ")";
            case "any_match" -> matches(first, arguments.get(1), "bool_or", "false");
            case "all_match" -> matches(first, arguments.get(1), "bool_and", "true");
            case "none_match" -> "(NOT " + matches(first, arguments.get(1), "bool_or", "false") + ")";
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** DuckDB has the input and the initial state the other way round, and no final step. */
    private String reduce(String list, List<Expression> arguments) {
        String folded = "list_reduce(" + list + ", " + expressions.write(arguments.get(2)) + ", "
                + expressions.write(arguments.get(1)) + ")";
        return "list_transform([" + folded + "], " + expressions.write(arguments.get(3)) + ")[1]";
    }

    private String matches(String list, Expression lambda, String aggregate, String ofNone) {
        String results = "list_transform(" + list + ", " + expressions.write(lambda) + ")";
        return "CASE WHEN len(" + list + ") = 0 THEN " + ofNone + " ELSE list_aggregate(" + results + ", '" + aggregate
                + "') END";
    }

    private String ofEntry(Expression lambda) {
        return bound(lambda, "\"entry\".key", "\"entry\".value");
    }

    /** The body with its two variables bound, each by a list of one element. */
    private String bound(Expression expression, String first, String second) {
        LambdaExpression lambda = (LambdaExpression) expression;
        String inner = lambdaOf(lambda, 1) + expressions.write(lambda.getBody());
        return "list_transform([" + first + "], " + lambdaOf(lambda, 0) + "list_transform([" + second + "], " + inner
                + ")[1])[1]";
    }

    private static String lambdaOf(LambdaExpression lambda, int variable) {
        return Sql.identifier(lambda.getArguments().get(variable).getName().getValue()) + " -> ";
    }
}

package dev.sluice.reader.internal.text;

import java.util.Locale;

/**
 * The name of a type as Athena writes it in different places, taken apart: {@code timestamp(6) with time zone}, or
 * {@code decimal} with its precision beside it.
 *
 * @param base in lower case, without parameters; {@code real} whether Athena calls it that or float
 * @param first the first parameter, 0 if there is none
 * @param second the second parameter
 */
record TypeName(String base, int first, int second) {
    private static final int UNBOUNDED = Integer.MAX_VALUE;
    private static final int MAX_PRECISION = 38;

    static TypeName of(String athenaType, int precision, int scale) {
        String text = athenaType.toLowerCase(Locale.ROOT).strip();
        int first = precision;
        int second = scale;
        int open = text.indexOf('(');
        int close = text.indexOf(')', open);
        if (open > 0 && close > open) {
            String[] parameters = text.substring(open + 1, close).split(",", -1);
            first = number(parameters[0], precision);
            second = parameters.length > 1 ? number(parameters[1], scale) : scale;
            text = text.substring(0, open) + text.substring(close + 1);
        }
        return normal(text, first, second);
    }

    private static TypeName normal(String text, int first, int second) {
        return switch (text) {
            case "float" -> new TypeName("real", 0, 0);
            case "int" -> new TypeName("integer", 0, 0);
            case "string" -> new TypeName("varchar", 0, 0);
            case "binary" -> new TypeName("varbinary", 0, 0);
            case "decimal" -> new TypeName(text, first < 1 || first > MAX_PRECISION ? MAX_PRECISION : first, second);
            case "varchar", "char" -> new TypeName(text, first == UNBOUNDED ? 0 : first, 0);
            case "" -> new TypeName("varchar", 0, 0);
            default -> new TypeName(text, 0, 0);
        };
    }

    private static int number(String text, int otherwise) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            // An element type, as in array(integer): no number to know.
            return otherwise;
        }
    }

    /** The type as in SQL. */
    String text() {
        if (base.equals("decimal")) {
            return "decimal(" + first + "," + second + ")";
        }
        return first > 0 ? base + "(" + first + ")" : base;
    }
}

package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.IntervalLiteral;
import io.trino.sql.tree.IntervalLiteral.IntervalField;
import io.trino.sql.tree.IntervalLiteral.Sign;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Interval literals, whose text means what the fields behind it say. */
final class IntervalText {
    private static final Pattern DAY_TO_SECOND =
            Pattern.compile("(-?)(?:(\\d+) )?(?:(\\d+):(\\d+)(?::(\\d+)(?:\\.(\\d{1,6}))?)?)");

    private IntervalText() {}

    static String toDuckDb(IntervalLiteral node) {
        String sign = node.getSign() == Sign.NEGATIVE ? "-" : "";
        String value = node.getValue().trim();
        IntervalField start = node.getStartField();
        if (node.getEndField().isPresent()) {
            return node.isYearToMonth() ? yearToMonth(sign, value, node) : dayToSecond(sign, value, node);
        }
        if (value.startsWith("-")) {
            sign = sign.isEmpty() ? "-" : "";
            value = value.substring(1);
        }
        return start == IntervalField.SECOND
                ? microseconds(sign, (long) (Double.parseDouble(value) * 1_000_000))
                : "(INTERVAL '" + sign + value + "' " + start.name() + ")";
    }

    private static String yearToMonth(String sign, String value, IntervalLiteral node) {
        boolean negative = value.startsWith("-");
        String[] parts = (negative ? value.substring(1) : value).split("-", -1);
        if (parts.length != 2) {
            throw invalid(node);
        }
        long months = Long.parseLong(parts[0]) * 12 + Long.parseLong(parts[1]);
        return "(INTERVAL '" + (negative == sign.isEmpty() ? "-" : "") + months + "' MONTH)";
    }

    private static String dayToSecond(String sign, String value, IntervalLiteral node) {
        Matcher m = DAY_TO_SECOND.matcher(value);
        if (!m.matches()) {
            throw invalid(node);
        }
        boolean negative = m.group(1).equals("-");
        long micros;
        if (node.getStartField() == IntervalField.MINUTE) {
            micros = (number(m.group(3)) * 60 + number(m.group(4))) * 1_000_000;
        } else {
            micros = ((number(m.group(2)) * 24 + number(m.group(3))) * 60 + number(m.group(4))) * 60_000_000;
            micros += number(m.group(5)) * 1_000_000;
            micros += m.group(6) == null ? 0 : number((m.group(6) + "000000").substring(0, 6));
        }
        return microseconds(negative == sign.isEmpty() ? "-" : "", micros);
    }

    private static SemanticException invalid(IntervalLiteral node) {
        return new SemanticException(
                "INVALID_LITERAL", node, "'" + node.getValue() + "' is not a valid INTERVAL literal");
    }

    private static String microseconds(String sign, long micros) {
        return "to_microseconds(" + sign + micros + ")";
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}

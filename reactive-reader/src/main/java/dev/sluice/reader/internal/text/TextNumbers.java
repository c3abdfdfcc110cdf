package dev.sluice.reader.internal.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Booleans, numbers and bytes from text. */
final class TextNumbers {
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private TextNumbers() {}

    static boolean bool(byte[] utf8, int from, int to) {
        if (equals(utf8, from, to, TRUE)) {
            return true;
        }
        if (equals(utf8, from, to, FALSE)) {
            return false;
        }
        throw TextFormatException.malformed("it is neither true nor false");
    }

    private static boolean equals(byte[] utf8, int from, int to, byte[] word) {
        return Arrays.equals(utf8, from, to, word, 0, word.length);
    }

    /**
     * An integer that is no less than {@code least} and no more than {@code -(least + 1)}. Counted downwards, since the least
     * one has no positive counterpart.
     */
    static long integer(byte[] utf8, int from, int to, long least) {
        int at = from;
        boolean negative = utf8[at] == '-';
        if (negative || utf8[at] == '+') {
            at++;
        }
        if (at == to) {
            throw TextFormatException.malformed("it has no digit");
        }
        long limit = negative ? least : least + 1;
        long floor = limit / 10;
        long value = 0;
        for (; at < to; at++) {
            int digit = utf8[at] - '0';
            if (digit < 0 || digit > 9) {
                throw TextFormatException.malformed("it has something else than digits");
            }
            if (value < floor || value * 10 < limit + digit) {
                throw TextFormatException.malformed("it is out of range");
            }
            value = value * 10 - digit;
        }
        return negative ? value : -value;
    }

    static float real(byte[] utf8, int from, int to) {
        try {
            return Float.parseFloat(number(utf8, from, to));
        } catch (NumberFormatException e) {
            throw TextFormatException.malformed("it is no number");
        }
    }

    static double real64(byte[] utf8, int from, int to) {
        try {
            return Double.parseDouble(number(utf8, from, to));
        } catch (NumberFormatException e) {
            throw TextFormatException.malformed("it is no number");
        }
    }

    static BigDecimal decimal(byte[] utf8, int from, int to, int precision, int scale) {
        BigDecimal value;
        try {
            value = new BigDecimal(number(utf8, from, to)).setScale(scale, RoundingMode.UNNECESSARY);
        } catch (NumberFormatException e) {
            throw TextFormatException.malformed("it is no number");
        } catch (ArithmeticException e) {
            throw TextFormatException.malformed("it has more digits behind the point");
        }
        if (value.precision() > precision) {
            throw TextFormatException.malformed("it has more digits");
        }
        return value;
    }

    /** The text of a number; Java's own parsers would take blanks, hexadecimal and a trailing f or d too. */
    private static String number(byte[] utf8, int from, int to) {
        for (int at = from; at < to; at++) {
            byte c = utf8[at];
            if (c <= ' ' || c == 'x' || c == 'X') {
                throw TextFormatException.malformed("it is no number");
            }
        }
        if ("fFdD".indexOf(utf8[to - 1]) >= 0) {
            throw TextFormatException.malformed("it is no number");
        }
        return new String(utf8, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Pairs of hexadecimal digits, with one blank between two. */
    static byte[] hex(byte[] utf8, int from, int to) {
        int length = to - from;
        if (length == 0) {
            return new byte[0];
        }
        if (length % 3 != 2) {
            throw TextFormatException.malformed("it is not pairs of hexadecimal digits");
        }
        byte[] bytes = new byte[(length + 1) / 3];
        for (int i = 0; i < bytes.length; i++) {
            int at = from + 3 * i;
            int value = Character.digit(utf8[at], 16) << 4 | Character.digit(utf8[at + 1], 16);
            if (value < 0 || (at + 2 < to && utf8[at + 2] != ' ')) {
                throw TextFormatException.malformed("it is not pairs of hexadecimal digits");
            }
            bytes[i] = (byte) value;
        }
        return bytes;
    }
}

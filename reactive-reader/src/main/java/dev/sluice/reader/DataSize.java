package dev.sluice.reader;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes.
 *
 * @param bytes how many, at least 0
 * @since 0.1
 */
public record DataSize(long bytes) {
    private static final Pattern TEXT =
            Pattern.compile("\\s*(\\d+)\\s*(B|KiB|MiB|GiB|KB|MB|GB)?\\s*", Pattern.CASE_INSENSITIVE);

    /**
     * Checks that the size is not negative.
     *
     * @param bytes as the record says
     */
    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size: " + bytes);
        }
    }

    /**
     * So many bytes.
     *
     * @param bytes how many
     * @return the size
     */
    public static DataSize ofBytes(long bytes) {
        return new DataSize(bytes);
    }

    /**
     * So many times 1,024 bytes.
     *
     * @param kibibytes how many
     * @return the size
     */
    public static DataSize ofKibibytes(long kibibytes) {
        return new DataSize(Math.multiplyExact(kibibytes, 1L << 10));
    }

    /**
     * So many times 1,048,576 bytes.
     *
     * @param mebibytes how many
     * @return the size
     */
    public static DataSize ofMebibytes(long mebibytes) {
        return new DataSize(Math.multiplyExact(mebibytes, 1L << 20));
    }

    /**
     * So many times 1,073,741,824 bytes.
     *
     * @param gibibytes how many
     * @return the size
     */
    public static DataSize ofGibibytes(long gibibytes) {
        return new DataSize(Math.multiplyExact(gibibytes, 1L << 30));
    }

    /**
     * Reads a text such as {@code 64MiB}, {@code 500 kB} or {@code 1024}: KiB, MiB and GiB are powers of 1,024; kB, MB and GB
     * are powers of 1,000; without a unit it is bytes.
     *
     * @param text the text; case and spaces do not matter
     * @return the size
     * @throws IllegalArgumentException if it reads otherwise, or the size is over {@link Long#MAX_VALUE}
     */
    public static DataSize parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a size such as 64MiB: '" + text + "'");
        }
        String unit = matcher.group(2);
        try {
            return new DataSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit == null ? 1 : factor(unit)));
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("size out of range: '" + text + "'", e);
        }
    }

    private static long factor(String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "b" -> 1L;
            case "kib" -> 1L << 10;
            case "mib" -> 1L << 20;
            case "gib" -> 1L << 30;
            case "kb" -> 1_000L;
            case "mb" -> 1_000_000L;
            default -> 1_000_000_000L;
        };
    }

    /** The size in the largest power of 1,024 that divides it, such as {@code 64MiB}. */
    @Override
    public String toString() {
        if (bytes == 0) {
            return "0B";
        }
        int zeros = Long.numberOfTrailingZeros(bytes);
        if (zeros >= 30) {
            return (bytes >> 30) + "GiB";
        }
        if (zeros >= 20) {
            return (bytes >> 20) + "MiB";
        }
        return zeros >= 10 ? (bytes >> 10) + "KiB" : bytes + "B";
    }
}

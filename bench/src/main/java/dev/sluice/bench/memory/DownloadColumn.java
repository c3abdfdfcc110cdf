package dev.sluice.bench.memory;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column of {@link Download}: how it is taken of a record, and a small number of it that SQL can tell as well, to check that
 * the values of a row belong together.
 *
 * @param name its name in SQL, quoted
 * @param value of a record
 * @param number of a record: at least 0, under 1,000
 * @param sqlNumber the same number in SQL; NULL counts as {@link #NULL_NUMBER}
 */
record DownloadColumn(
        String name, Function<Download, @Nullable Object> value, ToLongFunction<Download> number, String sqlNumber) {
    static final long NULL_NUMBER = 7;
    private static final long RANGE = 1_000;

    static DownloadColumn text(String name, Function<Download, @Nullable String> value) {
        return new DownloadColumn(
                name,
                value::apply,
                download -> {
                    String text = value.apply(download);
                    return text == null ? NULL_NUMBER : text.codePointCount(0, text.length()) % RANGE;
                },
                "length(" + name + ") % " + RANGE);
    }
}

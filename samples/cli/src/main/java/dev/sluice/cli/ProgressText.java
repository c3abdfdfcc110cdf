package dev.sluice.cli;

import dev.sluice.reader.QueryProgress;
import java.time.Duration;
import java.util.Locale;

/** One line that says where a query stands. */
final class ProgressText {
    private static final double MEBIBYTE = 1 << 20;

    private ProgressText() {}

    /**
     * The line.
     *
     * @param progress the moment
     * @param elapsed since the command began
     * @param reading since the first byte of the result, for the rate
     */
    static String of(QueryProgress progress, Duration elapsed, Duration reading) {
        StringBuilder line = new StringBuilder();
        line.append(progress.state()).append(' ').append(seconds(elapsed));
        if (progress.bytes() == 0 && progress.rows() == 0) {
            return line.toString();
        }
        if (progress.totalFiles() > 0) {
            line.append("  file ").append(progress.files()).append('/').append(progress.totalFiles());
        }
        line.append(String.format(Locale.ROOT, "  %.1f MiB", progress.bytes() / MEBIBYTE));
        line.append(String.format(Locale.ROOT, "  %,d rows", progress.rows()));
        double secondsReading = reading.toNanos() / 1e9;
        if (secondsReading > 0) {
            line.append("  ").append(rate(progress.rows() / secondsReading));
        }
        line.append(String.format(
                Locale.ROOT,
                "  memory %.1f/%.0f MiB",
                progress.memoryInUseBytes() / MEBIBYTE,
                progress.memoryLimitBytes() / MEBIBYTE));
        return line.toString();
    }

    private static String seconds(Duration elapsed) {
        return elapsed.toMinutes() > 0
                ? String.format(Locale.ROOT, "%d:%02d", elapsed.toMinutes(), elapsed.toSecondsPart())
                : String.format(Locale.ROOT, "%.1fs", elapsed.toMillis() / 1e3);
    }

    private static String rate(double rowsPerSecond) {
        if (rowsPerSecond >= 1e6) {
            return String.format(Locale.ROOT, "%.2fM rows/s", rowsPerSecond / 1e6);
        }
        return rowsPerSecond >= 1e3
                ? String.format(Locale.ROOT, "%.0fk rows/s", rowsPerSecond / 1e3)
                : String.format(Locale.ROOT, "%.0f rows/s", rowsPerSecond);
    }
}

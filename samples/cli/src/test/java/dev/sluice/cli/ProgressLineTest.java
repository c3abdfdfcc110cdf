package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.QueryProgress;
import dev.sluice.reader.QueryState;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final String CLEAR = "\r\u001b[K";
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();
    private final ProgressLine line =
            ProgressLine.byHand(new PrintStream(terminal, true, StandardCharsets.UTF_8), nanos::get);

    @Test
    void runningQueryShowsItsStateAndAge() {
        line.accept(moment(QueryState.RUNNING, 0, -1, 0, 0));
        nanos.set(1_200_000_000L);

        line.draw();

        assertThat(drawn()).isEqualTo(CLEAR + "RUNNING 1.2s");
    }

    @Test
    void readingShowsFilesBytesRowsRateAndMemory() {
        nanos.set(2_000_000_000L);
        line.accept(moment(QueryState.SUCCEEDED, 1, 8, 1 << 20, 0));
        line.accept(moment(QueryState.SUCCEEDED, 3, 8, 47_290_000, 1_200_000));
        nanos.set(4_000_000_000L);

        line.draw();

        assertThat(drawn())
                .isEqualTo(
                        CLEAR + "SUCCEEDED 4.0s  file 3/8  45.1 MiB  1,200,000 rows  600k rows/s  memory 12.0/64 MiB");
        assertThat(drawn().length() - CLEAR.length()).isLessThanOrEqualTo(100);
    }

    @Test
    void closingTakesTheLineAwayForGood() {
        line.accept(moment(QueryState.QUEUED, 0, -1, 0, 0));
        line.draw();
        terminal.reset();

        line.close();
        line.draw();
        line.close();

        assertThat(drawn()).isEqualTo(CLEAR);
    }

    @Test
    void nothingIsWrittenWhenNothingWasDrawn() {
        line.draw();
        line.close();

        assertThat(drawn()).isEmpty();
    }

    private String drawn() {
        return terminal.toString(StandardCharsets.UTF_8);
    }

    private static QueryProgress moment(QueryState state, int files, int totalFiles, long bytes, long rows) {
        return new QueryProgress("id", state, Duration.ZERO, files, totalFiles, bytes, rows, 12 << 20, 64 << 20);
    }
}

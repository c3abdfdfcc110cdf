package dev.sluice.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void oddCountTakesTheMiddleValue() {
        assertThat(Statistics.of(List.of(9.0, 1.0, 2.0))).isEqualTo(new Statistics(3, 1.0, 2.0, 9.0));
    }

    @Test
    void evenCountTakesTheMeanOfTheTwoInTheMiddle() {
        assertThat(Statistics.of(List.of(4.0, 1.0, 100.0, 2.0)).median()).isEqualTo(3.0);
    }

    @Test
    void oneValueIsItsOwnStatistics() {
        assertThat(Statistics.of(List.of(7.5))).isEqualTo(new Statistics(1, 7.5, 7.5, 7.5));
    }

    @Test
    void noValueAndNotANumberAreRefused() {
        assertThatThrownBy(() -> Statistics.of(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Statistics.of(List.of(1.0, Double.NaN))).isInstanceOf(IllegalArgumentException.class);
    }
}

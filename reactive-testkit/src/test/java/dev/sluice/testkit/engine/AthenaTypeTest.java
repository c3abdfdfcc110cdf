package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types read from SQL and written back. */
class AthenaTypeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "boolean",
                "varchar(10)",
                "decimal(38,0)",
                "timestamp(6)",
                "interval day to second",
                "array(array(integer))",
                "map(varchar, array(double))",
                "row(a integer, b row(c varchar, d array(bigint)))",
                "row(integer, varchar(1))",
                "row(interval day to second, date)",
                "uuid"
            })
    void readsWhatItWrites(String text) {
        assertThat(AthenaType.parse(text)).hasToString(text);
    }

    @Test
    void readsTimeZonesAndPrecisions() {
        assertThat(AthenaType.parse("timestamp(6) with time zone"))
                .isEqualTo(AthenaType.of("timestamp with time zone", 6));
        assertThat(AthenaType.parse("timestamp with time zone"))
                .isEqualTo(AthenaType.of("timestamp with time zone", 3));
        assertThat(AthenaType.parse("TIMESTAMP")).isEqualTo(AthenaType.of("timestamp", 3));
        assertThat(AthenaType.parse("time(0)")).isEqualTo(AthenaType.of("time", 0));
        assertThat(AthenaType.parse("row(t timestamp(3) with time zone, \"A b\" int)"))
                .isEqualTo(AthenaType.row(List.of(
                        new AthenaType.Field("t", AthenaType.of("timestamp with time zone", 3)),
                        new AthenaType.Field("A b", AthenaType.of("integer")))));
        assertThat(AthenaType.parse("decimal(5)")).isEqualTo(AthenaType.decimal(5, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "array",
                "array(integer",
                "map(integer)",
                "decimal",
                "decimal(x)",
                "integer)",
                "row(\"a integer)"
            })
    void refusesWhatIsNoType(String text) {
        assertThatThrownBy(() -> AthenaType.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.sluice.testkit.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Type names, precisions and scales as the real service was seen to give them. */
class ColumnInfoTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "boolean|boolean|0|0|false",
                "tinyint|tinyint|3|0|false",
                "smallint|smallint|5|0|false",
                "integer|integer|10|0|false",
                "bigint|bigint|19|0|false",
                "real|float|17|0|false",
                "double|double|17|0|false",
                "varchar|varchar|2147483647|0|true",
                "varchar(10)|varchar|10|0|true",
                "char(5)|char|5|0|true",
                "varbinary|varbinary|1073741824|0|false",
                "decimal(10,2)|decimal|10|2|false",
                "date|date|0|0|false",
                "time(6)|time|3|0|false",
                "time(3) with time zone|time with time zone|3|0|false",
                "timestamp(6)|timestamp|3|0|false",
                "timestamp with time zone|timestamp with time zone|3|0|false",
                "interval day to second|interval day to second|0|0|false",
                "array(integer)|array|0|0|false",
                "map(varchar, integer)|map|0|0|false",
                "row(a integer)|row|0|0|false",
                "json|json|0|0|false",
                "unknown|unknown|0|0|false"
            })
    void describesEachType(String type, String name, int precision, int scale, boolean caseSensitive) {
        ColumnInfo info = ColumnInfo.of(new EngineResult.Column("c", AthenaType.parse(type)));

        assertThat(info).isEqualTo(new ColumnInfo("c", name, precision, scale, caseSensitive));
    }
}

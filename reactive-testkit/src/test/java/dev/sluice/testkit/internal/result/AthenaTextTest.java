package dev.sluice.testkit.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.engine.AthenaType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The text of every line of athena-types.tsv, from a value of its type. */
class AthenaTextTest {
    /** Lines whose nested text has more than one reading: their values are written out here. */
    private static final Map<String, Object> AMBIGUOUS = Map.of(
            "array['a','b c','d,e','f\"g','null','',null]",
            Arrays.asList("a", "b c", "d,e", "f\"g", "null", "", null),
            "map(array['k=1','k,2'],array['v}','{v'])",
            ordered("k,2", "{v", "k=1", "v}"),
            "array[json '{\"a\":1}']",
            List.of("{\"a\":1}"));

    private static Map<String, String> ordered(String k1, String v1, String k2, String v2) {
        Map<String, String> map = new LinkedHashMap<>();
        map.put(k1, v1);
        map.put(k2, v2);
        return map;
    }

    @TestFactory
    List<DynamicTest> rendersEveryLineOfTheTable() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(AthenaType.class.getResourceAsStream("/dev/sluice/testkit/athena-types.tsv")),
                StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] parts = line.split("\t", -1);
                // One line has a raw tab in its SQL, and no text.
                if (!line.startsWith("#") && parts.length == 3 && !line.startsWith("'tab")) {
                    tests.add(DynamicTest.dynamicTest(parts[0], () -> check(parts[0], parts[1], parts[2])));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(140);
        return tests;
    }

    private static void check(String sql, String typeText, String text) {
        AthenaType type = AthenaType.parse(typeText);
        String expected = text.replace("\\n", "\n");
        boolean isNull = text.equals("NULL") && !typeText.startsWith("varchar(");
        Object value = isNull ? null : AMBIGUOUS.containsKey(sql) ? AMBIGUOUS.get(sql) : TypeValues.of(type, expected);
        assertThat(AthenaText.render(type, value)).isEqualTo(isNull ? null : expected);
    }

    @Test
    void padsAndCutsFractionsToThePrecisionOfTheType() {
        LocalDateTime time = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 123_456_789);
        assertThat(AthenaText.render(AthenaType.of("timestamp", 12), time))
                .isEqualTo("2024-02-29 01:02:03.123456789000");
        assertThat(AthenaText.render(AthenaType.of("timestamp", 1), time)).isEqualTo("2024-02-29 01:02:03.1");
        assertThat(AthenaText.render(AthenaType.of("time", 9), LocalTime.MIDNIGHT))
                .isEqualTo("00:00:00.000000000");
    }

    @Test
    void refusesAValueThatDoesNotFitItsType() {
        assertThatThrownBy(() -> AthenaText.render(AthenaType.of("integer"), 1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a value of class java.lang.Long does not fit the type integer");
        assertThatThrownBy(() -> AthenaText.render(AthenaType.decimal(5, 1), new BigDecimal("1.25")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AthenaText.render(AthenaType.parse("row(integer, integer)"), List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a row of 1 values");
    }

    @Test
    void takesTextAsItIs() {
        assertThat(AthenaText.render(AthenaType.of("timestamp", 12), "2024-02-29 01:02:03.123456789012"))
                .isEqualTo("2024-02-29 01:02:03.123456789012");
    }
}

package dev.sluice.cli.format;

import static dev.sluice.cli.format.FixedBatch.schema;
import static dev.sluice.cli.format.FixedBatch.written;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.reader.ResultSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TextFormatsTest {
    private static final ResultSchema TWO = schema("id bigint", "name varchar");

    private static FixedBatch two(Object... values) {
        return new FixedBatch(
                TWO,
                IntStream.range(0, values.length / 2)
                        .mapToObj(row -> Arrays.asList(values[2 * row], values[2 * row + 1]))
                        .toList());
    }

    @Nested
    class Csv {
        @Test
        void nullAndEmptyStringDiffer() throws IOException {
            assertThat(written(new CsvFormat(), 9, TWO, two(1L, null, null, "")))
                    .isEqualTo("id,name\n1,\n,\"\"\n");
        }

        @Test
        void onlyFieldsThatNeedQuotesHaveThem() throws IOException {
            assertThat(written(new CsvFormat(), 9, schema("a,b varchar", "c varchar"), two("x y", "say \"hi\"\n")))
                    .isEqualTo("\"a,b\",c\nx y,\"say \"\"hi\"\"\n\"\n");
        }

        @Test
        void noRowsLeaveTheHeader() throws IOException {
            assertThat(written(new CsvFormat(), 9, TWO)).isEqualTo("id,name\n");
        }

        @Test
        void onlyTheFirstRowsOfABatchAreWrittenWhenAskedFor() throws IOException {
            assertThat(written(new CsvFormat(), 1, TWO, two(1L, "a", 2L, "b"))).isEqualTo("id,name\n1,a\n");
        }
    }

    @Nested
    class Ndjson {
        @Test
        void everyLineIsAnObjectWithTheValuesOfItsRow() throws IOException {
            ResultSchema schema = schema(
                    "b boolean",
                    "i integer",
                    "d decimal(38,2)",
                    "f double",
                    "n double",
                    "t timestamp(3)",
                    "z timestamp(3)_with_time_zone",
                    "day date",
                    "raw varbinary",
                    "list array(integer)",
                    "map map(varchar,double)",
                    "none varchar");
            FixedBatch batch = new FixedBatch(
                    schema,
                    List.of(Arrays.asList(
                            true,
                            7,
                            new BigDecimal("12345678901234567890123456789012345.60"),
                            1.5e300,
                            Double.NaN,
                            LocalDateTime.of(2024, 2, 29, 1, 2, 3),
                            Instant.parse("2024-02-29T01:02:03Z"),
                            LocalDate.of(2024, 2, 29),
                            new byte[] {1, 2, 3},
                            Arrays.asList(1, null),
                            Map.of("k", 0.5),
                            null)));

            assertThat(written(new NdjsonFormat(), 9, schema, batch))
                    .isEqualTo("{\"b\":true,\"i\":7,\"d\":12345678901234567890123456789012345.60,\"f\":1.5E300,"
                            + "\"n\":\"NaN\",\"t\":\"2024-02-29T01:02:03\",\"z\":\"2024-02-29T01:02:03Z\","
                            + "\"day\":\"2024-02-29\",\"raw\":\"AQID\",\"list\":[1,null],\"map\":{\"k\":0.5},"
                            + "\"none\":null}\n");
        }

        @Test
        void textOfAnyKindStaysOnOneLineAndReadsBack() throws IOException {
            String hard = "\"quoted\"\n\t\\ \u0001 ünï 🎉";

            String lines = written(new NdjsonFormat(), 9, TWO, two(1L, hard), two(2L, ""));

            assertThat(lines.lines()).hasSize(2);
            JsonNode first =
                    new ObjectMapper().readTree(lines.lines().findFirst().orElseThrow());
            assertThat(first.get("name").asText()).isEqualTo(hard);
            assertThat(lines).contains("ünï 🎉");
        }

        @Test
        void columnsThatShareANameAreToldApart() throws IOException {
            ResultSchema schema = schema("a integer", "a integer", "a_2 integer", "a integer");

            assertThat(written(new NdjsonFormat(), 9, schema, new FixedBatch(schema, List.of(List.of(1, 2, 3, 4)))))
                    .isEqualTo("{\"a\":1,\"a_3\":2,\"a_2\":3,\"a_4\":4}\n");
        }
    }

    @Nested
    class Table {
        @Test
        void columnsFitTheirRowsAndNumbersStandToTheRight() throws IOException {
            assertThat(written(new TableFormat(), 9, TWO, two(1L, "a", 12345L, null)))
                    .isEqualTo("""
                               id | name
                            ------+-----
                                1 | a
                            12345 | NULL
                            (2 rows)
                            """);
        }

        @Test
        void rowsOverTheSampleAreWrittenAtOnceAndCutToItsWidth() throws IOException {
            Object[] values = new Object[2 * TableFormat.SAMPLE_ROWS];
            for (int i = 0; i < values.length; i += 2) {
                values[i] = (long) i;
                values[i + 1] = "short";
            }
            String text = written(new TableFormat(), 1000, TWO, two(values), two(9L, "much longer than the sample"));

            assertThat(text.lines()).hasSize(2 + TableFormat.SAMPLE_ROWS + 1 + 1);
            assertThat(text).endsWith("   9 | much…\n(101 rows)\n");
        }

        @Test
        void resultWithoutRowsStillHasItsColumns() throws IOException {
            assertThat(written(new TableFormat(), 9, TWO)).isEqualTo("  id | name\n-----+-----\n(0 rows)\n");
        }

        @Test
        void controlCharactersNeverReachTheTerminal() throws IOException {
            String text = written(new TableFormat(), 9, TWO, two(1L, "a\n\u001b[31mred\u202e"));

            assertThat(text).contains("a\\n\\u001b[31mred\\u202e").doesNotContain("\u001b");
        }

        @Test
        void wideCharactersTakeTwoCells() throws IOException {
            String text = written(new TableFormat(), 9, schema("a varchar", "b varchar"), two("日本語", "x", "ab", "y"));

            assertThat(text).isEqualTo("a      | b\n-------+-----\n日本語 | x\nab     | y\n(2 rows)\n");
        }

        @Test
        void longCellIsCutWithAnEllipsis() {
            assertThat(CellText.cut("abcdef", 6)).isEqualTo("abcdef");
            assertThat(CellText.cut("abcdefg", 6)).isEqualTo("abcde…");
            assertThat(CellText.cut("日本語", 5)).isEqualTo("日本…");
        }
    }
}

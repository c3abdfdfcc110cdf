package dev.sluice.reader.internal.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenizerTest {
    /** Every record of a text, raw: values without their quotes, doubled ones still doubled. */
    private static List<List<String>> all(Tokenizer tokenizer, int columns, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Records records = new Records(columns, 100);
        List<List<String>> result = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int record = records.count();
            // Whatever is cut off must not be taken for a whole record, and must come out the same afterwards.
            for (int end = at + 1; end < bytes.length; end++) {
                int next = tokenizer.record(bytes, at, end, false, records);
                if (next != Tokenizer.INCOMPLETE) {
                    assertThat(next).isLessThanOrEqualTo(end);
                    records.truncate(record);
                    break;
                }
                records.truncate(record);
            }
            at = tokenizer.record(bytes, at, bytes.length, true, records);
            assertThat(records.count()).isEqualTo(record + 1);
            List<String> values = new ArrayList<>();
            for (int column = 0; column < columns; column++) {
                values.add(
                        records.isNull(record, column)
                                ? null
                                : new String(
                                        bytes,
                                        records.from(record, column),
                                        records.length(record, column),
                                        StandardCharsets.UTF_8));
            }
            result.add(values);
        }
        return result;
    }

    private static List<List<String>> csv(int columns, String text) {
        return all(new CsvTokenizer(columns), columns, text);
    }

    @Test
    void nullAndEmptyAndWordsAreToldApart() {
        assertThat(csv(2, "\"\",\"a\"\n\"N/A\",\"a\"\n\"NULL\",\"a\"\n,\"a\"\n"))
                .containsExactly(List.of("", "a"), List.of("N/A", "a"), List.of("NULL", "a"), Arrays.asList(null, "a"));
    }

    @Test
    void anEmptyLineIsANullOfTheOneColumnAlsoAsTheLast() {
        assertThat(csv(1, "\n\"1\"\n\n"))
                .containsExactly(Arrays.asList((String) null), List.of("1"), Arrays.asList((String) null));
        assertThat(csv(1, "\"1\"\n")).containsExactly(List.of("1"));
        assertThat(csv(1, "\"1\"")).containsExactly(List.of("1"));
    }

    @Test
    void everyByteInQuotesIsKept() {
        assertThat(csv(2, "\"a,b\",\"c\nd\"\n\"e\r\nf\rg\",\"h\ti\"\n\"ß😀\",\"مرحبا\nسطر\"\n"))
                .containsExactly(List.of("a,b", "c\nd"), List.of("e\r\nf\rg", "h\ti"), List.of("ß😀", "مرحبا\nسطر"));
    }

    @Test
    void doubledQuotesStayInTheValue() {
        assertThat(csv(1, "\"c\"\"d\"\n\"\"\"\"\n\"\"\"\"\"\"\n"))
                .containsExactly(List.of("c\"\"d"), List.of("\"\""), List.of("\"\"\"\""));
    }

    @Test
    void linesMayEndAsOnWindows() {
        assertThat(csv(2, "\"a\",\"b\"\r\n,\r\nc,d\r\n\"e\",\"f\"\r"))
                .containsExactly(List.of("a", "b"), Arrays.asList(null, null), List.of("c", "d"), List.of("e", "f"));
    }

    @Test
    void valuesWithoutQuotesAreTakenAsTheyAre() {
        assertThat(csv(2, "1,x y\n2,\n")).containsExactly(List.of("1", "x y"), Arrays.asList("2", null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"a\"|fewer values",
                "\"a\",\"b\",\"c\"|more values",
                "a,b,c|more values",
                "\"a\"x,\"b\"|follows the quote",
                "\"a\",\"b|within a quoted value",
                "\"a\",\"b\"\"|within a quoted value"
            })
    void whatBreaksTheFormatIsSaid(String text, String what) {
        assertThatExceptionOfType(Tokenizer.TokenException.class)
                .isThrownBy(() -> csv(2, text))
                .withMessageContaining(what);
    }

    @Test
    void linesAreSplitAtTabsWithoutQuotesAndPadded() {
        assertThat(all(new LineTokenizer(2), 2, "id\tint\n\"q\tx\n\nlast\ta\tb\r\nno end"))
                .containsExactly(
                        List.of("id", "int"),
                        List.of("\"q", "x"),
                        Arrays.asList("", null),
                        List.of("last", "a\tb"),
                        Arrays.asList("no end", null));
    }

    @Test
    void theOneColumnIsTheWholeLine() {
        assertThat(all(new LineTokenizer(1), 1, "Partitions not in metastore:\tt:2019\nb\n"))
                .containsExactly(List.of("Partitions not in metastore:\tt:2019"), List.of("b"));
    }
}

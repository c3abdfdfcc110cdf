package dev.sluice.reader.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.UnsupportedResultException;
import dev.sluice.reader.internal.arrow.VectorSizes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TextColumnTest {
    private final BufferAllocator root = new RootAllocator();

    @AfterEach
    void nothingIsLeft() {
        root.close();
    }

    private static TextColumn column(String type) {
        return column(type, TimestampUnit.MICROSECOND);
    }

    private static TextColumn column(String type, TimestampUnit unit) {
        return TextColumn.of("c", type, 0, 0, unit);
    }

    /** The value of a text, with a NULL on either side, within the bound. */
    private Object read(TextColumn column, String text) {
        byte[] utf8 = ("«" + text + "»").getBytes(StandardCharsets.UTF_8);
        int length = utf8.length - 4;
        long bound = column.bound(VectorSizes.standard(), 3, length);
        try (BufferAllocator child = root.newChildAllocator("bounded", 0, bound);
                FieldVector vector = column.vector(child, 3, length)) {
            column.set(
                    vector, 1, utf8, 2, 2 + length, row -> ResultPlace.unknown().withRow(row));
            vector.setValueCount(3);
            assertThat(child.getAllocatedMemory()).isLessThanOrEqualTo(bound);
            assertThat(vector.isNull(0)).isTrue();
            assertThat(vector.isNull(2)).isTrue();
            if (vector.isNull(1)) {
                return null;
            }
            if (vector instanceof TimeNanoVector time) {
                return time.get(1);
            }
            if (vector instanceof TimeStampVector timestamp) {
                return timestamp.get(1);
            }
            return vector instanceof IntervalYearVector months ? Period.ofMonths(months.get(1)) : plain(vector);
        }
    }

    private static Object plain(FieldVector vector) {
        Object value = vector.getObject(1);
        return value instanceof org.apache.arrow.vector.util.Text ? value.toString() : value;
    }

    static List<Arguments> values() {
        return List.of(
                Arguments.of("boolean", "true", true),
                Arguments.of("boolean", "false", false),
                Arguments.of("tinyint", "-128", (byte) -128),
                Arguments.of("tinyint", "127", (byte) 127),
                Arguments.of("smallint", "-32768", Short.MIN_VALUE),
                Arguments.of("smallint", "32767", Short.MAX_VALUE),
                Arguments.of("integer", "-2147483648", Integer.MIN_VALUE),
                Arguments.of("int", "2147483647", Integer.MAX_VALUE),
                Arguments.of("bigint", "9223372036854775807", Long.MAX_VALUE),
                Arguments.of("bigint", "-9223372036854775808", Long.MIN_VALUE),
                Arguments.of("bigint", "0", 0L),
                Arguments.of("bigint", "+7", 7L),
                Arguments.of("float", "1.2345678E7", 1.2345678E7f),
                Arguments.of("real", "NaN", Float.NaN),
                Arguments.of("real", "-Infinity", Float.NEGATIVE_INFINITY),
                Arguments.of("double", "4.9E-324", 4.9E-324),
                Arguments.of("double", "-0.0", -0.0),
                Arguments.of("double", "Infinity", Double.POSITIVE_INFINITY),
                Arguments.of("double", "1.7976931348623157E308", Double.MAX_VALUE),
                Arguments.of("decimal(3,2)", "1.50", new BigDecimal("1.50")),
                Arguments.of("decimal(2, 2)", "-0.10", new BigDecimal("-0.10")),
                Arguments.of("decimal(10,3)", "7", new BigDecimal("7.000")),
                Arguments.of("decimal(38,0)", "9".repeat(38), new BigDecimal("9".repeat(38))),
                Arguments.of("decimal(38,38)", "-0." + "9".repeat(38), new BigDecimal("-0." + "9".repeat(38))),
                Arguments.of("varchar", "ünïcødé 🎉", "ünïcødé 🎉"),
                Arguments.of("varchar(5)", "", ""),
                Arguments.of("string", "NULL", "NULL"),
                Arguments.of("char(5)", "ab   ", "ab   "),
                Arguments.of("json", "\"Hello\"", "\"Hello\""),
                Arguments.of("uuid", "12151fd2-7586-11e9-8f9e-2a86e4085a59", "12151fd2-7586-11e9-8f9e-2a86e4085a59"),
                Arguments.of("time with time zone", "01:02:03.123+02:00", "01:02:03.123+02:00"),
                Arguments.of("geometry", "POINT (1 2)", "POINT (1 2)"),
                Arguments.of("array", "[1, 2]", "[1, 2]"),
                Arguments.of("array(integer)", "[1, 2]", "[1, 2]"),
                Arguments.of("a type of tomorrow", "x", "x"),
                Arguments.of("", "no type told", "no type told"),
                Arguments.of("varbinary", "00 ff 10 AB", new byte[] {0, -1, 16, (byte) 0xab}),
                Arguments.of("varbinary", "31", new byte[] {0x31}),
                Arguments.of("varbinary", "", new byte[0]),
                Arguments.of(
                        "date", "2024-02-29", (int) LocalDate.of(2024, 2, 29).toEpochDay()),
                Arguments.of("date", "0001-01-01", (int) LocalDate.of(1, 1, 1).toEpochDay()),
                Arguments.of("date", "-0001-01-01", (int) LocalDate.of(-1, 1, 1).toEpochDay()),
                Arguments.of(
                        "date", "+10000-01-01", (int) LocalDate.of(10000, 1, 1).toEpochDay()),
                Arguments.of("time", "01:02:03", 3_723_000_000_000L),
                Arguments.of("time(3)", "01:02:03.123", 3_723_123_000_000L),
                Arguments.of("time(9)", "23:59:59.999999999", 86_399_999_999_999L),
                Arguments.of("time(12)", "00:00:00.000000001000", 1L),
                Arguments.of("interval day to second", "2 03:04:05.678", Duration.ofMillis(183_845_678)),
                Arguments.of("interval day to second", "-0 03:00:00.000", Duration.ofHours(-3)),
                Arguments.of("interval year to month", "3-2", Period.ofMonths(38)),
                Arguments.of("interval year to month", "-3-2", Period.ofMonths(-38)),
                Arguments.of("interval year to month", "0-3", Period.ofMonths(3)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyTypeReadsItsText(String type, String text, Object value) {
        assertThat(read(column(type), text)).isEqualTo(value);
    }

    private static long micros(String local) {
        Instant instant = LocalDateTime.parse(local).toInstant(ZoneOffset.UTC);
        return Math.addExact(instant.getEpochSecond() * 1_000_000, instant.getNano() / 1_000);
    }

    @ParameterizedTest
    @CsvSource({
        "2024-02-29 01:02:03,2024-02-29T01:02:03",
        "2024-02-29 01:02:03.120,2024-02-29T01:02:03.120",
        "2023-04-11 20:58:43.130001,2023-04-11T20:58:43.130001",
        "2024-02-29 01:02:03.123456000000,2024-02-29T01:02:03.123456",
        "0001-01-01 00:00:00.000,0001-01-01T00:00:00",
        "1969-12-31 23:59:59.999,1969-12-31T23:59:59.999",
        "+12345-01-01 00:00:00.000,+12345-01-01T00:00:00"
    })
    void timestampsAreKeptToTheMicrosecond(String text, String local) {
        assertThat(read(column("timestamp"), text)).isEqualTo(micros(local));
        assertThat(read(column("timestamp(6)"), text)).isEqualTo(micros(local));
    }

    @ParameterizedTest
    @CsvSource({
        "2001-08-22 03:04:05.321 America/Los_Angeles,2001-08-22T10:04:05.321",
        "2001-08-22 03:04:05.321 UTC,2001-08-22T03:04:05.321",
        "2001-08-22 03:04:05.321 +05:30,2001-08-21T21:34:05.321",
        "2001-08-22 03:04:05.321+05:30,2001-08-21T21:34:05.321",
        "2001-08-22 03:04:05 Z,2001-08-22T03:04:05",
        "2024-10-27 02:30:00.000 Europe/Berlin,2024-10-27T00:30:00"
    })
    void timestampsWithAnyZoneAreInstants(String text, String utc) {
        assertThat(read(column("timestamp with time zone"), text)).isEqualTo(micros(utc));
        assertThat(read(column("timestamp(3) with time zone"), text)).isEqualTo(micros(utc));
    }

    @Test
    void nanosecondsAreKeptWhereTheyAreAskedFor() {
        assertThat(read(column("timestamp", TimestampUnit.NANOSECOND), "2024-02-29 01:02:03.123456789"))
                .isEqualTo(1_709_168_523_123_456_789L);
        assertThat(read(column("timestamp", TimestampUnit.NANOSECOND), "1677-09-21 00:12:43.145224192"))
                .isEqualTo(Long.MIN_VALUE);
        assertThat(read(column("timestamp", TimestampUnit.NANOSECOND), "2262-04-11 23:47:16.854775807"))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aTimestampThatTheUnitCantHoldNamesTheOption() {
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> read(column("timestamp"), "2024-02-29 01:02:03.123456789"))
                .withMessageContaining("timestampUnit(NANOSECOND)")
                .satisfies(error -> assertThat(error.place().column()).isEqualTo("c"));
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> read(column("timestamp", TimestampUnit.NANOSECOND), "2262-04-11 23:47:16.854775808"))
                .withMessageContaining("timestampUnit(MICROSECOND)");
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> read(column("timestamp", TimestampUnit.NANOSECOND), "1677-09-21 00:12:43.145224191"));
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> read(column("timestamp"), "+999999-01-01 00:00:00"));
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> read(column("time"), "01:02:03.123456789012"));
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> read(column("interval day to second"), "0 00:00:00.000001"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "boolean|TRUE",
                "boolean|1",
                "tinyint|128",
                "tinyint|-129",
                "smallint|32768",
                "integer|2147483648",
                "integer|-2147483649",
                "bigint|9223372036854775808",
                "bigint|-9223372036854775809",
                "bigint|92233720368547758070",
                "bigint|-",
                "bigint|1.0",
                "bigint|1 ",
                "real|1.5f",
                "double|2d",
                "double| 1",
                "double|0x1p3",
                "double|one",
                "decimal(3,2)|1.505",
                "decimal(3,2)|10.00",
                "decimal(3,2)|x",
                "varbinary|0",
                "varbinary|0g",
                "varbinary|00ff",
                "varbinary|00-ff",
                "unknown|x",
                "date|2024-02-30",
                "date|2024-2-3",
                "date|2024-02-29 ",
                "date|24-02-29",
                "time|24:00:00",
                "time|01:02",
                "time|01:02:03.",
                "timestamp|2024-02-29",
                "timestamp|2024-02-29T01:02:03",
                "timestamp with time zone|2024-02-29 01:02:03",
                "timestamp with time zone|2024-02-29 01:02:03 Mars/Olympus",
                "interval day to second|03:04:05",
                "interval year to month|3",
                "interval year to month|3-12",
                "interval year to month|999999999-0"
            })
    void aTextOfSomethingElseIsAnErrorThatKeepsTheValueToItself(String type, String text) {
        assertThatExceptionOfType(MalformedResultException.class)
                .isThrownBy(() -> read(column(type), text))
                .satisfies(error -> {
                    assertThat(error.place().column()).isEqualTo("c");
                    assertThat(error.isRetryable()).isFalse();
                });
    }

    @ParameterizedTest
    @CsvSource({"boolean", "bigint", "double", "'decimal(3,2)'", "date", "timestamp", "unknown"})
    void anEmptyTextIsNullWhereItIsNoValue(String type) {
        assertThat(column(type).keepsEmpty()).isFalse();
        assertThat(read(column(type), "")).isNull();
    }

    @Test
    void textAndBytesKeepTheEmptyValue() {
        assertThat(column("varchar").keepsEmpty()).isTrue();
        assertThat(column("varbinary").keepsEmpty()).isTrue();
    }

    @Test
    void columnsSayTheirTypeInSql() {
        assertThat(TextColumn.of("c", "decimal", 10, 2, TimestampUnit.MICROSECOND)
                        .column()
                        .athenaType())
                .isEqualTo("decimal(10,2)");
        assertThat(TextColumn.of("c", "varchar", Integer.MAX_VALUE, 0, TimestampUnit.MICROSECOND)
                        .column()
                        .athenaType())
                .isEqualTo("varchar");
        assertThat(TextColumn.of("c", "varchar", 12, 0, TimestampUnit.MICROSECOND)
                        .column()
                        .athenaType())
                .isEqualTo("varchar(12)");
        assertThat(column("FLOAT").column().athenaType()).isEqualTo("real");
        assertThat(column("decimal").column().field().getType()).isEqualTo(new ArrowType.Decimal(38, 0, 128));
    }

    @Test
    void manyValuesStayWithinTheirBound() {
        TextColumn column = column("varbinary");
        String text = "00 01 02 03 04 05 06 07";
        byte[] utf8 = text.getBytes(StandardCharsets.US_ASCII);
        int rows = 1_000;
        long bound = column.bound(VectorSizes.standard(), rows, (long) rows * utf8.length);
        try (BufferAllocator child = root.newChildAllocator("bounded", 0, bound);
                FieldVector vector = column.vector(child, rows, (long) rows * utf8.length)) {
            for (int row = 0; row < rows; row++) {
                column.set(vector, row, utf8, 0, utf8.length, at -> ResultPlace.unknown());
            }
            vector.setValueCount(rows);
            assertThat(vector.getObject(999)).isEqualTo(new byte[] {0, 1, 2, 3, 4, 5, 6, 7});
            assertThat(child.getPeakMemoryAllocation()).isLessThanOrEqualTo(bound);
        }
    }
}

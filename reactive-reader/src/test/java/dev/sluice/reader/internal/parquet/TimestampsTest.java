package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fs.S3Path;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.UnsupportedResultException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Timestamps in every unit are exact in the unit that was asked for, or an error that names the option. */
class TimestampsTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "MILLIS, MICROSECOND, -62135596800000, -62135596800000000",
        "MILLIS, NANOSECOND, 1700000000123, 1700000000123000000",
        "MICROS, MICROSECOND, -9223372036854775808, -9223372036854775808",
        "MICROS, NANOSECOND, -9223372036854775, -9223372036854775000",
        "NANOS, NANOSECOND, 9223372036854775807, 9223372036854775807",
        "NANOS, MICROSECOND, -1700000000123456000, -1700000000123456"
    })
    void valuesThatTheUnitHoldsAreExact(String stored, TimestampUnit unit, long value, long expected) throws Exception {
        try (ParquetFixture fixture = new ParquetFixture().unit(unit)) {
            List<Long> values = new ArrayList<>();
            fixture.read(
                    List.of(file(fixture, stored, value)),
                    root -> values.add(((TimeStampVector) root.getVector(0)).get(0)));
            assertThat(values).containsExactly(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MILLIS, MICROSECOND, 9223372036854775807, range",
        "MILLIS, NANOSECOND, -62135596800000, MICROSECOND",
        "MICROS, NANOSECOND, 9223372036854776, MICROSECOND",
        "NANOS, MICROSECOND, 1700000000123456001, timestampUnit(NANOSECOND)",
        "NANOS, MICROSECOND, -1, timestampUnit(NANOSECOND)"
    })
    void otherValuesAreErrorsThatNameTheOption(String stored, TimestampUnit unit, long value, String message)
            throws Exception {
        try (ParquetFixture fixture = new ParquetFixture().unit(unit)) {
            S3Path path = file(fixture, stored, value);
            assertThatThrownBy(() -> fixture.rows(List.of(path)))
                    .isInstanceOf(UnsupportedResultException.class)
                    .hasMessageContaining(message)
                    .hasMessageContaining("column t");
        }
    }

    private S3Path file(ParquetFixture fixture, String stored, long value) throws Exception {
        MessageType schema =
                MessageTypeParser.parseMessageType("message m { required int64 t (TIMESTAMP(" + stored + ",false)); }");
        Path file = directory.resolve("file.parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new Configuration(false))
                .withType(schema)
                .build()) {
            SimpleGroup row = new SimpleGroup(schema);
            row.add("t", value);
            writer.write(row);
        }
        return fixture.files.put("file", Files.readAllBytes(file));
    }
}

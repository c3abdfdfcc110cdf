package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.S3Path;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files by parquet-java in both page versions, all codecs, with and without dictionaries, flat and nested. */
class ParquetJavaFilesTest {
    static final List<String> SCHEMAS = List.of("""
            message flat {
              required int32 i; optional int64 l; optional boolean b; required boolean rb; optional float f;
              required double d; optional binary s (STRING); required binary raw; optional int32 tiny (INTEGER(8,true));
              optional int32 small (INTEGER(16,true)); required int32 u (INTEGER(32,false)); optional int32 day (DATE);
              optional int32 tm (TIME(MILLIS,false)); optional int64 tu (TIMESTAMP(MICROS,true));
              optional int64 tms (TIMESTAMP(MILLIS,false)); optional int32 d9 (DECIMAL(9,2));
              required int64 d18 (DECIMAL(18,4)); optional fixed_len_byte_array(9) d20 (DECIMAL(20,3));
              optional fixed_len_byte_array(16) id (UUID); required fixed_len_byte_array(5) fixed;
              required int32 byte (INTEGER(8,false)); optional binary j (JSON); optional fixed_len_byte_array(2) h (FLOAT16);
            }
            """, """
            message nested {
              optional group s { optional int32 a; required binary b (STRING); optional group deep { optional double x; } }
              optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
              required group matrix (LIST) { repeated group list { optional group element (LIST) {
                repeated group list { required int64 element; } } } }
              optional group m (MAP) { repeated group key_value { required binary key (STRING); optional int32 value; } }
              optional group mm (MAP) { repeated group key_value { required int32 key; optional group value (LIST) {
                repeated group list { optional group element { optional boolean p; optional binary q (STRING); } } } } }
            }
            """, """
            message legacy {
              repeated int32 bare;
              repeated group things { required int32 x; repeated binary names (STRING); }
              optional group bags (LIST) { repeated group bag { optional int32 array_element; } }
              optional group old (LIST) { repeated int64 array; }
              optional group tup (LIST) { repeated group tup_tuple { required int32 v; } }
              optional group two (LIST) { repeated group element { required int32 a; optional int32 b; } }
              optional group keys (MAP) { repeated group map { required binary key (STRING); } }
              optional group loose (MAP_KEY_VALUE) { repeated group map { optional binary key (STRING); optional int32 value; } }
            }
            """);

    record Case(int schema, RandomRows.Options options, int batchRows) {}

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        List<CompressionCodecName> codecs = List.of(
                CompressionCodecName.UNCOMPRESSED,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.GZIP,
                CompressionCodecName.ZSTD,
                CompressionCodecName.LZ4_RAW,
                CompressionCodecName.LZ4);
        for (int schema = 0; schema < SCHEMAS.size(); schema++) {
            for (WriterVersion version : WriterVersion.values()) {
                for (boolean dictionary : new boolean[] {true, false}) {
                    int number = cases.size();
                    CompressionCodecName codec = codecs.get(number / 2 % codecs.size());
                    int distinct = number % 3 == 0 ? 10 : 5_000;
                    cases.add(new Case(
                            schema, new RandomRows.Options(codec, version, dictionary, 150, distinct), 61 + number));
                    cases.add(
                            new Case(schema, new RandomRows.Options(codec, version, dictionary, 20_000, 700), 100_000));
                }
            }
        }
        return cases.stream();
    }

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("cases")
    void valuesEqualThoseOfParquetJava(Case test) throws Exception {
        Path file = directory.resolve("file.parquet");
        RandomRows.write(
                MessageTypeParser.parseMessageType(SCHEMAS.get(test.schema)),
                file,
                test.options,
                3_000,
                test.batchRows);
        List<List<Object>> expected = GroupOracle.rows(file);
        try (ParquetFixture fixture = new ParquetFixture().batchRows(test.batchRows)) {
            S3Path path = fixture.files.put("file", Files.readAllBytes(file));
            List<List<Object>> rows = fixture.rows(List.of(path));
            assertThat(rows).hasSameSizeAs(expected);
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i)).as("row %d", i).isEqualTo(expected.get(i));
            }
        }
    }
}

package dev.sluice.reader.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.fs.S3Path;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.UnsupportedResultException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Files by Trino's and Hive's own writers, value by value against what Trino reads from them. */
class TrinoFilesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Hive writes nine digits; what their years need no unit can hold. */
    private static final Set<String> NANOSECONDS = Set.of("hive_dict_pages", "hive_nested_snappy");

    private static final Map<String, String> ERRORS = Map.of(
            "hive_scalars_snappy", "more digits than microseconds hold",
            "hive_scalars_uncompressed", "more digits than microseconds hold");

    @TestFactory
    Stream<DynamicTest> everyFileReadsAsTrinoReadsIt() {
        return SharedFiles.list("trino-parquet", ".parquet").stream()
                .map(file -> DynamicTest.dynamicTest(name(file), () -> check(file)));
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".parquet", "");
    }

    private static void check(Path file) throws IOException {
        String name = name(file);
        try (ParquetFixture fixture = new ParquetFixture().batchRows(333)) {
            fixture.unit(NANOSECONDS.contains(name) ? TimestampUnit.NANOSECOND : TimestampUnit.MICROSECOND);
            S3Path path = fixture.files.put(name, Files.readAllBytes(file));
            if (ERRORS.containsKey(name)) {
                assertThatThrownBy(() -> fixture.rows(List.of(path)))
                        .isInstanceOf(UnsupportedResultException.class)
                        .hasMessageContaining(ERRORS.get(name));
                return;
            }
            List<String> columns = new ArrayList<>();
            List<List<Object>> rows = new ArrayList<>();
            fixture.read(List.of(path), root -> {
                columns.clear();
                root.getSchema().getFields().forEach(field -> columns.add(field.getName()));
                ArrowValues.rows(root, rows);
            });
            compare(file, columns, rows);
        }
    }

    private static void compare(Path file, List<String> columns, List<List<Object>> rows) throws IOException {
        Path tree = file.resolveSibling(name(file) + ".tree.jsonl.gz");
        Path plain = file.resolveSibling(name(file).replaceAll("partitioned_.", "partitioned") + ".jsonl.gz");
        Iterator<List<Object>> actual = rows.iterator();
        int number = 0;
        String partition = name(file).equals("partitioned_1") ? "odd" : "even";
        for (JsonNode expected : lines(Files.exists(tree) ? tree : plain)) {
            if (name(file).startsWith("partitioned")
                    && !expected.get("p").asText().equals(partition)) {
                continue;
            }
            assertThat(actual.hasNext()).as("row %d", number).isTrue();
            List<Object> row = actual.next();
            for (int i = 0; i < columns.size(); i++) {
                assertSame(expected.get(columns.get(i)), row.get(i), "row " + number + ", " + columns.get(i));
            }
            number++;
        }
        assertThat(actual.hasNext()).as("more than %d rows", number).isFalse();
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<JsonNode> lines = new ArrayList<>();
            reader.readLine();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(JSON.readTree(line));
            }
            return lines;
        }
    }

    private static void assertSame(JsonNode expected, Object actual, String place) {
        assertThat(expected).as(place + " is not expected at all").isNotNull();
        if (expected.isNull() || actual == null) {
            assertThat(actual == null)
                    .as(place + ": " + expected + " / " + actual)
                    .isEqualTo(expected.isNull());
        } else if (expected.isArray()) {
            assertElements(expected, (List<?>) actual, place);
        } else if (expected.has("map")) {
            assertEntries(expected.get("map"), (List<?>) actual, place);
        } else if (expected.has("row")) {
            Map<?, ?> struct = (Map<?, ?>) actual;
            assertThat(struct).as(place).hasSize(expected.get("row").size());
            for (JsonNode field : expected.get("row")) {
                String name = field.get(0).asText();
                assertSame(field.get(1), struct.get(name), place + "." + name);
            }
        } else {
            assertThat(actual).as(place).isEqualTo(parse(expected.asText(), actual));
        }
    }

    private static void assertElements(JsonNode expected, List<?> actual, String place) {
        assertThat(actual).as(place).hasSize(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            assertSame(expected.get(i), actual.get(i), place + "[" + i + "]");
        }
    }

    /** Entries by their key: Trino's client gives them in another order than the file. */
    private static void assertEntries(JsonNode expected, List<?> actual, String place) {
        assertThat(actual).as(place).hasSize(expected.size());
        Map<Object, Object> byKey = new HashMap<>();
        actual.forEach(entry -> byKey.put(((List<?>) entry).get(0), ((List<?>) entry).get(1)));
        for (JsonNode entry : expected) {
            Object like = byKey.keySet().iterator().next();
            Object key = parse(entry.get(0).asText(), like);
            assertThat(byKey).as(place).containsKey(key);
            assertSame(entry.get(1), byKey.get(key), place + "[" + key + "]");
        }
    }

    /** Trino's text as a value of the same class. */
    private static Object parse(String text, Object like) {
        if (like instanceof Float) {
            return Float.valueOf(text);
        }
        if (like instanceof Double) {
            return Double.valueOf(text);
        }
        if (like instanceof BigDecimal) {
            return new BigDecimal(text);
        }
        if (like instanceof Boolean) {
            return Boolean.valueOf(text);
        }
        if (like instanceof ArrowValues.Bytes) {
            return new ArrowValues.Bytes(HexFormat.of().parseHex(text.replaceAll("\\s", "")));
        }
        if (like instanceof LocalDate) {
            return LocalDate.parse(text);
        }
        if (like instanceof LocalTime) {
            return LocalTime.parse(text);
        }
        if (like instanceof LocalDateTime) {
            return LocalDateTime.parse(text.replace(" UTC", "").replace(' ', 'T'));
        }
        if (like instanceof Byte) {
            return Byte.valueOf(text);
        }
        if (like instanceof Short) {
            return Short.valueOf(text);
        }
        if (like instanceof Integer) {
            return Integer.valueOf(text);
        }
        if (like instanceof Long) {
            return Long.valueOf(text);
        }
        // char(n) is stored without its padding, and the file does not say that it is one.
        return like.equals(text.stripTrailing()) ? like : text;
    }
}

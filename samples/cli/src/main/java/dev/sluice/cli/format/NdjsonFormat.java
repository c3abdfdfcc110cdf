package dev.sluice.cli.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object a line. Numbers are numbers (NaN and the infinities, which JSON does not have, are strings), bytes are
 * base64, temporal values are ISO 8601. A column that shares its name with an earlier one gets {@code _2}, {@code _3} …
 */
final class NdjsonFormat implements RowFormat {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private List<String> names = List.of();

    @Override
    public void begin(ResultSchema schema, OutputStream out) {
        names = distinct(schema.columns());
    }

    @Override
    public void write(RecordBatch batch, int rows, OutputStream out) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET).setRootValueSeparator(null);
            for (int index = 0; index < rows; index++) {
                Row row = batch.row(index);
                json.writeStartObject();
                for (int column = 0; column < names.size(); column++) {
                    json.writeFieldName(names.get(column));
                    writeValue(json, row.get(column));
                }
                json.writeEndObject();
                json.writeRaw('\n');
            }
        }
    }

    @Override
    public void end(OutputStream out) {}

    private static void writeValue(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (value instanceof Double number) {
            json.writeNumber(number); // the generator quotes what is not finite
        } else if (value instanceof Float number) {
            json.writeNumber(number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else if (value instanceof byte[] bytes) {
            json.writeBinary(bytes);
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                writeValue(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(String.valueOf(ValueText.of(entry.getKey())));
                writeValue(json, entry.getValue());
            }
            json.writeEndObject();
        } else {
            json.writeString(value.toString()); // text, and what java.time writes as ISO 8601
        }
    }

    private static List<String> distinct(List<ResultColumn> columns) {
        Set<String> taken = new HashSet<>();
        columns.forEach(column -> taken.add(column.name()));
        Set<String> used = new HashSet<>();
        List<String> names = new ArrayList<>();
        for (ResultColumn column : columns) {
            String name = column.name();
            for (int number = 2; !used.add(name); number++) {
                String candidate = column.name() + "_" + number;
                name = taken.contains(candidate) ? name : candidate;
            }
            names.add(name);
        }
        return List.copyOf(names);
    }
}

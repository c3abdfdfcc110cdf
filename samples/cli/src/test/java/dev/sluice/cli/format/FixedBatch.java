package dev.sluice.cli.format;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** A batch of given values, in the classes that {@link Row} promises. */
record FixedBatch(ResultSchema schema, List<List<Object>> rows) implements RecordBatch {
    /** Columns as {@code "name type"}. */
    static ResultSchema schema(String... columns) {
        List<ResultColumn> list = new ArrayList<>();
        for (String column : columns) {
            String[] words = column.split(" ", 2);
            list.add(new ResultColumn(words[0], words[1], Field.nullable(words[0], ArrowType.Utf8.INSTANCE)));
        }
        return new ResultSchema(list);
    }

    /** All that a format writes for the batches, the first {@code limit} rows of each. */
    static String written(RowFormat format, int limit, ResultSchema schema, FixedBatch... batches) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.begin(schema, out);
        for (FixedBatch batch : batches) {
            format.write(batch, Math.min(limit, batch.rowCount()), out);
        }
        format.end(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public int rowCount() {
        return rows.size();
    }

    @Override
    public VectorSchemaRoot vectors() {
        throw new UnsupportedOperationException("This batch has values only");
    }

    @Override
    public OwnedBatch detach(BufferAllocator target) {
        throw new UnsupportedOperationException("No format keeps a batch");
    }

    @Override
    public Row row(int index) {
        List<Object> values = rows.get(index);
        return new Row() {
            @Override
            public ResultSchema schema() {
                return schema;
            }

            @Override
            public boolean isNull(int column) {
                return values.get(column) == null;
            }

            @Override
            public Object get(int column) {
                return values.get(column);
            }

            @Override
            public <T> T get(int column, Class<T> type) {
                return type.cast(values.get(column));
            }
        };
    }
}

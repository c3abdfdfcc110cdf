package dev.sluice.cli.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.OwnedBatch;
import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.api.Test;

class ArrowFormatTest {
    private static final Field ID = Field.nullable("id", new ArrowType.Int(64, true));
    private static final Field NAME = Field.nullable("name", ArrowType.Utf8.INSTANCE);
    private static final ResultSchema SCHEMA =
            new ResultSchema(List.of(new ResultColumn("id", "bigint", ID), new ResultColumn("name", "varchar", NAME)));

    @Test
    void streamReadsBackBatchByBatch() throws IOException {
        List<List<String>> batches = roundTrip(List.of(3, 2), 10);

        assertThat(batches).containsExactly(List.of("0=null", "1=row 1", "2=row 2"), List.of("0=null", "1=row 1"));
    }

    @Test
    void onlyTheFirstRowsOfABatchAreWrittenWhenAskedFor() throws IOException {
        assertThat(roundTrip(List.of(9), 2)).containsExactly(List.of("0=null", "1=row 1"));
    }

    @Test
    void resultWithoutRowsIsASchemaAndTheEnd() throws IOException {
        assertThat(roundTrip(List.of(), 10)).isEmpty();
    }

    private static List<List<String>> roundTrip(List<Integer> sizes, int limit) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<List<String>> batches = new ArrayList<>();
        try (BufferAllocator allocator = new RootAllocator()) {
            ArrowFormat format = new ArrowFormat();
            format.begin(SCHEMA, out);
            for (int size : sizes) {
                try (VectorSchemaRoot root = root(allocator, size)) {
                    format.write(new RootBatch(root), Math.min(limit, size), out);
                }
            }
            format.end(out);
            try (ArrowStreamReader reader =
                    new ArrowStreamReader(new ByteArrayInputStream(out.toByteArray()), allocator)) {
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                assertThat(root.getSchema()).isEqualTo(new Schema(List.of(ID, NAME)));
                while (reader.loadNextBatch()) {
                    List<String> rows = new ArrayList<>();
                    for (int row = 0; row < root.getRowCount(); row++) {
                        rows.add(root.getVector(0).getObject(row) + "="
                                + root.getVector(1).getObject(row));
                    }
                    batches.add(rows);
                }
            }
        } // closing the allocator fails if a byte is left
        return batches;
    }

    private static VectorSchemaRoot root(BufferAllocator allocator, int size) {
        VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA.arrow(), allocator);
        BigIntVector ids = (BigIntVector) root.getVector(0);
        VarCharVector names = (VarCharVector) root.getVector(1);
        for (int row = 0; row < size; row++) {
            ids.setSafe(row, row);
            if (row == 0) {
                names.setNull(row);
            } else {
                names.setSafe(row, new Text("row " + row));
            }
        }
        root.setRowCount(size);
        return root;
    }

    private record RootBatch(VectorSchemaRoot vectors) implements RecordBatch {
        @Override
        public int rowCount() {
            return vectors.getRowCount();
        }

        @Override
        public ResultSchema schema() {
            return SCHEMA;
        }

        @Override
        public OwnedBatch detach(BufferAllocator target) {
            throw new UnsupportedOperationException("No format keeps a batch");
        }

        @Override
        public Row row(int index) {
            throw new UnsupportedOperationException("This batch has vectors only");
        }
    }
}

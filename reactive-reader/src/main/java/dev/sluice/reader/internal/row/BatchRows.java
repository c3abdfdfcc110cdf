package dev.sluice.reader.internal.row;

import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The rows of a batch. Used by one thread at a time. */
public final class BatchRows {
    private final ResultSchema schema;
    private final ColumnReader[] readers;
    private final int rowCount;
    private final Runnable requireOpen;

    /**
     * Rows over vectors.
     *
     * @param schema of the result; its columns are the vectors, in order
     * @param vectors of the batch
     * @param requireOpen throws once the vectors are gone
     */
    public BatchRows(ResultSchema schema, VectorSchemaRoot vectors, Runnable requireOpen) {
        List<FieldVector> columns = vectors.getFieldVectors();
        if (columns.size() != schema.size()) {
            throw new IllegalArgumentException(columns.size() + " vectors for the columns " + schema);
        }
        this.schema = schema;
        this.readers = columns.stream().map(ColumnReaders::of).toArray(ColumnReader[]::new);
        this.rowCount = vectors.getRowCount();
        this.requireOpen = requireOpen;
    }

    /** One row; it does not keep the batch reachable. */
    public Row row(int index) {
        return row(index, this);
    }

    /** One row that keeps {@code owner} reachable for as long as it is. */
    public Row row(int index, Object owner) {
        requireOpen.run();
        return new RowView(this, Objects.checkIndex(index, rowCount), owner);
    }

    ResultSchema schema() {
        return schema;
    }

    /** The reader of a column, while the batch is open. */
    ColumnReader column(int index) {
        requireOpen.run();
        return readers[Objects.checkIndex(index, readers.length)];
    }
}

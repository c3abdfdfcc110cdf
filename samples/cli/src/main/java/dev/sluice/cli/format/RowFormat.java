package dev.sluice.cli.format;

import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultSchema;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a result's rows as they come. Of one result and one thread at a time; never blocks, since it writes to memory. */
public interface RowFormat {
    /**
     * Writes what stands before the first row.
     *
     * @param schema the columns, at least one
     * @param out where to
     * @throws IOException if {@code out} fails
     */
    void begin(ResultSchema schema, OutputStream out) throws IOException;

    /**
     * Writes the first rows of a batch; keeps nothing of the batch itself.
     *
     * @param batch the batch, valid within this call
     * @param rows how many of its rows, at least 1
     * @param out where to
     * @throws IOException if {@code out} fails
     */
    void write(RecordBatch batch, int rows, OutputStream out) throws IOException;

    /**
     * Writes what stands behind the last row.
     *
     * @param out where to
     * @throws IOException if {@code out} fails
     */
    void end(OutputStream out) throws IOException;
}

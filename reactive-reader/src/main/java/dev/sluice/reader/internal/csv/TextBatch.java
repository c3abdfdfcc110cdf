package dev.sluice.reader.internal.csv;

import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.internal.arrow.BatchAllocation;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.VectorSizes;
import dev.sluice.reader.internal.text.TextColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Says which records fit one batch, and makes its vectors. */
final class TextBatch {
    private final List<TextColumn> columns;
    private final VectorSizes sizes;
    private final long target;
    private final long[] textBytes;
    private long bound;
    private long lastTried;

    /**
     * Batches of some columns.
     *
     * @param target what a batch of several records stays below
     */
    TextBatch(List<TextColumn> columns, VectorSizes sizes, long target) {
        this.columns = columns;
        this.sizes = sizes;
        this.target = target;
        this.textBytes = new long[columns.size()];
    }

    /** What the vectors of the admitted records take at most. */
    long bound() {
        return bound;
    }

    /**
     * Takes a record in, unless the batch would become too large.
     *
     * @param limit what also a batch of one record may not exceed
     */
    boolean admit(Records records, int record, long limit) {
        addText(records, record, 1);
        lastTried = 0;
        for (int i = 0; i < textBytes.length; i++) {
            lastTried += columns.get(i).bound(sizes, record + 1, textBytes[i]);
        }
        if (lastTried > (record == 0 ? limit : target)) {
            addText(records, record, -1);
            return false;
        }
        bound = lastTried;
        return true;
    }

    private void addText(Records records, int record, int sign) {
        for (int i = 0; i < textBytes.length; i++) {
            textBytes[i] += (long) sign * records.length(record, i);
        }
    }

    MemoryLimitExceededException tooLarge(ResultPlace place, long limit) {
        return new MemoryLimitExceededException("a record", place, lastTried, limit, null);
    }

    void reset() {
        Arrays.fill(textBytes, 0);
        bound = 0;
    }

    /** The vectors of all records. Takes the memory over, also when it fails. Unescapes values in place. */
    DecodedBatch build(
            byte[] bytes, Records records, BatchAllocation memory, boolean last, IntFunction<ResultPlace> places) {
        int rows = records.count();
        List<FieldVector> vectors = new ArrayList<>(columns.size());
        try {
            for (int i = 0; i < columns.size(); i++) {
                FieldVector vector = columns.get(i).vector(memory.allocator(), rows, textBytes[i]);
                vectors.add(vector);
                fill(columns.get(i), i, vector, bytes, records, places);
                vector.setValueCount(rows);
            }
            memory.settle();
            return new DecodedBatch(
                    new VectorSchemaRoot(
                            columns.stream()
                                    .map(column -> column.column().field())
                                    .toList(),
                            vectors,
                            rows),
                    memory,
                    last);
        } catch (RuntimeException | Error e) {
            vectors.forEach(FieldVector::close);
            memory.close();
            throw e;
        }
    }

    private static void fill(
            TextColumn column,
            int index,
            FieldVector vector,
            byte[] bytes,
            Records records,
            IntFunction<ResultPlace> places) {
        int rows = records.count();
        for (int row = 0; row < rows; row++) {
            if (!records.isNull(row, index)) {
                int from = records.from(row, index);
                int to = records.to(row, index);
                int end = records.isEscaped(row, index) ? unescape(bytes, from, to) : to;
                column.set(vector, row, bytes, from, end, places);
            }
        }
    }

    /** Makes one quote of two, and gives the new end. Each value is looked at once, so the bytes may be written over. */
    private static int unescape(byte[] bytes, int from, int to) {
        int put = from;
        for (int at = from; at < to; at++) {
            bytes[put++] = bytes[at];
            if (bytes[at] == '"') {
                at++;
            }
        }
        return put;
    }
}

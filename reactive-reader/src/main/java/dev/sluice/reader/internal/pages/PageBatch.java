package dev.sluice.reader.internal.pages;

import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.internal.arrow.BatchAllocation;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.VectorSizes;
import dev.sluice.reader.internal.text.TextColumn;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Makes vectors of rows of a page: first how many rows fit, then the vectors themselves. */
final class PageBatch {
    private final List<TextColumn> columns;
    private final VectorSizes sizes;

    PageBatch(List<TextColumn> columns, VectorSizes sizes) {
        this.columns = columns;
        this.sizes = sizes;
    }

    /**
     * Rows for one batch.
     *
     * @param rows how many, at least 1
     * @param textBytes of each column
     * @param bound what their vectors take at most
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and made once for each batch
    record Cut(int rows, long[] textBytes, long bound) {}

    /**
     * How many of the rows make the next batch.
     *
     * @param limit what no batch may exceed
     * @param share a batch of several rows stays below this part of the limit
     */
    Cut cut(PageRows rows, int mostRows, long limit, int share) {
        long[] textBytes = new long[columns.size()];
        long bound = 0;
        int count = 0;
        int most = Math.min(mostRows, rows.left());
        while (count < most) {
            long[] longer = textBytes.clone();
            byte[] @Nullable [] cells = rows.cells(count);
            for (int i = 0; i < cells.length; i++) {
                byte[] cell = cells[i];
                longer[i] += cell == null ? 0 : cell.length;
            }
            long larger = bound(count + 1, longer);
            if (count > 0 && larger > limit / share) {
                break;
            }
            if (larger > limit) {
                throw new MemoryLimitExceededException("a row", rows.place(0), larger, limit, null);
            }
            textBytes = longer;
            bound = larger;
            count++;
        }
        return new Cut(count, textBytes, bound);
    }

    private long bound(int rows, long[] textBytes) {
        long sum = 0;
        for (int i = 0; i < textBytes.length; i++) {
            sum += columns.get(i).bound(sizes, rows, textBytes[i]);
        }
        return sum;
    }

    /** The vectors. Takes the memory over, also when it fails. */
    DecodedBatch build(PageRows rows, Cut cut, BatchAllocation memory, boolean lastPage) {
        List<FieldVector> vectors = new ArrayList<>(columns.size());
        try {
            for (int i = 0; i < columns.size(); i++) {
                vectors.add(columns.get(i).vector(memory.allocator(), cut.rows(), cut.textBytes()[i]));
            }
            for (int row = 0; row < cut.rows(); row++) {
                fill(vectors, rows, row);
            }
            for (FieldVector vector : vectors) {
                vector.setValueCount(cut.rows());
            }
            memory.settle();
            return new DecodedBatch(
                    new VectorSchemaRoot(
                            columns.stream()
                                    .map(column -> column.column().field())
                                    .toList(),
                            vectors,
                            cut.rows()),
                    memory,
                    lastPage && cut.rows() == rows.left());
        } catch (RuntimeException | Error e) {
            vectors.forEach(FieldVector::close);
            memory.close();
            throw e;
        }
    }

    private void fill(List<FieldVector> vectors, PageRows rows, int row) {
        byte[] @Nullable [] cells = rows.cells(row);
        for (int i = 0; i < cells.length; i++) {
            byte[] cell = cells[i];
            if (cell != null) {
                columns.get(i).set(vectors.get(i), row, cell, 0, cell.length, rows::place);
            }
        }
    }
}

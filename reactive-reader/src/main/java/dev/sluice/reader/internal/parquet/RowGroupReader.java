package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.internal.parquet.fetch.RowGroupFetch;
import dev.sluice.reader.internal.parquet.footer.ParquetFile;
import dev.sluice.reader.internal.parquet.footer.RowGroupMeta;
import dev.sluice.reader.internal.parquet.page.PageDecompressor;
import dev.sluice.reader.internal.parquet.schema.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * One row group's rows, batch by batch. {@link #prepare} loads pages until the next batch can be cut, and may be called again
 * whenever bytes have arrived or memory was granted; {@link #decode} then makes the batch.
 */
final class RowGroupReader {
    /** What {@link #prepare} came to. */
    enum State {
        /** {@link #bound()} bytes are needed for the vectors. */
        READY,
        /** Bytes must arrive. */
        NEEDS_BYTES,
        /** The work memory must be granted what it wanted. */
        NEEDS_MEMORY
    }

    private final ParquetFile file;
    private final RowGroupMeta group;
    private final RowGroupFetch fetch;
    private final WorkMemory work;
    private final BatchSizing sizing;
    private final List<ColumnReader> columns = new ArrayList<>();
    private final BatchAssembler assembler;

    private long rowsLeft;
    private int planned;
    private long bound;

    RowGroupReader(
            ParquetFile file,
            RowGroupMeta group,
            RowGroupFetch fetch,
            WorkMemory work,
            PageDecompressor decompressor,
            int[] block,
            BatchSizing sizing,
            BooleanSupplier cancelled) {
        this.file = file;
        this.group = group;
        this.fetch = fetch;
        this.work = work;
        this.sizing = sizing;
        this.rowsLeft = group.rows();
        for (Node.Leaf leaf : file.schema().leaves()) {
            PageLoader loader = new PageLoader(
                    leaf,
                    group.chunks().get(leaf.index()),
                    fetch.chunks().get(leaf.index()),
                    work,
                    decompressor,
                    block);
            columns.add(new ColumnReader(leaf, loader));
        }
        this.assembler = new BatchAssembler(file.schema(), columns, cancelled);
    }

    boolean finished() {
        return rowsLeft == 0;
    }

    RowGroupFetch fetch() {
        return fetch;
    }

    /** Bytes that the vectors of the prepared batch take at most. */
    long bound() {
        return bound;
    }

    State prepare() {
        State state = load(1, true);
        if (state != State.READY) {
            return state;
        }
        int wanted = (int) Math.min(rowsLeft, sizing.rows(group));
        state = load(wanted, false);
        if (state != State.READY) {
            return state;
        }
        int rows = wanted;
        for (ColumnReader column : columns) {
            rows = (int) Math.min(rows, column.rows());
        }
        return cut(rows);
    }

    /** Loads pages until every column has so many rows, or, beyond the first, until the room for pages is used up. */
    private State load(int rows, boolean must) {
        State state = State.READY;
        for (ColumnReader column : columns) {
            while (column.rows() < rows) {
                PageLoader.Outcome outcome = Failures.at(() -> place(column), column::load);
                if (outcome == PageLoader.Outcome.NEEDS_MEMORY) {
                    if (makeRoom(column, must)) {
                        return State.NEEDS_MEMORY;
                    }
                    break;
                }
                if (outcome == PageLoader.Outcome.NEEDS_BYTES) {
                    fetch.pump();
                    boolean starved = fetch.starved(column.leaf().index());
                    if (starved && must) {
                        throw tooLargeToFetch(column);
                    }
                    state = starved ? state : State.NEEDS_BYTES;
                    break;
                }
                if (outcome == PageLoader.Outcome.END && column.rows() < rows) {
                    throw new MalformedResultException(
                            "the column ends " + (rowsLeft - column.rows()) + " rows too early", place(column), null);
                }
            }
        }
        return state;
    }

    /** Whether the memory that a page wants may be asked for. */
    private boolean makeRoom(ColumnReader column, boolean must) {
        long limit = must ? sizing.mustLimit() : sizing.pageLimit();
        if (work.held() + work.wanted() > limit) {
            work.trim();
        }
        if (work.held() + work.wanted() <= limit) {
            return true;
        }
        if (must) {
            throw new MemoryLimitExceededException(
                    "a page beside those of the other columns",
                    place(column),
                    work.held() + work.wanted(),
                    limit,
                    null);
        }
        return false;
    }

    private MemoryLimitExceededException tooLargeToFetch(ColumnReader column) {
        return new MemoryLimitExceededException(
                "a page, compressed, beside those of the other columns",
                place(column),
                column.loader().pageBytes(),
                sizing.fetchLimit(),
                null);
    }

    /** Finds the largest number of rows whose vectors fit. */
    private State cut(int most) {
        int rows = most;
        while (true) {
            plan(rows);
            bound = columns.isEmpty() ? 0 : measure(rows);
            if (rows > 1 && bound > sizing.batchTarget()) {
                // At least halved, so that this ends soon; the exact size is measured again.
                rows = (int) Math.max(1, Math.min(rows / 2, (long) (rows * ((double) sizing.batchTarget() / bound))));
                continue;
            }
            long room = sizing.limit() - work.held();
            if (bound > room) {
                work.trim();
                room = sizing.limit() - work.held();
            }
            if (bound > room && rows > 1) {
                rows /= 2;
                continue;
            }
            if (bound > room) {
                throw new MemoryLimitExceededException(
                        "one row", place().withColumn(assembler.widest().path()), bound, room, null);
            }
            planned = rows;
            return State.READY;
        }
    }

    private void plan(int rows) {
        for (ColumnReader column : columns) {
            Failures.at(() -> place(column), () -> column.plan(rows));
        }
        if (rows == rowsLeft) {
            for (ColumnReader column : columns) {
                if (column.leaf().repetition() > 0 && (!column.loader().atEnd() || column.rows() != rows)) {
                    throw new MalformedResultException(
                            "the column goes on behind the row group's last row", place(column), null);
                }
            }
        }
    }

    private long measure(int rows) {
        return Failures.at(this::place, () -> assembler.bound(rows));
    }

    /** Makes the prepared batch. */
    VectorSchemaRoot decode(BufferAllocator allocator) {
        VectorSchemaRoot root = Failures.at(this::place, () -> assembler.assemble(planned, allocator));
        for (ColumnReader column : columns) {
            column.advance(work);
        }
        rowsLeft -= planned;
        return root;
    }

    int planned() {
        return planned;
    }

    private ResultPlace place() {
        ResultPlace place = ResultPlace.of(file.object().path().toString()).withRowGroup(group.index());
        ColumnReader column = assembler.current();
        return column == null ? place : place(column);
    }

    private ResultPlace place(ColumnReader column) {
        return ResultPlace.of(file.object().path().toString())
                .withRowGroup(group.index())
                .withColumn(column.leaf().path())
                .withPage(column.pageOrdinal());
    }

    /** Gives all memory and bytes back. */
    void close() {
        for (ColumnReader column : columns) {
            column.close(work);
        }
        fetch.close();
    }
}

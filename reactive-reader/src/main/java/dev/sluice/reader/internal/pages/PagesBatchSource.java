package dev.sluice.reader.internal.pages;

import dev.sluice.fs.budget.BudgetExceededException;
import dev.sluice.fs.budget.Permit;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.internal.arrow.BatchAllocation;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.PendingAllocation;
import dev.sluice.reader.internal.arrow.ResultMemory;
import dev.sluice.reader.internal.flow.BatchSource;
import dev.sluice.reader.internal.text.TextColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import software.amazon.awssdk.services.athena.model.Datum;
import software.amazon.awssdk.services.athena.model.GetQueryResultsResponse;
import software.amazon.awssdk.services.athena.model.Row;

/**
 * Batches from GetQueryResults: a page is fetched when the one before it is used up, and no sooner. Pages are of 1,000 rows,
 * or of fewer where the memory limit asks for it.
 */
public final class PagesBatchSource implements BatchSource {
    private static final int PAGE_ROWS = 1_000;
    /** What the first page is taken to weigh, before anything is known. */
    private static final long FIRST_PAGE_BYTES = 256 << 10;
    /** A part of the share for vectors that one batch should not exceed, so that several fit. */
    private static final int BATCH_SHARE = 4;

    private final ResultPages pages;
    private final String queryExecutionId;
    private final List<TextColumn> columns;
    private final boolean hasHeader;
    private final boolean splitsTabs;
    private final int batchRows;
    private final ResultMemory memory;
    private final Scheduler decode;
    private final Schema schema;
    private final PageBatch builder;

    private final Disposable.Swap pageMemory = Disposables.swap();
    /** Memory for the next batch that the decoder has yet to take over. */
    private final PendingAllocation waiting = new PendingAllocation();

    // one next() at a time uses these, each handing over to the one after it
    private PageRows rows = PageRows.NONE;
    private final Set<String> tokens = new HashSet<>();
    private @Nullable String token;
    private @Nullable Permit permit;
    private boolean last;
    private int pageNumber;
    private int pageRows = PAGE_ROWS;
    private long pageBytes = FIRST_PAGE_BYTES;

    /**
     * The pages of a query that succeeded.
     *
     * @param columns one at least
     * @param hasHeader whether the first row may be the columns' names
     * @param batchRows rows of a batch at most
     */
    public PagesBatchSource(
            ResultPages pages,
            String queryExecutionId,
            List<TextColumn> columns,
            boolean hasHeader,
            int batchRows,
            ResultMemory memory,
            Scheduler decode) {
        this.pages = pages;
        this.queryExecutionId = queryExecutionId;
        this.columns = List.copyOf(columns);
        this.hasHeader = hasHeader;
        this.splitsTabs = !hasHeader;
        this.batchRows = batchRows;
        this.memory = memory;
        this.decode = decode;
        this.schema = new Schema(
                this.columns.stream().map(column -> column.column().field()).toList());
        this.builder = new PageBatch(this.columns, memory.sizes());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Mono<DecodedBatch> next() {
        return Mono.defer(this::fetchIfUsedUp)
                .repeat(() -> rows.isEmpty() && !last)
                .then(Mono.defer(this::batch))
                .doOnDiscard(DecodedBatch.class, DecodedBatch::close);
    }

    private Mono<Void> fetchIfUsedUp() {
        if (!rows.isEmpty() || last) {
            return Mono.empty();
        }
        rows = PageRows.NONE;
        long expected = Math.min(pageBytes, memory.fetch().limit());
        return memory.fetch()
                .acquire(expected)
                .flatMap(granted -> {
                    hold(granted);
                    return pages.page(queryExecutionId, token, pageRows);
                })
                .publishOn(decode)
                .flatMap(this::weigh);
    }

    private void hold(Permit granted) {
        permit = granted;
        pageMemory.update(granted::close);
    }

    /** Makes the budget hold what the page really weighs; asks for a smaller page if it can't. */
    private Mono<Void> weigh(GetQueryResultsResponse answer) {
        List<Row> received = answer.resultSet() != null && answer.resultSet().hasRows()
                ? answer.resultSet().rows()
                : List.of();
        long bytes = PageRows.weigh(received);
        Permit held = permit;
        if (held != null && bytes <= held.bytes()) {
            held.shrinkTo(bytes);
            return Mono.fromRunnable(() -> accept(answer, received, bytes));
        }
        if (held != null) {
            held.close();
        }
        return memory.fetch()
                .acquire(bytes)
                .doOnNext(granted -> {
                    hold(granted);
                    accept(answer, received, bytes);
                })
                .onErrorResume(BudgetExceededException.class, tooLarge -> smaller(received.size(), bytes, tooLarge))
                .then();
    }

    private Mono<Permit> smaller(int receivedRows, long bytes, BudgetExceededException tooLarge) {
        if (receivedRows <= 1 || pageRows == 1) {
            return Mono.error(new MemoryLimitExceededException(
                    "a row of a page",
                    ResultPlace.unknown().withPage(pageNumber),
                    bytes,
                    memory.fetch().limit(),
                    tooLarge));
        }
        // The same token again: nothing of the large page has been used.
        pageRows = fitting(bytes, receivedRows);
        return Mono.empty();
    }

    /** How many rows like these fill half of the share. */
    private int fitting(long bytes, int receivedRows) {
        long rowBytes = Math.max(1, bytes / receivedRows);
        long fitting = memory.fetch().limit() / 2 / rowBytes;
        return (int) Math.max(1, Math.min(fitting, Math.min(PAGE_ROWS, Math.max(1, receivedRows / 2))));
    }

    private void accept(GetQueryResultsResponse answer, List<Row> received, long bytes) {
        List<Row> data = received;
        if (pageNumber == 0 && hasHeader && !data.isEmpty() && isHeader(data.get(0))) {
            data = data.subList(1, data.size());
        }
        rows = new PageRows(data, columns.size(), pageNumber, splitsTabs);
        pageBytes = Math.max(1, bytes + bytes / 4);
        pageNumber++;
        token = answer.nextToken();
        last = token == null || token.isEmpty();
        if (!last && !tokens.add(token)) {
            throw new MalformedResultException(
                    "Athena gave the same continuation twice, which would never end",
                    ResultPlace.unknown().withPage(pageNumber - 1),
                    null);
        }
        if (data.isEmpty()) {
            pageMemory.update(Disposables.disposed());
        }
    }

    private boolean isHeader(Row row) {
        List<Datum> cells = row.data();
        if (cells.size() != columns.size()) {
            return false;
        }
        for (int i = 0; i < cells.size(); i++) {
            if (!columns.get(i).column().name().equals(cells.get(i).varCharValue())) {
                return false;
            }
        }
        return true;
    }

    private Mono<DecodedBatch> batch() {
        if (rows.isEmpty()) {
            return Mono.empty();
        }
        PageBatch.Cut cut = builder.cut(rows, batchRows, memory.decode().limit(), BATCH_SHARE);
        return memory.allocate(cut.bound())
                .doOnNext(waiting::park)
                .publishOn(decode)
                .mapNotNull(granted -> decode(cut));
    }

    private @Nullable DecodedBatch decode(PageBatch.Cut cut) {
        BatchAllocation granted = waiting.take();
        if (granted == null) {
            // Closed in the meantime, which also frees it: there is nobody to decode for.
            return null;
        }
        DecodedBatch batch = builder.build(rows, cut, granted, last);
        rows.skip(cut.rows());
        if (rows.isEmpty()) {
            rows = PageRows.NONE;
            pageMemory.update(Disposables.disposed());
        }
        return batch;
    }

    @Override
    public void close() {
        waiting.close();
        pageMemory.dispose();
    }
}

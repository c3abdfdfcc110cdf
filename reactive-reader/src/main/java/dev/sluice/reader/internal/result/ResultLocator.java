package dev.sluice.reader.internal.result;

import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.internal.pages.ResultHead;
import dev.sluice.reader.internal.pages.ResultPages;
import dev.sluice.reader.internal.query.ExecutionSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Finds the result of a query that succeeded. */
public final class ResultLocator {
    private static final ResultHead NOTHING = new ResultHead(List.of(), null, false);

    private final S3FileSystem files;
    private final ResultPages pages;
    private final ReadOptions options;

    /** Finds results in a file system and in Athena. */
    public ResultLocator(S3FileSystem files, ResultPages pages, ReadOptions options) {
        this.files = files;
        this.pages = pages;
        this.options = options;
    }

    /**
     * Finds a result.
     *
     * @param unloadTarget where an UNLOAD of this reader's wrote; null if there was none
     * @param emptyHead the columns of an UNLOAD that wrote no file, asked for only then
     * @param budget for the manifest
     */
    public Mono<Located> locate(
            ExecutionSnapshot query,
            ResultPath path,
            @Nullable S3Path unloadTarget,
            Mono<ResultHead> emptyHead,
            ByteBudget budget) {
        return Mono.defer(() -> {
            ResultPlan plan = ResultPlanner.plan(query, path, unloadTarget);
            if (plan instanceof ResultPlan.Files parquet) {
                return parquetFiles(parquet, emptyHead, budget);
            }
            return pages.head(query.id()).map(head -> located(plan, head));
        });
    }

    private Mono<Located> parquetFiles(ResultPlan.Files parquet, Mono<ResultHead> emptyHead, ByteBudget budget) {
        S3Path manifest = parquet.manifest();
        Mono<List<S3Path>> listed = manifest == null
                ? Mono.just(List.of())
                : Manifest.read(files, manifest, parquet.target(), options, budget);
        return listed.flatMap(paths -> paths.isEmpty()
                ? emptyHead.defaultIfEmpty(NOTHING).map(Located.NoRows::new)
                : Mono.just(new Located.ParquetFiles(paths)));
    }

    private static Located located(ResultPlan plan, ResultHead head) {
        if (plan instanceof ResultPlan.Csv csv) {
            return new Located.CsvObject(csv.object(), head);
        }
        if (plan instanceof ResultPlan.Lines lines) {
            return new Located.LinesObject(lines.object(), head);
        }
        return plan instanceof ResultPlan.Written
                ? new Located.NoRows(new ResultHead(List.of(), head.updateCount(), false))
                : new Located.AthenaPages(head);
    }
}

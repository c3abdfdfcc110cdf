package dev.sluice.bench.memory;

import dev.sluice.bench.harness.BenchException;
import dev.sluice.testkit.engine.EngineException;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.InvalidStatementException;
import dev.sluice.testkit.engine.QueryEngine;
import dev.sluice.testkit.engine.StatementRequest;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The checksum by the engine itself, past protocol, files and reader: it groups every column, and each group's value counts as
 * often as it is there.
 */
final class ExpectedChecksum {
    private final QueryEngine engine;
    private final ExecutionContext context;
    private final String table;

    ExpectedChecksum(QueryEngine engine, ExecutionContext context, String table) {
        this.engine = engine;
        this.context = context;
        this.table = table;
    }

    DownloadChecksum compute() {
        int columns = DownloadChecksum.COLUMNS.size();
        long[] sums = new long[columns];
        long[] counts = new long[columns];
        for (int i = 0; i < columns; i++) {
            int column = i;
            String name = DownloadChecksum.COLUMNS.get(i).name();
            query("SELECT " + name + ", count(*) FROM " + table + " GROUP BY " + name, row -> {
                long count = ((Number) row[1]).longValue();
                sums[column] += count * ValueDigest.of(row[0]);
                counts[column] += count;
            });
        }
        long[] rowSum = new long[1];
        query(DownloadChecksum.rowSumSql(table), row -> rowSum[0] = ((Number) row[0]).longValue());
        return new DownloadChecksum(sums, rowSum[0], counts[0]);
    }

    private void query(String sql, Consumer<@Nullable Object[]> rows) {
        StatementRequest request = new StatementRequest(sql, List.of(), "AwsDataCatalog", "default");
        try (EngineResult result = engine.execute(request, engine.analyze(request), context)) {
            if (!(result instanceof EngineResult.Rows found)) {
                throw new BenchException("No rows of: " + sql);
            }
            found.rows().forEachRemaining(rows);
        } catch (EngineException | InvalidStatementException e) {
            throw new BenchException("The engine cannot compute its checksum: " + e.getMessage() + " in " + sql, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("Interrupted", e);
        }
    }
}

package dev.sluice.reader;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.QueryRun.Opened;
import dev.sluice.reader.internal.arrow.ResultMemory;
import dev.sluice.reader.internal.csv.DelimitedBatchSource;
import dev.sluice.reader.internal.flow.BatchSource;
import dev.sluice.reader.internal.pages.PagesBatchSource;
import dev.sluice.reader.internal.pages.ResultHead;
import dev.sluice.reader.internal.parquet.ParquetBatchSource;
import dev.sluice.reader.internal.parquet.ParquetOptions;
import dev.sluice.reader.internal.result.ArrowTypeNames;
import dev.sluice.reader.internal.result.EmptySource;
import dev.sluice.reader.internal.result.Located;
import dev.sluice.reader.internal.result.MeteredFileSystem;
import dev.sluice.reader.internal.text.TextColumn;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Makes the source that fits a result. */
final class ResultSources {
    private static final List<ResultHead.Column> BARE_TEXT = List.of(new ResultHead.Column("_col0", "varchar", 0, 0));

    private final ReaderCore core;
    private final QuerySettings settings;

    private final MeteredFileSystem files;

    ResultSources(ReaderCore core, QuerySettings settings, MeteredFileSystem files) {
        this.core = core;
        this.settings = settings;
        this.files = files;
    }

    /** The columns of a result, without keeping anything open. */
    Mono<ResultSchema> schema(Located located, QueryRun.Finished finished, ByteBudget budget) {
        if (located instanceof Located.ParquetFiles) {
            return Mono.usingWhen(
                    Mono.fromSupplier(() -> new ResultMemory(budget, core.allocator)),
                    memory -> open(located, finished, memory)
                            .flatMap(opened -> Mono.fromSupplier(() -> {
                                opened.source().close();
                                return opened.schema();
                            })),
                    memory -> Mono.empty());
        }
        return Mono.fromSupplier(() -> schema(columns(located)));
    }

    /** A source for one subscription. */
    Mono<Opened> open(Located located, QueryRun.Finished finished, ResultMemory memory) {
        return Mono.defer(() -> {
            if (located instanceof Located.ParquetFiles parquet) {
                return ParquetBatchSource.open(
                                files,
                                core.readOptions,
                                parquet.paths(),
                                new ParquetOptions(settings.batchRows, settings.timestampUnit),
                                memory,
                                core.decode)
                        .map(source -> new Opened(source, schema(source.schema())));
            }
            List<TextColumn> columns = columns(located);
            ResultSchema schema = schema(columns);
            if (located instanceof Located.AthenaPages) {
                if (columns.isEmpty()) {
                    return opened(new EmptySource(schema.arrow()), schema);
                }
                String statementType = finished.query().statistics().statementType();
                return opened(
                        new PagesBatchSource(
                                core.pages,
                                finished.query().id(),
                                columns,
                                mayHaveHeader(statementType),
                                settings.batchRows,
                                memory,
                                core.decode),
                        schema);
            }
            if (located instanceof Located.CsvObject csv && !columns.isEmpty()) {
                return DelimitedBatchSource.csv(
                                files, core.readOptions, csv.path(), columns, settings.batchRows, memory, core.decode)
                        .map(source -> new Opened(source, schema));
            }
            if (located instanceof Located.LinesObject lines && !columns.isEmpty()) {
                return DelimitedBatchSource.lines(
                                files, core.readOptions, lines.path(), columns, settings.batchRows, memory, core.decode)
                        .map(source -> new Opened(source, schema));
            }
            return opened(new EmptySource(schema.arrow()), schema);
        });
    }

    private static ResultSchema schema(Schema arrow) {
        return new ResultSchema(arrow.getFields().stream()
                .map(field -> new ResultColumn(field.getName(), ArrowTypeNames.of(field), field))
                .toList());
    }

    private static Mono<Opened> opened(BatchSource source, ResultSchema schema) {
        return Mono.just(new Opened(source, schema));
    }

    /** Only what a query returns begins with its columns' names. */
    private static boolean mayHaveHeader(@Nullable String statementType) {
        return statementType == null || statementType.equals("DML");
    }

    private List<TextColumn> columns(Located located) {
        ResultHead head;
        if (located instanceof Located.AthenaPages pages) {
            head = pages.head();
        } else if (located instanceof Located.CsvObject csv) {
            head = csv.head();
        } else if (located instanceof Located.LinesObject lines) {
            head = lines.head();
        } else if (located instanceof Located.NoRows none) {
            head = none.head();
        } else {
            return List.of();
        }
        // MSCK REPAIR gives rows and no columns: their text must not be lost.
        List<ResultHead.Column> given = head.columns().isEmpty() && head.hasRows() ? BARE_TEXT : head.columns();
        return given.stream()
                .map(column -> TextColumn.of(
                        column.name(), column.type(), column.precision(), column.scale(), settings.timestampUnit))
                .toList();
    }

    private static ResultSchema schema(List<TextColumn> columns) {
        return new ResultSchema(columns.stream().map(TextColumn::column).toList());
    }
}

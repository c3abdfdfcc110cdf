package dev.sluice.cli;

import dev.sluice.cli.format.OutputFormat;
import dev.sluice.reader.AthenaQuery;
import dev.sluice.reader.AthenaReader;
import dev.sluice.reader.DataSize;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** {@code sluice sql}: runs a query and writes its rows as they come. */
@Command(
        name = "sql",
        description = "Runs a query and writes its rows as they come, whatever their number, under a memory limit.",
        footer = {
            "",
            "Exit codes: 0 all written, 1 the query or its reading failed, 2 wrong usage, 130 interrupted.",
            "Ctrl-C stops the query in Athena."
        })
final class SqlCommand extends AthenaCommand {
    /** How the result is read. */
    enum Path {
        /** Through UNLOAD, as Parquet. */
        unload,
        /** The CSV object. */
        csv,
        /** GetQueryResults. */
        pages
    }

    @Parameters(paramLabel = "SQL", description = "The statement; ? stands for the values of --bind.")
    private String sql = "";

    @Option(
            names = "--bind",
            paramLabel = "VALUE",
            converter = BindValue.Converter.class,
            description = "The value of the next ?: a number, true, false or text; or TYPE:VALUE with string, bigint,"
                    + " decimal, double, boolean, date, timestamp, null.")
    private List<BindValue> bind = new ArrayList<>();

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "How the result is read: ${COMPLETION-CANDIDATES} (default: csv, or what there is).")
    private @Nullable Path path;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "How rows are written: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat format = OutputFormat.table;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where to; - is stdout (default). A file appears when it is complete.")
    private String output = "-";

    @Option(
            names = "--memory-limit",
            paramLabel = "SIZE",
            converter = DataSizeConverter.class,
            description = "What the result may hold in memory, such as 64MiB (default: the reader's own).")
    private @Nullable DataSize memoryLimit;

    @Option(names = "--batch-rows", paramLabel = "N", description = "Rows of a batch at most.")
    private @Nullable Integer batchRows;

    @Option(names = "--max-rows", paramLabel = "N", description = "Stop after so many rows.")
    private long maxRows = Long.MAX_VALUE;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "How long the query may run in Athena, such as 30s or 5m.")
    private @Nullable Duration timeout;

    SqlCommand(Shell shell) {
        super(shell);
    }

    @Override
    void run() throws IOException, InterruptedException, ExecutionException {
        if (maxRows < 1) {
            throw wrongUsage("--max-rows must be at least 1");
        }
        boolean toTerminal = output.equals("-") && shell().outIsTerminal();
        if (toTerminal && format.isBinary()) {
            throw wrongUsage("--format " + format + " is not for a terminal; add --output FILE");
        }
        Scheduler writing = Schedulers.newSingle("sluice-output", true);
        try (Destination destination = Destination.of(output, shell().out());
                ProgressLine progress = progressLine();
                AthenaSession session = open()) {
            ResultWriter writer = new ResultWriter(format.create(), destination.stream(), maxRows);
            CompletableFuture<Long> rows = query(session.reader(), progress)
                    .execute()
                    .doOnNext(result -> {
                        if (progress != null && toTerminal) {
                            progress.clear(); // rows follow on the same screen
                        }
                    })
                    .flatMap(result -> writer.write(result, writing))
                    .toFuture();
            Interrupts.Registration giveUp = shell().interrupts().onInterrupt(() -> {
                if (progress != null) {
                    progress.clear();
                }
                rows.cancel(true);
                session.shutDown(); // after the query has been stopped
                destination.discard();
            });
            try {
                rows.get();
                destination.complete();
            } finally {
                giveUp.takeBack();
            }
        } finally {
            writing.dispose();
        }
    }

    private AthenaQuery query(AthenaReader reader, @Nullable ProgressLine progress) {
        try {
            AthenaQuery query = reader.sql(sql);
            for (BindValue value : bind) {
                query = query.bind(value.value());
            }
            if (path != null) {
                query = switch (path) {
                    case unload -> query.unload();
                    case csv -> query.csv();
                    case pages -> query.pages();
                };
            }
            if (memoryLimit != null) {
                query = query.memoryLimit(memoryLimit);
            }
            if (batchRows != null) {
                query = query.batchRows(batchRows);
            }
            if (timeout != null) {
                query = query.queryTimeout(timeout);
            }
            return progress == null ? query : query.onProgress(progress);
        } catch (IllegalArgumentException e) {
            throw wrongUsage(String.valueOf(e.getMessage()));
        }
    }
}

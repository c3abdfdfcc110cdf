package dev.sluice.cli;

import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.athena.model.Column;
import software.amazon.awssdk.services.athena.model.TableMetadata;

/** {@code sluice describe}: a table's columns. */
@Command(name = "describe", description = "Lists the columns of a table with their types.")
final class DescribeCommand extends AthenaCommand {
    @Parameters(paramLabel = "TABLE", description = "The table, as DATABASE.TABLE or TABLE of --database.")
    private String table = "";

    DescribeCommand(Shell shell) {
        super(shell);
    }

    @Override
    void run() throws ExecutionException, InterruptedException {
        int dot = table.indexOf('.');
        String database = dot < 0 ? athena().database : table.substring(0, dot);
        if (database == null) {
            throw wrongUsage("Which database? Say DATABASE." + table + " or --database NAME");
        }
        try (AthenaSession session = open()) {
            TableMetadata metadata =
                    new Catalog(session.athena(), athena().catalog).table(database, table.substring(dot + 1));
            int width = columns(metadata)
                    .mapToInt(column -> column.name().length())
                    .max()
                    .orElse(0);
            columns(metadata)
                    .forEach(column -> printLine(
                            column.name() + " ".repeat(width - column.name().length()) + "  " + column.type()));
        }
    }

    private static Stream<Column> columns(TableMetadata metadata) {
        return Stream.concat(metadata.columns().stream(), metadata.partitionKeys().stream());
    }
}

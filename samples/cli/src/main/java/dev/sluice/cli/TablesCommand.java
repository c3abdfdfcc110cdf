package dev.sluice.cli;

import java.util.List;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;

/** {@code sluice tables}: what there is to query. */
@Command(name = "tables", description = "Lists the tables of --database, or of all databases.")
final class TablesCommand extends AthenaCommand {
    TablesCommand(Shell shell) {
        super(shell);
    }

    @Override
    void run() throws ExecutionException, InterruptedException {
        try (AthenaSession session = open()) {
            Catalog catalog = new Catalog(session.athena(), athena().catalog);
            String chosen = athena().database;
            for (String database : chosen == null ? catalog.databases() : List.of(chosen)) {
                for (String table : catalog.tables(database)) {
                    printLine(database + "." + table);
                }
            }
        }
    }
}

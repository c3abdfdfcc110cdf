package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.ListDatabasesResponse;
import software.amazon.awssdk.services.athena.model.ListTableMetadataResponse;
import software.amazon.awssdk.services.athena.model.TableMetadata;

/** Databases and tables, asked of Athena's catalog calls: no query is run. */
final class Catalog {
    private static final String DEFAULT_CATALOG = "AwsDataCatalog";
    private final AthenaAsyncClient athena;
    private final String name;

    Catalog(AthenaAsyncClient athena, @Nullable String name) {
        this.athena = athena;
        this.name = name == null ? DEFAULT_CATALOG : name;
    }

    List<String> databases() throws ExecutionException, InterruptedException {
        List<String> names = new ArrayList<>();
        String token = null;
        do {
            String from = token;
            ListDatabasesResponse page = athena.listDatabases(
                            request -> request.catalogName(name).nextToken(from))
                    .get();
            page.databaseList().forEach(database -> names.add(database.name()));
            token = page.nextToken();
        } while (token != null);
        return names;
    }

    List<String> tables(String database) throws ExecutionException, InterruptedException {
        List<String> names = new ArrayList<>();
        String token = null;
        do {
            String from = token;
            ListTableMetadataResponse page = athena.listTableMetadata(request ->
                            request.catalogName(name).databaseName(database).nextToken(from))
                    .get();
            page.tableMetadataList().forEach(table -> names.add(table.name()));
            token = page.nextToken();
        } while (token != null);
        return names;
    }

    TableMetadata table(String database, String table) throws ExecutionException, InterruptedException {
        return athena.getTableMetadata(request ->
                        request.catalogName(name).databaseName(database).tableName(table))
                .get()
                .tableMetadata();
    }
}

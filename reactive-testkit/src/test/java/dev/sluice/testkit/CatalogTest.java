package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineResult;
import dev.sluice.testkit.scripted.ScriptedEngine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.Column;
import software.amazon.awssdk.services.athena.model.DataCatalogType;
import software.amazon.awssdk.services.athena.model.Database;
import software.amazon.awssdk.services.athena.model.InvalidRequestException;
import software.amazon.awssdk.services.athena.model.MetadataException;
import software.amazon.awssdk.services.athena.model.TableMetadata;

/** Data catalogs, databases and tables over the protocol. */
class CatalogTest {
    private static final String CATALOG = "AwsDataCatalog";
    private static LocalAthena athena;
    private static AthenaAsyncClient client;

    @BeforeAll
    static void start() {
        ScriptedEngine engine = ScriptedEngine.create()
                .table("sales", table("orders"))
                .table("sales", table("customers"))
                .table("sales", table("old_orders"));
        athena = LocalAthena.builder().engine(engine).start();
        client = athena.athenaClient();
    }

    @AfterAll
    static void close() {
        athena.close();
    }

    private static Catalog.Table table(String name) {
        return new Catalog.Table(
                name,
                "EXTERNAL_TABLE",
                List.of(
                        column("id", "integer"),
                        column("name", "varchar"),
                        column("code", "varchar(5)"),
                        column("ratio", "real"),
                        column("price", "decimal(10,2)"),
                        column("raw", "varbinary"),
                        column("at", "timestamp(6)"),
                        column("parts", "array(row(a integer, b map(varchar, double)))")),
                List.of(column("day", "date")),
                Map.of("location", "s3://data/" + name));
    }

    private static EngineResult.Column column(String name, String type) {
        return new EngineResult.Column(name, AthenaType.parse(type));
    }

    @Test
    void thereIsOneDataCatalog() {
        assertThat(client.listDataCatalogs(r -> {}).join().dataCatalogsSummary())
                .singleElement()
                .satisfies(c -> {
                    assertThat(c.catalogName()).isEqualTo(CATALOG);
                    assertThat(c.type()).isEqualTo(DataCatalogType.GLUE);
                });
        assertThat(client.getDataCatalog(r -> r.name("awsdatacatalog"))
                        .join()
                        .dataCatalog()
                        .name())
                .isEqualTo(CATALOG);
        assertThat(Queries.failure(
                        () -> client.getDataCatalog(r -> r.name("other")).join()))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void listsDatabasesByPage() {
        var first =
                client.listDatabases(r -> r.catalogName(CATALOG).maxResults(1)).join();
        assertThat(first.databaseList()).extracting(Database::name).containsExactly("default");
        var second = client.listDatabases(
                        r -> r.catalogName(CATALOG).maxResults(1).nextToken(first.nextToken()))
                .join();
        assertThat(second.databaseList()).extracting(Database::name).containsExactly("sales");
        assertThat(second.nextToken()).isNull();
    }

    @Test
    void findsADatabaseOrSaysSo() {
        assertThat(client.getDatabase(r -> r.catalogName(CATALOG).databaseName("sales"))
                        .join()
                        .database()
                        .name())
                .isEqualTo("sales");
        assertThat(Queries.failure(
                        () -> client.getDatabase(r -> r.catalogName(CATALOG).databaseName("none"))
                                .join()))
                .isInstanceOf(MetadataException.class)
                .hasMessageContaining("Database none not found.");
        assertThat(Queries.failure(
                        () -> client.listDatabases(r -> r.catalogName("none")).join()))
                .isInstanceOf(MetadataException.class);
    }

    @Test
    void listsTablesByNameAndExpression() {
        assertThat(tables("")).containsExactly("customers", "old_orders", "orders");
        assertThat(tables("^o")).containsExactly("old_orders", "orders");
        assertThat(tables("ORDERS$")).containsExactly("old_orders", "orders");
        assertThat(Queries.failure(() -> tables("("))).isInstanceOf(InvalidRequestException.class);
    }

    private static List<String> tables(String expression) {
        return client
                .listTableMetadata(
                        r -> r.catalogName(CATALOG).databaseName("sales").expression(expression))
                .join()
                .tableMetadataList()
                .stream()
                .map(TableMetadata::name)
                .toList();
    }

    @Test
    void describesATableInTheWordsOfTheMetastore() {
        TableMetadata table = client.getTableMetadata(
                        r -> r.catalogName(CATALOG).databaseName("sales").tableName("Orders"))
                .join()
                .tableMetadata();

        assertThat(table.tableType()).isEqualTo("EXTERNAL_TABLE");
        assertThat(table.parameters()).containsEntry("location", "s3://data/orders");
        assertThat(table.columns())
                .extracting(Column::type)
                .containsExactly(
                        "int",
                        "string",
                        "varchar(5)",
                        "float",
                        "decimal(10,2)",
                        "binary",
                        "timestamp",
                        "array<struct<a:int,b:map<string,double>>>");
        assertThat(table.partitionKeys()).extracting(Column::name).containsExactly("day");
        assertThat(Queries.failure(() -> client.getTableMetadata(r ->
                                r.catalogName(CATALOG).databaseName("sales").tableName("none"))
                        .join()))
                .isInstanceOf(MetadataException.class)
                .hasMessageContaining("Table none not found.");
    }
}

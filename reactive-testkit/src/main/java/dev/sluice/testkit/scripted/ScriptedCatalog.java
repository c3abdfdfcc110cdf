package dev.sluice.testkit.scripted;

import dev.sluice.testkit.engine.Catalog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The databases and tables a test has told of; {@code default} is always there. */
final class ScriptedCatalog implements Catalog {
    private final Map<String, List<Table>> databases = new ConcurrentSkipListMap<>(Map.of("default", List.of()));

    void add(String database, Table table) {
        databases.merge(database, List.of(table), (there, one) -> {
            List<Table> all = new ArrayList<>(there);
            all.addAll(one);
            all.sort(Comparator.comparing(Table::name));
            return List.copyOf(all);
        });
    }

    @Override
    public List<String> databases() {
        return List.copyOf(databases.keySet());
    }

    @Override
    public List<Table> tables(String database) {
        return databases.getOrDefault(database, List.of());
    }
}

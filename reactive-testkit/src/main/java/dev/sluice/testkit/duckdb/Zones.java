package dev.sluice.testkit.duckdb;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** From instants to what a clock in a zone shows, and back. DuckDB knows regions by name; offsets are added. UTC is null. */
final class Zones {
    private Zones() {}

    static String toLocal(String instant, @Nullable ZoneId zone) {
        if (zone == null) {
            return "CAST(" + instant + " AS TIMESTAMP)";
        }
        return zone instanceof ZoneOffset offset
                ? "(CAST(" + instant + " AS TIMESTAMP) + to_seconds(" + offset.getTotalSeconds() + "))"
                : "timezone(" + Sql.literal(zone.getId()) + ", " + instant + ")";
    }

    static String toInstant(String local, @Nullable ZoneId zone) {
        if (zone == null) {
            return "CAST(" + local + " AS TIMESTAMPTZ)";
        }
        return zone instanceof ZoneOffset offset
                ? "CAST((" + local + ") - to_seconds(" + offset.getTotalSeconds() + ") AS TIMESTAMPTZ)"
                : "timezone(" + Sql.literal(zone.getId()) + ", CAST(" + local + " AS TIMESTAMP))";
    }
}

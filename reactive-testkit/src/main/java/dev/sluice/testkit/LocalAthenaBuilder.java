package dev.sluice.testkit;

import dev.sluice.testkit.engine.QueryEngine;
import dev.sluice.testkit.internal.athena.AthenaService;
import dev.sluice.testkit.s3.LocalS3;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link LocalAthena}.
 *
 * @since 0.1
 */
public final class LocalAthenaBuilder {
    private static final String PRIMARY = "primary";
    private static final int DEFAULT_CONCURRENT_QUERIES = 20;

    private final List<WorkGroup> workGroups = new ArrayList<>();
    private final List<String> buckets = new ArrayList<>();
    private @Nullable QueryEngine engine;
    private @Nullable Path data;
    private long demoRows;
    private int port;
    private int concurrentQueries = DEFAULT_CONCURRENT_QUERIES;
    private String outputLocation = "s3://athena-results/";
    private Clock clock = Clock.systemUTC();

    LocalAthenaBuilder() {}

    /**
     * Runs the queries on another engine than DuckDB.
     *
     * @param value the engine; closed with the local Athena
     * @return this
     */
    public LocalAthenaBuilder engine(QueryEngine value) {
        engine = value;
        return this;
    }

    /**
     * Makes tables of the Parquet, CSV and JSON files in a directory; for DuckDB only.
     *
     * @param directory the directory
     * @return this
     */
    public LocalAthenaBuilder data(Path directory) {
        data = directory;
        return this;
    }

    /**
     * Generates the demo tables; for DuckDB only.
     *
     * @param rows how many rows the largest has
     * @return this
     */
    public LocalAthenaBuilder demoData(long rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("rows must not be negative: " + rows);
        }
        demoRows = rows;
        return this;
    }

    /**
     * Listens on a port of the loopback interface.
     *
     * @param value the port; 0, the default, for any free one
     * @return this
     */
    public LocalAthenaBuilder port(int value) {
        port = value;
        return this;
    }

    /**
     * With a workgroup more. One that is named {@code primary} takes the place of the default.
     *
     * @param group the workgroup
     * @return this
     */
    public LocalAthenaBuilder workGroup(WorkGroup group) {
        workGroups.removeIf(other -> other.name().equals(group.name()));
        workGroups.add(group);
        return this;
    }

    /**
     * With a bucket more.
     *
     * @param name its name
     * @return this
     */
    public LocalAthenaBuilder bucket(String name) {
        buckets.add(name);
        return this;
    }

    /**
     * Puts results of the default workgroup elsewhere.
     *
     * @param location {@code s3://bucket/prefix/}; the bucket is made
     * @return this
     */
    public LocalAthenaBuilder outputLocation(String location) {
        outputLocation = location;
        return this;
    }

    /**
     * Runs so many queries at once; the others stay QUEUED.
     *
     * @param count at least 1; 20 by default
     * @return this
     */
    public LocalAthenaBuilder concurrentQueries(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("at least one query must run: " + count);
        }
        concurrentQueries = count;
        return this;
    }

    /**
     * Takes the times of queries, and the age of results to reuse, from a clock.
     *
     * @param value the clock
     * @return this
     */
    public LocalAthenaBuilder clock(Clock value) {
        clock = value;
        return this;
    }

    /**
     * Starts it.
     *
     * @return the running local Athena
     * @throws IllegalStateException if the port is taken
     * @throws IllegalArgumentException if data is asked for of an engine that is not DuckDB
     */
    public LocalAthena start() {
        if (engine != null && (data != null || demoRows > 0)) {
            throw new IllegalArgumentException("data and demo rows are DuckDB's, but another engine was given");
        }
        List<WorkGroup> groups = new ArrayList<>(workGroups);
        if (groups.stream().noneMatch(group -> group.name().equals(PRIMARY))) {
            groups.add(WorkGroup.named(PRIMARY).outputLocation(outputLocation));
        }
        StartedParts parts = new StartedParts();
        try {
            QueryEngine running = parts.add(engine == null ? DefaultEngine.start(data, demoRows) : engine);
            Path directory = parts.add(new TemporaryDirectory("local-athena-")).path();
            LateHandler late = new LateHandler();
            LocalS3 s3 = parts.add(LocalS3.builder().port(port).alongside(late).start());
            AthenaService athena =
                    parts.add(new AthenaService(running, s3.store(), directory, groups, concurrentQueries, clock));
            groups.forEach(group -> createBucket(s3, group.outputLocation()));
            createBucket(s3, outputLocation);
            buckets.forEach(s3.store()::createBucket);
            late.become(athena);
            return new LocalAthena(s3, athena, parts, outputLocation);
        } catch (RuntimeException | Error e) {
            parts.closeAfter(e);
            throw e;
        }
    }

    private static void createBucket(LocalS3 s3, @Nullable String location) {
        if (location != null) {
            s3.store().createBucket(URI.create(location).getAuthority());
        }
    }
}

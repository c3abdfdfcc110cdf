package dev.sluice.bench.memory;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.bench.harness.ChildLine;
import dev.sluice.bench.harness.ProcessMemory;
import dev.sluice.bench.report.Measurement;
import dev.sluice.reader.AthenaQuery;
import dev.sluice.reader.AthenaReader;
import dev.sluice.reader.DataSize;
import dev.sluice.testkit.s3.LocalS3;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** What is measured: a program as a user writes it, that streams a whole table to records. */
@Command(name = "memory-client", hidden = true)
public final class MemoryClient implements Callable<Integer> {
    private static final double NANOS = 1e9;

    @Option(names = "--endpoint", required = true)
    private URI endpoint = URI.create("http://localhost");

    @Option(names = "--output-location", required = true)
    private String outputLocation = "";

    @Option(names = "--path", required = true)
    private ReadPath path = ReadPath.unload;

    @Option(names = "--limit", required = true)
    private String limit = "";

    @Option(names = "--expect", required = true)
    private String expect = "";

    private long firstRowAt; // written by one thread at a time, read after the end

    /** For picocli. */
    public MemoryClient() {}

    @Override
    public Integer call() throws Exception {
        DownloadChecksum expected = DownloadChecksum.decode(expect);
        DownloadChecksum checksum = new DownloadChecksum();
        StaticCredentialsProvider credentials = LocalS3.credentials();
        try (AthenaAsyncClient athena = AthenaAsyncClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.US_EAST_1)
                        .credentialsProvider(credentials)
                        .build();
                S3AsyncClient s3 = S3AsyncClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.US_EAST_1)
                        .credentialsProvider(credentials)
                        .forcePathStyle(true)
                        .build();
                AthenaReader reader = AthenaReader.builder()
                        .athena(athena)
                        .s3(s3)
                        .outputLocation(outputLocation)
                        .memoryLimit(DataSize.parse(limit))
                        .build()) {
            long start = System.nanoTime();
            query(reader)
                    .rows(Download.class)
                    .doOnNext(download -> add(checksum, download))
                    .then()
                    .block();
            long end = System.nanoTime();
            report(reader, checksum, expected, start, end);
        }
        return 0;
    }

    private AthenaQuery query(AthenaReader reader) {
        List<String> columns =
                DownloadChecksum.COLUMNS.stream().map(DownloadColumn::name).toList();
        AthenaQuery query = reader.sql("SELECT " + String.join(", ", columns) + " FROM " + MemoryServer.TABLE);
        return switch (path) {
            case unload -> query.unload();
            case csv -> query.csv();
            case pages -> query.pages();
        };
    }

    private void add(DownloadChecksum checksum, Download download) {
        if (firstRowAt == 0) {
            firstRowAt = System.nanoTime();
        }
        checksum.add(download);
    }

    private void report(AthenaReader reader, DownloadChecksum checksum, DownloadChecksum expected, long start, long end)
            throws Exception {
        List<String> differences = checksum.differencesFrom(expected);
        if (!differences.isEmpty()) {
            System.err.println("bench: differs from the engine's own checksum: " + String.join(", ", differences));
        }
        double read = (end - firstRowAt) / NANOS;
        ObjectNode figures = ChildLine.message();
        put(figures, Measurement.ROWS, (double) checksum.rows());
        put(figures, Measurement.WALL, (end - start) / NANOS);
        put(figures, Measurement.CPU, cpuSeconds());
        put(figures, Measurement.READ, read);
        put(figures, Measurement.RATE, (double) checksum.rows() / read);
        put(figures, Measurement.ACCOUNTED_PEAK, (double) reader.metrics().peakBytesInUse());
        put(figures, Measurement.RSS_HIGH_WATER, (double)
                ProcessMemory.ofThisProcess().highWaterBytes());
        put(figures, Measurement.MISMATCHES, differences.size());
        ChildLine.send(System.out, figures);
    }

    private static double cpuSeconds() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                        .getProcessCpuTime()
                / NANOS;
    }

    private static void put(ObjectNode figures, Measurement measurement, double value) {
        figures.put(measurement.name(), value);
    }
}

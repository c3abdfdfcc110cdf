package dev.sluice.bench.memory;

import dev.sluice.bench.harness.ChildLine;
import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.duckdb.DuckDbEngine;
import dev.sluice.testkit.engine.ExecutionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The servers of the suite, in a process of their own: a local Athena with the demo table, until stdin ends. */
@Command(name = "memory-server", hidden = true)
public final class MemoryServer implements Callable<Integer> {
    /** The demo table that the suite reads. */
    static final String TABLE = "pypi.downloads";

    /** The heap of its JVM; DuckDB's own memory comes on top. */
    static final String HEAP = "-Xmx1g";

    @Option(names = "--rows", required = true)
    private long rows;

    /** For picocli. */
    public MemoryServer() {}

    @Override
    public Integer call() throws IOException {
        DuckDbEngine engine = DuckDbEngine.builder().demoRows(rows).build();
        try (LocalAthena athena = LocalAthena.builder().engine(engine).start()) {
            athena.recordCalls(false);
            DownloadChecksum expected = expected(engine, athena);
            ChildLine.send(
                    System.out,
                    ChildLine.message()
                            .put("endpoint", athena.endpoint().toString())
                            .put("outputLocation", athena.outputLocation())
                            .put("checksum", expected.encode()));
            while (System.in.read() >= 0) {
                // Nothing is said on stdin: its end is the sign to go.
            }
        }
        return 0;
    }

    private static DownloadChecksum expected(DuckDbEngine engine, LocalAthena athena) throws IOException {
        Path scratch = Files.createTempDirectory("bench-checksum");
        try {
            ExecutionContext context =
                    new ExecutionContext("checksum", athena.s3().store(), athena.outputLocation(), scratch);
            return new ExpectedChecksum(engine, context, TABLE).compute();
        } finally {
            Files.delete(scratch);
        }
    }
}

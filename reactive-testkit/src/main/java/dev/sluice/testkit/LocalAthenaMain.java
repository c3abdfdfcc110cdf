package dev.sluice.testkit;

import dev.sluice.testkit.s3.LocalS3;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The local Athena as a program, for clients in any language. It runs until it is interrupted.
 *
 * @since 0.1
 */
@Command(
        name = "local-athena",
        mixinStandardHelpOptions = true,
        versionProvider = LocalAthenaMain.Version.class,
        description = "A local Athena and S3 on one port of the loopback interface, with DuckDB behind.")
public final class LocalAthenaMain implements Callable<Integer> {
    private static final long DEFAULT_DEMO_ROWS = 10_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9555",
            description = "Port to listen on; 0 for any free one. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory whose Parquet, CSV and JSON files become tables.")
    private @Nullable Path data;

    @Option(
            names = "--demo-rows",
            paramLabel = "N",
            description = "Rows of the largest demo table; 0 for no demo tables. " + "Default: " + DEFAULT_DEMO_ROWS
                    + " without --data, else 0")
    private @Nullable Long demoRows;

    private final CountDownLatch stopped = new CountDownLatch(1);

    /** A program that has read no arguments yet. */
    public LocalAthenaMain() {}

    /**
     * Runs the program.
     *
     * @param args {@code --help} tells them
     */
    public static void main(String[] args) {
        // What this logs is of no use to whoever only wants a server; a user's own setting wins.
        if (System.getProperty("org.slf4j.simpleLogger.defaultLogLevel") == null) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
        }
        System.exit(new CommandLine(new LocalAthenaMain()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        LocalAthena athena = start();
        try {
            athena.recordCalls(false);
            athena.s3().server().record(false);
            // Ctrl-C: the queries, the server and the files are gone before the JVM is.
            Runtime.getRuntime().addShutdownHook(new Thread(athena::close, "local-athena-stop"));
            out.print(banner(athena.endpoint(), athena.outputLocation()));
            out.flush();
            stopped.await();
        } finally {
            athena.close();
        }
        return 0;
    }

    /** Ends {@link #call}. */
    void stop() {
        stopped.countDown();
    }

    private LocalAthena start() {
        Path directory = data;
        if (directory != null && !Files.isDirectory(directory)) {
            throw new ParameterException(spec.commandLine(), "--data: " + directory + " is not a directory");
        }
        LocalAthenaBuilder builder = LocalAthena.builder().port(port);
        if (directory != null) {
            builder.data(directory);
        }
        long rows = demoRows != null ? demoRows : directory == null ? DEFAULT_DEMO_ROWS : 0;
        if (rows < 0) {
            throw new ParameterException(spec.commandLine(), "--demo-rows: must not be negative");
        }
        try {
            return builder.demoData(rows).start();
        } catch (IllegalStateException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static String banner(URI endpoint, String outputLocation) {
        return """
                Local Athena and S3: %1$s
                Results go to %2$s (workgroup primary). Stop with Ctrl-C.

                  export AWS_ACCESS_KEY_ID=%3$s AWS_SECRET_ACCESS_KEY=%4$s AWS_REGION=%5$s
                  aws --endpoint-url %1$s athena start-query-execution --query-string 'SHOW TABLES'

                Other clients of the AWS SDKs: the endpoint, for Athena and S3 alike, and path-style access for S3.
                """.formatted(
                        endpoint, outputLocation, LocalS3.ACCESS_KEY_ID, LocalS3.SECRET_ACCESS_KEY, LocalS3.REGION);
    }

    /** The version, from the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = LocalAthenaMain.class.getPackage().getImplementationVersion();
            return new String[] {"local-athena " + (version == null ? "(not from a jar)" : version)};
        }
    }
}

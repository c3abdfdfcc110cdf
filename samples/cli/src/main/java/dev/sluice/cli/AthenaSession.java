package dev.sluice.cli;

import dev.sluice.reader.AthenaReader;
import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.LocalAthenaBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.AthenaAsyncClientBuilder;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;

/** A connection to an Athena, AWS's or an embedded one, and the reader on it. */
final class AthenaSession implements AutoCloseable {
    /** How long a query that is being stopped may hold up the end of the command. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    /** Both clients share the loops; loops of the SDK's own would hold up the end of the command for two seconds each. */
    private static final int EVENT_LOOPS = 2;

    private final AthenaAsyncClient athena;
    private final AthenaReader reader;
    private final Runnable closeConnections;
    private boolean closed; // guarded by this

    private AthenaSession(AthenaAsyncClient athena, AthenaReader reader, Runnable closeConnections) {
        this.athena = athena;
        this.reader = reader;
        this.closeConnections = closeConnections;
    }

    /** Connects. */
    static AthenaSession open(AthenaOptions options, boolean toLocal) {
        return toLocal ? openLocal(options) : openAws(options);
    }

    private static AthenaSession openLocal(AthenaOptions options) {
        LocalAthenaBuilder builder = LocalAthena.builder().demoData(options.demoRows);
        if (options.data != null) {
            builder.data(options.data);
        }
        LocalAthena local = builder.start();
        local.recordCalls(false);
        return new AthenaSession(
                local.athenaClient(), reader(options, local.athenaClient(), local.s3Client()), local::close);
    }

    private static AthenaSession openAws(AthenaOptions options) {
        EventLoopGroup eventLoops = new NioEventLoopGroup(EVENT_LOOPS, new DefaultThreadFactory("sluice-http", true));
        NettyNioAsyncHttpClient.Builder http =
                NettyNioAsyncHttpClient.builder().eventLoopGroup(SdkEventLoopGroup.create(eventLoops));
        AthenaAsyncClientBuilder athena = AthenaAsyncClient.builder().httpClientBuilder(http);
        S3AsyncClientBuilder s3 = S3AsyncClient.builder().httpClientBuilder(http);
        if (options.region != null) {
            athena.region(Region.of(options.region));
            s3.region(Region.of(options.region));
        }
        if (options.profile != null) {
            String profile = options.profile;
            DefaultCredentialsProvider credentials =
                    DefaultCredentialsProvider.builder().profileName(profile).build();
            athena.credentialsProvider(credentials).overrideConfiguration(o -> o.defaultProfileName(profile));
            s3.credentialsProvider(credentials).overrideConfiguration(o -> o.defaultProfileName(profile));
        }
        if (options.endpoint != null) {
            athena.endpointOverride(options.endpoint);
            s3.endpointOverride(options.endpoint).forcePathStyle(true);
        }
        AthenaAsyncClient athenaClient = athena.build();
        S3AsyncClient s3Client = s3.build();
        return new AthenaSession(athenaClient, reader(options, athenaClient, s3Client), () -> {
            athenaClient.close();
            s3Client.close();
            // Not waited for; the quiet time lets the connections close, which otherwise log that they could not.
            var unused = eventLoops.shutdownGracefully(100, 1_000, TimeUnit.MILLISECONDS);
        });
    }

    private static AthenaReader reader(AthenaOptions options, AthenaAsyncClient athena, S3AsyncClient s3) {
        AthenaReader.Builder builder = AthenaReader.builder().athena(athena).s3(s3);
        if (options.workGroup != null) {
            builder.workGroup(options.workGroup);
        }
        if (options.catalog != null) {
            builder.catalog(options.catalog);
        }
        if (options.database != null) {
            builder.database(options.database);
        }
        if (options.outputLocation != null) {
            builder.outputLocation(options.outputLocation);
        }
        return builder.build();
    }

    AthenaReader reader() {
        return reader;
    }

    AthenaAsyncClient athena() {
        return athena;
    }

    @Override
    public void close() {
        shutDown();
    }

    /**
     * Lets go of everything. A query whose reading was given up is being stopped in Athena at this moment: that is waited for,
     * a bounded time.
     */
    synchronized void shutDown() {
        if (closed) {
            return;
        }
        closed = true;
        reader.closeAsync().timeout(STOP_TIMEOUT, Mono.empty()).block();
        closeConnections.run();
    }
}

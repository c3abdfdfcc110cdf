package dev.sluice.testkit.s3;

import dev.sluice.testkit.fault.Faults;
import dev.sluice.testkit.http.HttpHandler;
import dev.sluice.testkit.http.LocalHttpServer;
import dev.sluice.testkit.http.Shaping;
import dev.sluice.testkit.internal.s3.S3Handler;
import dev.sluice.testkit.internal.sigv4.SignatureVerifier;
import dev.sluice.testkit.internal.store.FileObjectStore;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;

/**
 * An S3 on loopback: path-style buckets, the objects in files, signatures and checksums verified, errors as S3 gives them.
 * Another service may stand on the same port.
 *
 * <p>The index is in memory: what is stored ends with the server.
 *
 * @since 0.1
 */
public final class LocalS3 implements AutoCloseable {
    /** The key id of the one account. */
    public static final String ACCESS_KEY_ID = "AKIALOCALSLUICE00000";

    /** The secret that belongs to it; it opens nothing but this server. */
    public static final String SECRET_ACCESS_KEY = "local/sluice/secret/of/the/testkit/00000";

    /** The region that it says it is in. */
    public static final String REGION = "us-east-1";

    private final Path directory;
    private final FileObjectStore store;
    private final Faults faults = new Faults();
    private final LocalHttpServer server;
    // Shared by the clients, and closed soon: one of the SDK's own takes two seconds to close.
    private final EventLoopGroup clientLoops =
            new NioEventLoopGroup(2, new DefaultThreadFactory("testkit-client", true));
    private final Queue<S3AsyncClient> clients = new ConcurrentLinkedQueue<>();
    private final S3AsyncClient client;

    private LocalS3(Builder builder) {
        try {
            if (builder.parent != null) {
                Files.createDirectories(builder.parent);
            }
            directory = builder.parent == null
                    ? Files.createTempDirectory("local-s3-")
                    : Files.createTempDirectory(builder.parent, "local-s3-");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a directory for the objects", e);
        }
        store = new FileObjectStore(directory, builder.minimumPartBytes);
        builder.buckets.forEach(store::createBucket);
        SignatureVerifier signatures =
                new SignatureVerifier(ACCESS_KEY_ID, SECRET_ACCESS_KEY, builder.anonymousAllowed, Clock.systemUTC());
        List<HttpHandler> handlers = new ArrayList<>(builder.alongside);
        handlers.add(new S3Handler(store, signatures, REGION));
        server = LocalHttpServer.start(builder.port, faults, handlers);
        client = newClient(any -> {});
    }

    /**
     * Starts a server on any free port, with the given buckets.
     *
     * @param buckets their names
     * @return the running server
     */
    public static LocalS3 start(String... buckets) {
        return builder().buckets(buckets).start();
    }

    /**
     * Begins a server.
     *
     * @return a builder with the defaults
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * What is stored, without HTTP.
     *
     * @return the store
     */
    public ObjectStore store() {
        return store;
    }

    /**
     * The fault layer of every service on the port.
     *
     * @return it
     */
    public Faults faults() {
        return faults;
    }

    /**
     * The HTTP server, which knows connections, calls and shaping for every service on the port.
     *
     * @return it
     */
    public LocalHttpServer server() {
        return server;
    }

    /**
     * Where clients find it.
     *
     * @return {@code http://127.0.0.1:port}
     */
    public URI endpoint() {
        return server.endpoint();
    }

    /**
     * The requests to S3 so far, those still going on too.
     *
     * @return them, in order
     */
    public List<S3Request> requests() {
        return server.calls().stream()
                .filter(call -> call.operation().service().equals(S3Handler.SERVICE))
                .map(S3Request::of)
                .toList();
    }

    /**
     * The requests so far for one operation.
     *
     * @param operation such as {@code GetObject}
     * @return them, in order
     */
    public List<S3Request> requests(String operation) {
        return requests().stream()
                .filter(request -> request.operation().equals(operation))
                .toList();
    }

    /** Forgets the requests so far. */
    public void clearRequests() {
        server.clearCalls();
    }

    /**
     * How many connections are open now, idle ones too.
     *
     * @return the count
     */
    public int openConnections() {
        return server.openConnections();
    }

    /**
     * How many calls, of every service on the port, have no complete answer yet while their connection is still there.
     *
     * @return the count
     */
    public int activeRequests() {
        return server.activeCalls();
    }

    /**
     * Pretends another network for the requests to come.
     *
     * @param network the latency and the rate
     */
    public void shape(Shaping network) {
        server.shape(network);
    }

    /**
     * The SDK's client, pointed at this server.
     *
     * @return one client, closed with the server
     */
    public S3AsyncClient client() {
        return client;
    }

    /**
     * Another of the SDK's clients, pointed at this server, with the settings of a test.
     *
     * @param settings changes the builder, which already has endpoint, region and credentials
     * @return the client, closed with the server
     */
    public S3AsyncClient newClient(Consumer<S3AsyncClientBuilder> settings) {
        S3AsyncClientBuilder builder = S3AsyncClient.builder()
                .endpointOverride(endpoint())
                .region(Region.of(REGION))
                .credentialsProvider(credentials())
                .httpClientBuilder(
                        NettyNioAsyncHttpClient.builder().eventLoopGroup(SdkEventLoopGroup.create(clientLoops)))
                .forcePathStyle(true);
        settings.accept(builder);
        S3AsyncClient made = builder.build();
        clients.add(made);
        return made;
    }

    /**
     * The credentials that it accepts.
     *
     * @return a provider of them
     */
    public static StaticCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY_ID, SECRET_ACCESS_KEY));
    }

    /** Closes the clients, stops the server and deletes what was stored. */
    @Override
    public void close() {
        for (S3AsyncClient made = clients.poll(); made != null; made = clients.poll()) {
            made.close();
        }
        clientLoops.shutdownGracefully(50, 2_000, TimeUnit.MILLISECONDS).syncUninterruptibly();
        server.close();
        deleteTree(directory);
    }

    private static void deleteTree(Path top) {
        if (!Files.exists(top)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(top)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + top, e);
        }
    }

    /**
     * The settings of a server.
     *
     * @since 0.1
     */
    public static final class Builder {
        private static final long S3_MINIMUM_PART_BYTES = 5L * 1024 * 1024;

        private final List<String> buckets = new ArrayList<>();
        private final List<HttpHandler> alongside = new ArrayList<>();
        private int port;
        private boolean anonymousAllowed;
        private long minimumPartBytes = S3_MINIMUM_PART_BYTES;
        private @Nullable Path parent;

        private Builder() {}

        /**
         * Where to listen.
         *
         * @param number the port; 0, the default, for any free one
         * @return this
         */
        public Builder port(int number) {
            this.port = number;
            return this;
        }

        /**
         * Where the objects go: into a new directory below this one, deleted when the server closes.
         *
         * @param below a directory, made if it is not there; the system's temporary one by default
         * @return this
         */
        public Builder directory(Path below) {
            this.parent = below;
            return this;
        }

        /**
         * Buckets that are there from the beginning.
         *
         * @param names their names
         * @return this
         */
        public Builder buckets(String... names) {
            buckets.addAll(List.of(names));
            return this;
        }

        /**
         * Whether requests without a signature are served. They are refused by default.
         *
         * @param allowed true to serve them
         * @return this
         */
        public Builder anonymous(boolean allowed) {
            this.anonymousAllowed = allowed;
            return this;
        }

        /**
         * The least size of a part that is not the last of its upload.
         *
         * @param bytes 5 MiB by default, as in S3; a test may want less
         * @return this
         */
        public Builder minimumPartBytes(long bytes) {
            this.minimumPartBytes = bytes;
            return this;
        }

        /**
         * Another service on the same port. It is asked first whether a call is for it.
         *
         * @param handler the service
         * @return this
         */
        public Builder alongside(HttpHandler handler) {
            alongside.add(handler);
            return this;
        }

        /**
         * Starts the server.
         *
         * @return it, running
         */
        public LocalS3 start() {
            return new LocalS3(this);
        }
    }
}

package dev.sluice.fs;

import dev.sluice.fs.internal.read.RangeFileSystem;
import dev.sluice.fs.internal.s3.SdkTransport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * Builds an {@link S3FileSystem}. Not thread-safe; may build several.
 *
 * @since 0.1
 */
public final class S3FileSystemBuilder {
    private @Nullable S3AsyncClient client;
    private int maxConcurrency = 40;
    private ReadOptions readOptions = ReadOptions.defaults();

    S3FileSystemBuilder() {}

    /**
     * The client that sends the requests. It stays the caller's, to close after the last reader has ended. Its retry strategy
     * is not used: this file system repeats and resumes on its own, by {@link ReadOptions#maxAttempts()}.
     *
     * @param s3 any asynchronous client of the SDK
     * @return this
     */
    public S3FileSystemBuilder s3(S3AsyncClient s3) {
        this.client = Objects.requireNonNull(s3, "s3 must not be null");
        return this;
    }

    /**
     * How many requests of all readers together may be under way at once; the rest waits in line here, where waiting costs
     * nothing, rather than in the client's queue, where it times out. Keep it below the client's own limit, which is 50
     * unless set: a connection is back in the client's pool only a moment after its body has ended.
     *
     * @param requests at least 1; 40 unless set
     * @return this
     */
    public S3FileSystemBuilder maxConcurrency(int requests) {
        if (requests < 1) {
            throw new IllegalArgumentException("maxConcurrency must be at least 1, not " + requests);
        }
        this.maxConcurrency = requests;
        return this;
    }

    /**
     * Attempts and timeouts of those methods that take no options.
     *
     * @param options {@link ReadOptions#defaults()} unless set
     * @return this
     */
    public S3FileSystemBuilder readOptions(ReadOptions options) {
        this.readOptions = Objects.requireNonNull(options, "options must not be null");
        return this;
    }

    /**
     * Builds the file system; nothing is sent.
     *
     * @return the file system
     * @throws IllegalStateException if no client is set
     */
    public S3FileSystem build() {
        if (client == null) {
            throw new IllegalStateException("s3(S3AsyncClient) is not set");
        }
        SdkTransport transport = new SdkTransport(client, Schedulers.boundedElastic());
        return new RangeFileSystem(transport, maxConcurrency, readOptions, Schedulers.parallel());
    }
}

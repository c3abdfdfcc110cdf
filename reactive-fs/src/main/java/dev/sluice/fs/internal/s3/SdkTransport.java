package dev.sluice.fs.internal.s3;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.internal.read.BodyReceiver;
import dev.sluice.fs.internal.read.ObjectTransport;
import dev.sluice.fs.internal.read.RangeGet;
import dev.sluice.fs.internal.read.TransportException;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * Requests through the SDK's asynchronous client. Two things are taken from the SDK here:
 *
 * <ul>
 *   <li>its retries, request by request: it would try up to four times for each of our attempts, could not go on in the
 *       midst of a body, and ignores {@code Retry-After};
 *   <li>the caller's thread: before anything is sent the SDK resolves credentials, which blocks on files or on the
 *       instance's metadata service, so calls are made on a scheduler that may be blocked.
 * </ul>
 */
public final class SdkTransport implements ObjectTransport {
    private static final SdkPlugin NO_RETRIES = configuration ->
            configuration.overrideConfiguration(override -> override.retryStrategy(DefaultRetryStrategy.doNotRetry()));

    private static final AwsRequestOverrideConfiguration OURS =
            AwsRequestOverrideConfiguration.builder().addPlugin(NO_RETRIES).build();

    private final S3AsyncClient client;
    private final Scheduler caller;

    /**
     * A transport.
     *
     * @param client sends; not closed here
     * @param caller where the client is called
     */
    public SdkTransport(S3AsyncClient client, Scheduler caller) {
        this.client = client;
        this.caller = caller;
    }

    @Override
    public Mono<Void> get(RangeGet request, BodyReceiver receiver) {
        GetObjectRequest get = GetObjectRequest.builder()
                .bucket(request.path().bucket())
                .key(request.path().key())
                .range(request.range())
                .ifMatch(request.ifMatch())
                .overrideConfiguration(OURS)
                .build();
        return SdkCall.<Void>of(call -> client.getObject(get, new BodyTransformer(receiver, call)))
                .subscribeOn(caller);
    }

    @Override
    public Mono<ObjectHandle> head(S3Path path) {
        HeadObjectRequest head = HeadObjectRequest.builder()
                .bucket(path.bucket())
                .key(path.key())
                .overrideConfiguration(OURS)
                .build();
        return SdkCall.<ObjectHandle>of(call -> {
                    CompletableFuture<HeadObjectResponse> future = client.headObject(head);
                    CompletableFuture<Void> unused =
                            future.thenAccept(response -> call.succeed(() -> handle(path, response)));
                    return future;
                })
                .subscribeOn(caller);
    }

    private static ObjectHandle handle(S3Path path, HeadObjectResponse response) {
        if (response.eTag() == null || response.contentLength() == null) {
            throw new TransportException(
                    Kind.REJECTED, "the answer names no ETag or no length to pin the version by", null, null);
        }
        return new ObjectHandle(path, response.contentLength(), response.eTag());
    }
}

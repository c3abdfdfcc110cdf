package dev.sluice.fs.internal.s3;

import dev.sluice.fs.internal.read.BodyReceiver;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Hands a response to a receiver as fast as it comes. The SDK's future completes as soon as the body is subscribed to, so
 * that the SDK never asks for a body a second time; how the body ends is told to the call.
 *
 * <p>A connection closed in the midst of the body ends the publisher with no signal at all (aws-sdk-java-v2#6949, seen with
 * 2.57.8), but {@link #exceptionOccurred} is called, also after the future has completed.
 */
final class BodyTransformer implements AsyncResponseTransformer<GetObjectResponse, Void> {
    private final BodyReceiver receiver;
    private final SdkCall<Void> call;
    private volatile CompletableFuture<Void> prepared = new CompletableFuture<>();
    private volatile @Nullable RuntimeException refused;

    BodyTransformer(BodyReceiver receiver, SdkCall<Void> call) {
        this.receiver = receiver;
        this.call = call;
    }

    @Override
    public CompletableFuture<Void> prepare() {
        prepared = new CompletableFuture<>();
        return prepared;
    }

    @Override
    public void onResponse(GetObjectResponse response) {
        try {
            receiver.head(ContentRange.head(response));
        } catch (RuntimeException failure) {
            refused = failure;
        }
    }

    @Override
    public void onStream(SdkPublisher<ByteBuffer> publisher) {
        // Also when it is not wanted: a body that nobody subscribes to keeps its connection for ever.
        publisher.subscribe(new Body());
        prepared.complete(null);
    }

    @Override
    public void exceptionOccurred(Throwable error) {
        prepared.completeExceptionally(error);
        call.fail(error);
    }

    @Override
    public String name() {
        return "sluice";
    }

    /** Takes the whole body without pause: a range is small, and a body that stands still times out. */
    private final class Body implements Subscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Subscription subscription) {
            call.onAbort(subscription::cancel);
            RuntimeException failure = refused;
            if (failure != null) {
                call.fail(failure);
            } else {
                subscription.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(ByteBuffer chunk) {
            if (call.isEnded()) {
                return;
            }
            try {
                receiver.bytes(chunk);
            } catch (RuntimeException failure) {
                call.fail(failure);
            }
        }

        @Override
        public void onError(Throwable error) {
            call.fail(error);
        }

        @Override
        public void onComplete() {
            call.complete();
        }
    }
}

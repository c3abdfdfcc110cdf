package dev.sluice.reader.internal.csv;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.internal.reactor.Reply;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * An object from its first byte to its last, in pieces that are pulled one at a time. The piece at hand belongs to this, so
 * that a cancel between its arrival and its use loses nothing.
 */
final class Chunks implements CoreSubscriber<FetchedRange>, AutoCloseable {
    private static final int SMALLEST = 64 << 10;
    private static final int LARGEST = 4 << 20;
    /** Pieces that the budget holds at once: what is read ahead while one is parsed. */
    private static final int AHEAD = 4;

    private final Flux<FetchedRange> ranges;
    private final AtomicReference<@Nullable FetchedRange> current = new AtomicReference<>();
    private final AtomicReference<@Nullable Reply<Void>> waiting = new AtomicReference<>();
    private final AtomicReference<@Nullable Subscription> subscription = new AtomicReference<>();
    private volatile Context context = Context.empty();
    private volatile @Nullable End end;
    private volatile boolean closed;
    private boolean subscribed;

    /**
     * How the ranges ended.
     *
     * @param error what went wrong, if anything did
     */
    private record End(@Nullable Throwable error) {}

    Chunks(S3FileSystem files, ObjectHandle object, ReadOptions options, ByteBudget budget) {
        long piece = Math.min(Math.min(LARGEST, options.maxRequestBytes()), Math.max(SMALLEST, budget.limit() / AHEAD));
        this.ranges = object.size() == 0 ? Flux.empty() : files.read(() -> pieces(object, piece), options, budget);
    }

    private static Iterator<RangeRequest> pieces(ObjectHandle object, long piece) {
        return new Iterator<>() {
            private long offset;

            @Override
            public boolean hasNext() {
                return offset < object.size();
            }

            @Override
            public RangeRequest next() {
                int length = (int) Math.min(piece, object.size() - offset);
                RangeRequest request = new RangeRequest(object, new ByteRange(offset, length));
                offset += length;
                return request;
            }
        };
    }

    /** The piece at hand; null before the first. */
    @Nullable
    FetchedRange current() {
        return current.get();
    }

    /** Frees the piece at hand and waits for the next one, which there must be. One at a time. */
    Mono<Void> advance() {
        return Reply.mono(this::pull);
    }

    private void pull(Reply<Void> reply) {
        release();
        context = Context.of(reply.context());
        waiting.set(reply);
        if (!subscribed) {
            subscribed = true;
            ranges.subscribe(this);
        }
        End over = end;
        Subscription known = subscription.get();
        if (over != null) {
            answer(over);
        } else if (known != null) {
            known.request(1);
        }
    }

    private void release() {
        FetchedRange used = current.getAndSet(null);
        if (used != null) {
            used.close();
        }
    }

    @Override
    public void onSubscribe(Subscription given) {
        if (!subscription.compareAndSet(null, given)) {
            given.cancel();
        } else if (closed) {
            cancel();
        }
    }

    @Override
    public void onNext(FetchedRange range) {
        current.set(range);
        if (closed) {
            release();
            return;
        }
        Reply<Void> reply = waiting.getAndSet(null);
        if (reply != null) {
            reply.complete();
        }
    }

    @Override
    public void onError(Throwable error) {
        ended(new End(error));
    }

    @Override
    public void onComplete() {
        ended(new End(null));
    }

    private void ended(End how) {
        end = how;
        answer(how);
    }

    private void answer(End how) {
        Reply<Void> reply = waiting.getAndSet(null);
        if (reply != null) {
            reply.fail(
                    how.error() != null
                            ? how.error()
                            : new IllegalStateException("the ranges of an object ended before the object did"));
        }
    }

    private void cancel() {
        Subscription known = subscription.getAndSet(Operators.cancelledSubscription());
        if (known != null) {
            known.cancel();
        }
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    public void close() {
        closed = true;
        cancel();
        release();
    }
}

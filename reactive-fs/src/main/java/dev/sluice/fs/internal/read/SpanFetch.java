package dev.sluice.fs.internal.read;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.RangeExceedsBudgetException;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.budget.BudgetExceededException;
import dev.sluice.fs.budget.Permit;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Reads a span of a pinned object. */
final class SpanFetch implements Fetch {
    private final Span span;
    private final ReadOptions options;
    private final Requests requests;
    private byte @Nullable [] bytes;
    private @Nullable SharedBuffer shared;
    private int delivered;

    SpanFetch(Span span, ReadOptions options, Requests requests) {
        this.span = span;
        this.options = options;
        this.requests = requests;
    }

    @Override
    public long bytes() {
        return span.extent().length();
    }

    @Override
    public int requests() {
        return span.requests(options.maxRequestBytes());
    }

    @Override
    public void begin(Permit permit) {
        shared = new SharedBuffer(
                new MeteredPermit(permit, requests.meter()), span.slices().size());
        bytes = new byte[span.extent().length()];
    }

    @Override
    public Mono<Void> request(int index) {
        ByteRange part = span.part(index, options.maxRequestBytes());
        int targetOffset = (int) (part.offset() - span.extent().offset());
        PartReception reception = new PartReception(span.object(), part, buffer(), targetOffset);
        Failures failures = new Failures(span.object().path(), part.toString(), span::object);
        return requests.fill(reception, failures, options);
    }

    @Override
    public int undelivered() {
        return span.slices().size() - delivered;
    }

    @Override
    public FetchedRange deliver() {
        ByteRange slice = span.slices().get(delivered);
        int start = (int) (slice.offset() - span.extent().offset());
        ByteBuffer view =
                ByteBuffer.wrap(buffer(), start, slice.length()).slice().asReadOnlyBuffer();
        SharedBuffer holder = holder();
        delivered++;
        if (undelivered() == 0) {
            bytes = null;
        }
        return new BufferedRange(span.object(), slice, view, holder);
    }

    @Override
    public void discard() {
        if (shared != null) {
            int dropped = undelivered();
            delivered = span.slices().size();
            bytes = null;
            shared.release(dropped);
        }
    }

    @Override
    public RuntimeException tooLarge(BudgetExceededException cause) {
        return new RangeExceedsBudgetException(
                span.object().path(), span.extent().toString(), cause);
    }

    private byte[] buffer() {
        if (bytes == null) {
            throw new IllegalStateException("no buffer: not begun, or all delivered");
        }
        return bytes;
    }

    private SharedBuffer holder() {
        if (shared == null) {
            throw new IllegalStateException("not begun");
        }
        return shared;
    }
}

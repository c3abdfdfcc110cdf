package dev.sluice.fs.internal.read;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.RangeExceedsBudgetException;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.BudgetExceededException;
import dev.sluice.fs.budget.Permit;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Reads the last bytes of an object that nobody has opened yet. */
final class TailFetch implements Fetch {
    private final S3Path path;
    private final int maxBytes;
    private final ReadOptions options;
    private final Requests requests;
    private final TailReception reception;
    private @Nullable Permit permit;
    private boolean delivered;

    TailFetch(S3Path path, int maxBytes, ReadOptions options, Requests requests) {
        this.path = path;
        this.maxBytes = maxBytes;
        this.options = options;
        this.requests = requests;
        this.reception = new TailReception(path, maxBytes);
    }

    @Override
    public long bytes() {
        return maxBytes;
    }

    @Override
    public int requests() {
        return 1;
    }

    @Override
    public void begin(Permit granted) {
        permit = new MeteredPermit(granted, requests.meter());
    }

    @Override
    public Mono<Void> request(int index) {
        return requests.fill(reception, new Failures(path, what(), reception::object), options);
    }

    @Override
    public int undelivered() {
        return delivered ? 0 : 1;
    }

    @Override
    public FetchedRange deliver() {
        if (permit == null) {
            throw new IllegalStateException("not begun");
        }
        delivered = true;
        TailReception.Pinned tail = reception.result();
        permit.shrinkTo(tail.range().length());
        return new BufferedRange(tail.object(), tail.range(), tail.view(), new SharedBuffer(permit, 1));
    }

    @Override
    public void discard() {
        if (permit != null && !delivered) {
            delivered = true;
            permit.close();
        }
    }

    @Override
    public RuntimeException tooLarge(BudgetExceededException cause) {
        return new RangeExceedsBudgetException(path, what(), cause);
    }

    private String what() {
        return "last " + maxBytes + " bytes";
    }
}

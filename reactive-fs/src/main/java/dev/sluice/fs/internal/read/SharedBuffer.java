package dev.sluice.fs.internal.read;

import dev.sluice.fs.budget.Permit;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps a permit until the last of those that share its bytes has let go. */
final class SharedBuffer {
    private final Permit permit;
    private final AtomicInteger holders;

    SharedBuffer(Permit permit, int holders) {
        this.permit = permit;
        this.holders = new AtomicInteger(holders);
    }

    /** Lets go for so many holders, each of which must do so once. */
    void release(int count) {
        if (count > 0 && holders.addAndGet(-count) == 0) {
            permit.close();
        }
    }
}

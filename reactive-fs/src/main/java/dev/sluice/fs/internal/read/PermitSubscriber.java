package dev.sluice.fs.internal.read;

import dev.sluice.fs.budget.Permit;

/** Waits for a slot's permit. */
final class PermitSubscriber extends InnerSubscriber<Permit> {
    private final FetchSlot slot;
    private final OrderedFetchSubscription parent;
    private final PermitCell cell = new PermitCell();

    PermitSubscriber(FetchSlot slot, OrderedFetchSubscription parent) {
        super(parent::context);
        this.slot = slot;
        this.parent = parent;
    }

    @Override
    public void onNext(Permit granted) {
        if (cell.put(granted)) {
            parent.drain();
        }
    }

    @Override
    public void onError(Throwable error) {
        if (end()) {
            slot.fail(error);
            parent.drain();
        }
    }

    @Override
    public void onComplete() {
        // The permit said it all.
    }

    boolean isGranted() {
        return cell.isHeld();
    }

    /** Hands the granted permit over. */
    Permit take() {
        Permit granted = cell.take();
        if (granted == null) {
            throw new IllegalStateException("no permit to take");
        }
        return granted;
    }

    @Override
    public void dispose() {
        super.dispose();
        cell.close();
    }
}

package dev.sluice.fs.internal.read;

/** Waits for the end of one request of a slot. */
final class RequestSubscriber extends InnerSubscriber<Void> {
    private final FetchSlot slot;
    private final OrderedFetchSubscription parent;

    RequestSubscriber(FetchSlot slot, OrderedFetchSubscription parent) {
        super(parent::context);
        this.slot = slot;
        this.parent = parent;
    }

    @Override
    public void onNext(Void nothing) {
        // There is none.
    }

    @Override
    public void onError(Throwable error) {
        if (end()) {
            slot.fail(error);
            parent.requestEnded();
        }
    }

    @Override
    public void onComplete() {
        if (end()) {
            slot.requestCompleted();
            parent.requestEnded();
        }
    }
}

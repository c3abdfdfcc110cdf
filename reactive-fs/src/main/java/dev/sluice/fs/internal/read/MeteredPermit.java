package dev.sluice.fs.internal.read;

import dev.sluice.fs.budget.Permit;

/** A permit whose bytes the meter sees. */
final class MeteredPermit implements Permit {
    private final Permit permit;
    private final Meter meter;
    private long seen;

    MeteredPermit(Permit permit, Meter meter) {
        this.permit = permit;
        this.meter = meter;
        this.seen = permit.bytes();
        meter.held(seen);
    }

    @Override
    public long bytes() {
        return permit.bytes();
    }

    @Override
    public void shrinkTo(long bytes) {
        permit.shrinkTo(bytes);
        update();
    }

    @Override
    public void close() {
        permit.close();
        update();
    }

    private synchronized void update() {
        long now = permit.bytes();
        meter.held(now - seen);
        seen = now;
    }
}

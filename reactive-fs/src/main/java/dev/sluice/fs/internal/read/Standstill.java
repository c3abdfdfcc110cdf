package dev.sluice.fs.internal.read;

import java.util.function.LongSupplier;

/** Sees that nothing arrives any more: so many looks in a row without a signal. */
final class Standstill {
    static final int LOOKS = 4;

    private final LongSupplier source;
    private long signals;
    private int quiet;

    Standstill(LongSupplier source) {
        this.source = source;
        this.signals = source.getAsLong();
    }

    /** Looks once; true when nothing has happened since {@link #LOOKS} looks. */
    boolean look() {
        long now = source.getAsLong();
        quiet = now == signals ? quiet + 1 : 0;
        signals = now;
        return quiet >= LOOKS;
    }
}

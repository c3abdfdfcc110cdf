package dev.sluice.fs.internal.read;

/** Sees that a reception stands still: so many looks in a row without a signal. */
final class Standstill {
    static final int LOOKS = 4;

    private final Reception reception;
    private long signals;
    private int quiet;

    Standstill(Reception reception) {
        this.reception = reception;
        this.signals = reception.signals();
    }

    /** Looks once; true when nothing has happened since {@link #LOOKS} looks. */
    boolean look() {
        long now = reception.signals();
        quiet = now == signals ? quiet + 1 : 0;
        signals = now;
        return quiet >= LOOKS;
    }
}

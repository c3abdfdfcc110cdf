package dev.sluice.fs.internal.read;

import java.nio.ByteBuffer;

/**
 * Bytes that arrive over as many attempts as it takes, each going on where the one before broke off. An attempt that has
 * been given up may still be delivering on another thread while the next one runs: what it says is not heard.
 */
abstract class Reception {
    private int attempt;
    private long signals;

    /** What is still to be asked for. */
    abstract RangeGet request();

    /** Checks the head of an answer to {@link #request()}. */
    abstract void accept(ResponseHead head);

    /** Copies the next bytes. */
    abstract void append(ByteBuffer chunk);

    /** Whether all bytes are there. */
    abstract boolean isComplete();

    /** How many are missing, in words, once an answer has ended too early. */
    abstract String missing();

    /** Begins an attempt, and ends the one before. */
    final synchronized Attempt begin() {
        attempt++;
        return new Attempt(attempt, request());
    }

    final synchronized boolean done() {
        return isComplete();
    }

    /** Counts what happens, so that a watchdog sees whether anything did. */
    final synchronized long signals() {
        return signals;
    }

    /** One attempt's view. */
    final class Attempt implements BodyReceiver {
        private final int number;
        private final RangeGet request;

        private Attempt(int number, RangeGet request) {
            this.number = number;
            this.request = request;
        }

        RangeGet request() {
            return request;
        }

        @Override
        public void head(ResponseHead head) {
            synchronized (Reception.this) {
                if (number == attempt) {
                    signals++;
                    accept(head);
                }
            }
        }

        @Override
        public void bytes(ByteBuffer chunk) {
            synchronized (Reception.this) {
                if (number == attempt) {
                    signals++;
                    append(chunk);
                }
            }
        }

        /** The body has ended: was it all? */
        void end() {
            synchronized (Reception.this) {
                if (number == attempt && !isComplete()) {
                    throw new TransportException(
                            TransportException.Kind.TRANSIENT, "the body ended early: " + missing());
                }
            }
        }
    }
}

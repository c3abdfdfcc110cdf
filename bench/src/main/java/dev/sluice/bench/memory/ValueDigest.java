package dev.sluice.bench.memory;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** A value as 64 bits that differ where values do, whatever side of the wire it is taken on. */
final class ValueDigest {
    private static final long NULL = 0x6e756c6cL;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private ValueDigest() {}

    static long of(@Nullable Object value) {
        if (value == null) {
            return mix(NULL);
        }
        if (value instanceof String text) {
            return mix(((long) text.length() << 32) ^ text.hashCode());
        }
        if (value instanceof Long || value instanceof Integer) {
            return mix(((Number) value).longValue());
        }
        if (value instanceof Double number) {
            return mix(Double.doubleToLongBits(number));
        }
        if (value instanceof Boolean bool) {
            return mix(bool ? 1 : 2);
        }
        if (value instanceof LocalDate date) {
            return mix(date.toEpochDay());
        }
        if (value instanceof LocalDateTime timestamp) {
            return of(timestamp.toInstant(ZoneOffset.UTC));
        }
        if (value instanceof Instant instant) {
            return mix(instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano());
        }
        throw new IllegalArgumentException("No digest of a " + value.getClass().getName());
    }

    /** Spreads what differs in a few bits over all of them, so that a sum over rows does not cancel out. */
    private static long mix(long bits) {
        long z = (bits + 0x9e3779b97f4a7c15L) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 29)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 32);
    }
}

package dev.sluice.reader;

import dev.sluice.fs.S3Path;
import java.time.Duration;

/** The checks that the reader's builder and the query share. */
final class ReaderSettings {
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(365);
    private static final DataSize LEAST_MEMORY = DataSize.ofMebibytes(1);

    private ReaderSettings() {}

    /** An output location, ending with a slash. */
    static String location(String uri) {
        String path = S3Path.parse(uri).toString();
        return path.endsWith("/") ? path : path + "/";
    }

    static void requireTimeout(Duration timeout, String name) {
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    name + " must be more than 0 and at most " + LONGEST_TIMEOUT.toDays() + " days: " + timeout);
        }
    }

    static void requireMemory(DataSize limit) {
        if (limit.bytes() < LEAST_MEMORY.bytes()) {
            throw new IllegalArgumentException("memoryLimit must be at least " + LEAST_MEMORY + ": " + limit);
        }
    }

    static void requireRows(int rows) {
        if (rows < 1) {
            throw new IllegalArgumentException("batchRows must be at least 1: " + rows);
        }
    }
}

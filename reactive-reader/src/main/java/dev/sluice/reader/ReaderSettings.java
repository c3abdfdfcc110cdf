package dev.sluice.reader;

import dev.sluice.fs.S3Path;
import java.time.Duration;

/** The checks that the reader's builder and the query share. */
final class ReaderSettings {
    private static final DataSize LEAST_MEMORY = DataSize.ofMebibytes(1);

    private ReaderSettings() {}

    /** An output location, ending with a slash. */
    static String location(String uri) {
        String path = S3Path.parse(uri).toString();
        return path.endsWith("/") ? path : path + "/";
    }

    static void requirePositive(Duration duration, String name) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " must be more than 0: " + duration);
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

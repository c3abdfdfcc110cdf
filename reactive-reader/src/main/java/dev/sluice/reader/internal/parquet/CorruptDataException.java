package dev.sluice.reader.internal.parquet;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that contradict themselves, thrown where the place in the file is not known; whoever knows the column and page turns
 * it into a MalformedResultException.
 */
public final class CorruptDataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong. */
    public CorruptDataException(String message) {
        super(message);
    }

    /** Says what is wrong, and who found out. */
    public CorruptDataException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

package dev.sluice.reader.internal.parquet;

/**
 * Sound bytes that this reader has no decoder or no exact value for, thrown where the place is not known; it becomes an
 * UnsupportedResultException.
 */
public final class UnsupportedDataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is not supported, and what to do. */
    public UnsupportedDataException(String message) {
        super(message);
    }
}

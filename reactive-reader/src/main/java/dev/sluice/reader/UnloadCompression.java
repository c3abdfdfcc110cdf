package dev.sluice.reader;

/**
 * How the files of an UNLOAD are compressed.
 *
 * @since 0.1
 */
public enum UnloadCompression {
    /** Fast on both sides; the default. */
    SNAPPY,
    /** Smaller files for a little more work: fewer bytes from S3. */
    ZSTD,
    /** What Athena takes when it is not told. */
    GZIP,
    /** None at all. */
    NONE
}

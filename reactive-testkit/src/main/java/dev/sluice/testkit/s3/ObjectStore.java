package dev.sluice.testkit.s3;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the S3 server serves, reachable without HTTP: the local Athena puts its result files here and DuckDB reads and writes
 * Parquet through {@link StoredObject#file()}. Every method is thread-safe and may touch the disk.
 *
 * @since 0.1
 */
public interface ObjectStore {
    /**
     * Makes a bucket; nothing happens if it is there.
     *
     * @param bucket its name
     */
    void createBucket(String bucket);

    /**
     * Whether a bucket is there.
     *
     * @param bucket its name
     * @return true if it is
     */
    boolean bucketExists(String bucket);

    /**
     * Stores bytes under a key, replacing what was there in one step.
     *
     * @param bucket a bucket that exists
     * @param key the key
     * @param content the bytes
     * @return what is now stored
     */
    StoredObject put(String bucket, String key, byte[] content);

    /**
     * Moves a file into the store, replacing what was there in one step.
     *
     * @param bucket a bucket that exists
     * @param key the key
     * @param file a file of the same file system's; it is gone afterwards
     * @return what is now stored
     */
    StoredObject put(String bucket, String key, Path file);

    /**
     * Finds an object.
     *
     * @param bucket the bucket
     * @param key the key
     * @return the object, or nothing
     */
    Optional<StoredObject> get(String bucket, String key);

    /**
     * Lists the keys that start with a prefix, in the order of their UTF-8 bytes.
     *
     * @param bucket the bucket
     * @param prefix the prefix; empty for all
     * @return the objects
     */
    List<StoredObject> list(String bucket, String prefix);

    /**
     * Removes an object; nothing happens if it is not there.
     *
     * @param bucket the bucket
     * @param key the key
     */
    void delete(String bucket, String key);
}

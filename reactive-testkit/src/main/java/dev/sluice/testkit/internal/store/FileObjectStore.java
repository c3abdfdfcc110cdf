package dev.sluice.testkit.internal.store;

import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import dev.sluice.testkit.internal.checksum.Digests;
import dev.sluice.testkit.s3.ObjectStore;
import dev.sluice.testkit.s3.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An object store with the bytes of each object in a file of its own and the index in memory. A file is never written
 * again once its object is stored, so that a reader of a replaced object still gets what it began to read.
 */
public final class FileObjectStore implements ObjectStore {
    private static final String DEFAULT_TYPE = "binary/octet-stream";
    private static final int FILES_A_DIRECTORY = 4096;

    private final Path directory;
    private final long minimumPartBytes;
    private final NavigableMap<String, Bucket> buckets = new ConcurrentSkipListMap<>(Utf8Order.INSTANCE);
    private final AtomicLong fileNumbers = new AtomicLong();

    /**
     * @param directory where the files go; it must be empty
     * @param minimumPartBytes the least size of a part that is not the last
     */
    public FileObjectStore(Path directory, long minimumPartBytes) {
        this.directory = directory;
        this.minimumPartBytes = minimumPartBytes;
    }

    @Override
    public void createBucket(String bucket) {
        buckets.computeIfAbsent(bucket, name -> new Bucket(name, FileObjectStore::discard, minimumPartBytes));
    }

    @Override
    public boolean bucketExists(String bucket) {
        return buckets.containsKey(bucket);
    }

    public List<Bucket> buckets() {
        return List.copyOf(buckets.values());
    }

    public Bucket bucket(String name) {
        Bucket bucket = buckets.get(name);
        if (bucket == null) {
            throw StorageFailure.noSuchBucket(name);
        }
        return bucket;
    }

    public void deleteBucket(String name) {
        Bucket bucket = bucket(name);
        if (!bucket.isEmpty()) {
            throw new StorageFailure(
                    409, "BucketNotEmpty", "The bucket you tried to delete is not empty", Map.of("BucketName", name));
        }
        buckets.remove(name, bucket);
    }

    /** A file that nobody else has, to be filled and then stored. */
    public Path newFile() {
        long number = fileNumbers.getAndIncrement();
        Path parent = directory.resolve(Long.toString(number / FILES_A_DIRECTORY));
        try {
            if (number % FILES_A_DIRECTORY == 0 || !Files.isDirectory(parent)) {
                Files.createDirectories(parent);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return parent.resolve(Long.toString(number));
    }

    @Override
    public StoredObject put(String bucket, String key, byte[] content) {
        Bucket target = bucket(bucket);
        Path file = newFile();
        try {
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return store(target, key, file);
    }

    @Override
    public StoredObject put(String bucket, String key, Path file) {
        Bucket target = bucket(bucket);
        Path own = newFile();
        try {
            Files.move(file, own, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return store(target, key, own);
    }

    private static StoredObject store(Bucket bucket, String key, Path file) {
        Entry entry = new Entry(
                key,
                Entry.NULL_VERSION,
                false,
                summed(file),
                Bucket.now(),
                Map.of("Content-Type", DEFAULT_TYPE),
                Map.of(),
                Acl.PRIVATE,
                List.of());
        return bucket.put(entry, WriteCondition.NONE).toStoredObject(bucket.name());
    }

    /** Reads a file through for its entity tag and the checksum that S3 gives what comes without one. */
    private static Entry.Content summed(Path file) {
        MessageDigest md5 = Digests.named("MD5");
        ChecksumAlgorithm.Running crc = ChecksumAlgorithm.CRC64NVME.start();
        long size = 0;
        byte[] buffer = new byte[128 * 1024];
        try (InputStream in = Files.newInputStream(file)) {
            int count;
            while ((count = in.read(buffer)) >= 0) {
                md5.update(buffer, 0, count);
                crc.update(buffer, 0, count);
                size += count;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Entry.Content(
                file,
                size,
                ETags.of(md5.digest()),
                new StoredChecksum(ChecksumAlgorithm.CRC64NVME, crc.value(), false));
    }

    @Override
    public Optional<StoredObject> get(String bucket, String key) {
        Bucket found = buckets.get(bucket);
        return found == null ? Optional.empty() : found.current(key).map(entry -> entry.toStoredObject(bucket));
    }

    @Override
    public List<StoredObject> list(String bucket, String prefix) {
        List<StoredObject> objects = new ArrayList<>();
        for (List<Entry> versions : bucket(bucket).keys().tailMap(prefix, true).values()) {
            Entry newest = versions.get(0);
            if (!newest.key().startsWith(prefix)) {
                break;
            }
            if (!newest.isDeleteMarker()) {
                objects.add(newest.toStoredObject(bucket));
            }
        }
        return objects;
    }

    @Override
    public void delete(String bucket, String key) {
        bucket(bucket).delete(key, WriteCondition.NONE);
    }

    private static void discard(Entry entry) {
        if (entry.isDeleteMarker()) {
            return;
        }
        try {
            Files.deleteIfExists(entry.content().file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

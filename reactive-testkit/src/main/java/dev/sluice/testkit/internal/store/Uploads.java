package dev.sluice.testkit.internal.store;

import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import dev.sluice.testkit.internal.checksum.CrcCombination;
import dev.sluice.testkit.internal.checksum.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The multipart uploads of a bucket. */
public final class Uploads {
    /** Says that the size of the whole is not known beforehand. */
    public static final long ANY_SIZE = -1;

    private final Bucket bucket;
    private final long minimumPartBytes;
    private final Map<String, Upload> open = new ConcurrentHashMap<>();
    // S3 answers a repeated completion as it did the first: its answer may have been lost.
    private final Map<String, Entry> completed = new ConcurrentHashMap<>();

    Uploads(Bucket bucket, long minimumPartBytes) {
        this.bucket = bucket;
        this.minimumPartBytes = minimumPartBytes;
    }

    /** A part as the completing client names it. */
    public record PartName(int number, String etag, Map<ChecksumAlgorithm, String> checksums) {}

    public void add(Upload upload) {
        open.put(upload.id(), upload);
    }

    public boolean isEmpty() {
        return open.isEmpty();
    }

    /** The uploads in the order in which S3 lists them: by key, then by their beginning. */
    public List<Upload> list() {
        List<Upload> uploads = new ArrayList<>(open.values());
        uploads.sort((a, b) -> {
            int byKey = Utf8Order.INSTANCE.compare(a.key(), b.key());
            int byTime = byKey != 0 ? byKey : a.initiated().compareTo(b.initiated());
            return byTime != 0 ? byTime : a.id().compareTo(b.id());
        });
        return uploads;
    }

    public Upload get(String key, String uploadId) {
        Upload upload = open.get(uploadId);
        if (upload == null || !upload.key().equals(key)) {
            throw StorageFailure.noSuchUpload(uploadId);
        }
        return upload;
    }

    public void put(Upload upload, Part part) {
        Part before;
        synchronized (upload.parts()) {
            if (!open.containsKey(upload.id())) {
                delete(part.file());
                throw StorageFailure.noSuchUpload(upload.id());
            }
            before = upload.parts().put(part.number(), part);
        }
        if (before != null) {
            delete(before.file());
        }
    }

    public void abort(String key, String uploadId) {
        Upload upload = get(key, uploadId);
        synchronized (upload.parts()) {
            open.remove(uploadId);
            upload.parts().values().forEach(part -> delete(part.file()));
        }
    }

    /** Puts the object together from the named parts and drops the others. */
    public Entry complete(
            String key,
            String uploadId,
            List<PartName> names,
            @Nullable StoredChecksum expected,
            long expectedSize,
            WriteCondition condition) {
        Entry done = completed.get(uploadId);
        if (done != null && done.key().equals(key)) {
            return done;
        }
        Upload upload = get(key, uploadId);
        synchronized (upload.parts()) {
            if (!open.containsKey(uploadId)) {
                throw StorageFailure.noSuchUpload(uploadId);
            }
            List<Part> parts = choose(upload, names);
            verifySize(parts, expectedSize);
            StoredChecksum checksum = checksum(upload, parts);
            if (expected != null && checksum != null && !sameValue(expected, checksum)) {
                throw new StorageFailure(
                        400,
                        "BadDigest",
                        "The " + expected.algorithm() + " you specified did not match the calculated checksum.");
            }
            condition.check(key, bucket.current(key).orElse(null));
            Entry entry = bucket.put(assemble(upload, parts, checksum), condition);
            completed.put(uploadId, entry);
            open.remove(uploadId);
            for (Part part : upload.parts().values()) {
                if (!part.file().equals(entry.content().file())) {
                    delete(part.file());
                }
            }
            return entry;
        }
    }

    private static void verifySize(List<Part> parts, long expected) {
        long size = parts.stream().mapToLong(Part::size).sum();
        if (expected != ANY_SIZE && expected != size) {
            throw StorageFailure.invalidRequest("The provided 'x-amz-mp-object-size' header value " + expected
                    + " does not match what was computed: " + size);
        }
    }

    private static boolean sameValue(StoredChecksum expected, StoredChecksum actual) {
        // A client may leave out the number of parts behind a composite value.
        String value = actual.value();
        int dash = value.indexOf('-');
        return expected.algorithm() != actual.algorithm()
                || expected.value().equals(value)
                || (dash > 0 && expected.value().equals(value.substring(0, dash)));
    }

    private List<Part> choose(Upload upload, List<PartName> names) {
        if (names.isEmpty()) {
            throw new StorageFailure(
                    400,
                    "MalformedXML",
                    "The XML you provided was not well-formed or did not validate against our published schema");
        }
        List<Part> parts = new ArrayList<>();
        int last = 0;
        for (PartName name : names) {
            if (name.number() <= last) {
                throw new StorageFailure(
                        400,
                        "InvalidPartOrder",
                        "The list of parts was not in ascending order. Parts must be ordered by part number.");
            }
            last = name.number();
            parts.add(choose(upload, name));
        }
        for (Part part : parts.subList(0, parts.size() - 1)) {
            if (part.size() < minimumPartBytes) {
                throw new StorageFailure(
                        400,
                        "EntityTooSmall",
                        "Your proposed upload is smaller than the minimum allowed size",
                        Map.of(
                                "ProposedSize",
                                String.valueOf(part.size()),
                                "MinSizeAllowed",
                                String.valueOf(minimumPartBytes),
                                "PartNumber",
                                String.valueOf(part.number())));
            }
        }
        return parts;
    }

    private static Part choose(Upload upload, PartName name) {
        Part part = upload.parts().get(name.number());
        if (part == null || !isNamed(part, name)) {
            throw new StorageFailure(
                    400,
                    "InvalidPart",
                    "One or more of the specified parts could not be found. The part may not have been uploaded, or the"
                            + " specified entity tag may not match the part's entity tag.",
                    Map.of("PartNumber", String.valueOf(name.number()), "UploadId", upload.id()));
        }
        if (upload.composite() && upload.checksumAsked() && !name.checksums().containsKey(upload.algorithm())) {
            throw StorageFailure.invalidRequest("The upload was created using a "
                    + upload.algorithm().name().toLowerCase(Locale.ROOT)
                    + " checksum. The complete request must include the checksum for each part. It was missing for part "
                    + part.number() + " in the request.");
        }
        return part;
    }

    private static boolean isNamed(Part part, PartName name) {
        if (!ETags.unquote(part.etag()).equals(ETags.unquote(name.etag()))) {
            return false;
        }
        StoredChecksum checksum = part.checksum();
        String given = checksum == null ? null : name.checksums().get(checksum.algorithm());
        return checksum == null || given == null || given.equals(checksum.value());
    }

    private static @Nullable StoredChecksum checksum(Upload upload, List<Part> parts) {
        ChecksumAlgorithm algorithm = upload.algorithm();
        if (upload.composite()) {
            ByteArrayOutputStream values = new ByteArrayOutputStream();
            for (Part part : parts) {
                if (part.checksum() == null) {
                    return null;
                }
                values.writeBytes(Base64.getDecoder().decode(part.checksum().value()));
            }
            return new StoredChecksum(algorithm, algorithm.of(values.toByteArray()) + "-" + parts.size(), true);
        }
        String value = null;
        for (Part part : parts) {
            if (part.checksum() == null) {
                return null;
            }
            String next = part.checksum().value();
            value = value == null ? next : CrcCombination.combine(algorithm, value, next, part.size());
        }
        return value == null ? null : new StoredChecksum(algorithm, value, false);
    }

    /** Appends the other parts to the file of the first, which saves copying that one. */
    private static Entry assemble(Upload upload, List<Part> parts, @Nullable StoredChecksum checksum) {
        MessageDigest etag = Digests.named("MD5");
        Path file = parts.get(0).file();
        long size = 0;
        try (FileChannel target = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (Part part : parts) {
                etag.update(HexFormat.of().parseHex(ETags.unquote(part.etag())));
                if (!part.file().equals(file)) {
                    append(part, target, size);
                }
                size += part.size();
            }
            // A completion that was refused late may have left more behind the parts of this one.
            target.truncate(size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String tag = '"' + HexFormat.of().formatHex(etag.digest()) + '-' + parts.size() + '"';
        return new Entry(
                upload.key(),
                Entry.NULL_VERSION,
                false,
                new Entry.Content(file, size, tag, checksum),
                Bucket.now(),
                upload.headers(),
                upload.tags(),
                upload.acl(),
                parts);
    }

    private static void append(Part part, FileChannel target, long at) throws IOException {
        try (FileChannel source = FileChannel.open(part.file(), StandardOpenOption.READ)) {
            long copied = 0;
            while (copied < part.size()) {
                copied += target.transferFrom(source.position(copied), at + copied, part.size() - copied);
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.sluice.testkit.internal.store;

import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * A multipart upload under way.
 *
 * @param id its id
 * @param key the key it will have
 * @param initiated when it was begun
 * @param headers what the object will send back
 * @param tags the object's tags
 * @param acl the object's access control
 * @param algorithm the checksum of parts and object
 * @param composite whether the object's checksum will be made of those of the parts
 * @param checksumAsked whether the client chose the algorithm
 * @param parts those that came, by number
 */
public record Upload(
        String id,
        String key,
        Instant initiated,
        Map<String, String> headers,
        Map<String, String> tags,
        Acl acl,
        ChecksumAlgorithm algorithm,
        boolean composite,
        boolean checksumAsked,
        NavigableMap<Integer, Part> parts) {
    public static Upload begin(
            String id,
            String key,
            Map<String, String> headers,
            Map<String, String> tags,
            Acl acl,
            @Nullable ChecksumAlgorithm algorithm,
            boolean composite) {
        return new Upload(
                id,
                key,
                Instant.now(),
                headers,
                tags,
                acl,
                algorithm == null ? ChecksumAlgorithm.CRC64NVME : algorithm,
                composite,
                algorithm != null,
                new ConcurrentSkipListMap<>());
    }

    public String storageClass() {
        return headers.getOrDefault("x-amz-storage-class", "STANDARD");
    }
}

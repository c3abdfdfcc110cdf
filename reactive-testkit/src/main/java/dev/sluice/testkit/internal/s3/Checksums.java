package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;
import dev.sluice.testkit.internal.store.StoredChecksum;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checksums as the elements of documents. */
final class Checksums {
    private Checksums() {}

    /** Writes the value and its type. */
    static void write(@Nullable StoredChecksum checksum, XmlReply reply) {
        if (checksum != null) {
            writeValue(checksum, reply);
            reply.text("ChecksumType", checksum.type());
        }
    }

    /** Writes the value alone, as the parts have it. */
    static void writeValue(@Nullable StoredChecksum checksum, XmlReply reply) {
        if (checksum != null) {
            reply.text("Checksum" + checksum.algorithm(), checksum.value());
        }
    }

    static Map<ChecksumAlgorithm, String> read(XmlTree element) {
        Map<ChecksumAlgorithm, String> values = new EnumMap<>(ChecksumAlgorithm.class);
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = element.text("Checksum" + algorithm);
            if (value != null) {
                values.put(algorithm, value);
            }
        }
        return values;
    }
}

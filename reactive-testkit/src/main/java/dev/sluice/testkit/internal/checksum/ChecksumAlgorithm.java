package dev.sluice.testkit.internal.checksum;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/** The algorithms of the {@code x-amz-checksum-*} headers. */
public enum ChecksumAlgorithm {
    CRC32(4),
    CRC32C(4),
    CRC64NVME(8),
    SHA1(20),
    SHA256(32);

    private final int bytes;

    ChecksumAlgorithm(int bytes) {
        this.bytes = bytes;
    }

    public String header() {
        return "x-amz-checksum-" + name().toLowerCase(Locale.ROOT);
    }

    /** The length of a value in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Whether the checksum of a whole follows from those of its parts. */
    public boolean isCrc() {
        return this == CRC32 || this == CRC32C || this == CRC64NVME;
    }

    public static @Nullable ChecksumAlgorithm named(String name) {
        for (ChecksumAlgorithm algorithm : values()) {
            if (algorithm.name().equalsIgnoreCase(name)) {
                return algorithm;
            }
        }
        return null;
    }

    public Running start() {
        return switch (this) {
            case CRC32 -> new OfCrc(new CRC32(), bytes);
            case CRC32C -> new OfCrc(new CRC32C(), bytes);
            case CRC64NVME -> new OfCrc(new Crc64Nvme(), bytes);
            case SHA1 -> new OfDigest(Digests.named("SHA-1"));
            case SHA256 -> new OfDigest(Digests.named("SHA-256"));
        };
    }

    public String of(byte[] content) {
        Running running = start();
        running.update(content, 0, content.length);
        return running.value();
    }

    /** A checksum under way. */
    public interface Running {
        void update(byte[] content, int offset, int length);

        /** The value in Base64, as the headers carry it. */
        String value();
    }

    private record OfCrc(Checksum checksum, int bytes) implements Running {
        @Override
        public void update(byte[] content, int offset, int length) {
            checksum.update(content, offset, length);
        }

        @Override
        public String value() {
            byte[] all =
                    ByteBuffer.allocate(Long.BYTES).putLong(checksum.getValue()).array();
            byte[] used = new byte[bytes];
            System.arraycopy(all, all.length - bytes, used, 0, bytes);
            return Base64.getEncoder().encodeToString(used);
        }
    }

    private record OfDigest(MessageDigest digest) implements Running {
        @Override
        public void update(byte[] content, int offset, int length) {
            digest.update(content, offset, length);
        }

        @Override
        public String value() {
            return Base64.getEncoder().encodeToString(digest.digest());
        }
    }
}

package dev.sluice.testkit.internal.checksum;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The message digests that every Java platform has. */
public final class Digests {
    private Digests() {}

    public static MessageDigest named(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java platform lacks " + name, e);
        }
    }

    public static String sha256Hex(byte[] content) {
        return HexFormat.of().formatHex(named("SHA-256").digest(content));
    }
}

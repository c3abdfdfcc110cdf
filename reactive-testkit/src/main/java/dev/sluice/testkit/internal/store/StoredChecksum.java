package dev.sluice.testkit.internal.store;

import dev.sluice.testkit.internal.checksum.ChecksumAlgorithm;

/**
 * A checksum kept with an object or a part.
 *
 * @param algorithm how it was made
 * @param value in Base64; for a composite one with the number of parts behind a dash
 * @param composite whether it is made of the checksums of parts
 */
public record StoredChecksum(ChecksumAlgorithm algorithm, String value, boolean composite) {
    public String type() {
        return composite ? "COMPOSITE" : "FULL_OBJECT";
    }
}

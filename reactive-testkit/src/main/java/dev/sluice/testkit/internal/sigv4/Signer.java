package dev.sluice.testkit.internal.sigv4;

import org.jspecify.annotations.Nullable;

/**
 * Who signed a request, and how.
 *
 * @param accessKeyId the key id; empty for nobody
 * @param key what signs the chunks of its body; null for nobody
 * @param signature the request's own signature, in hexadecimal
 * @param payload what {@code x-amz-content-sha256} says: a digest or one of the words for a body signed otherwise
 */
public record Signer(String accessKeyId, @Nullable SigningKey key, String signature, String payload) {
    public static final String UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";
}

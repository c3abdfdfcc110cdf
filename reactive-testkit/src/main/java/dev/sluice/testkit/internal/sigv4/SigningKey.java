package dev.sluice.testkit.internal.sigv4;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The key that is derived for a day, a region and a service. */
public final class SigningKey {
    private final byte[] key;
    private final String scope;
    private final String timestamp;

    private SigningKey(byte[] key, String scope, String timestamp) {
        this.key = key;
        this.scope = scope;
        this.timestamp = timestamp;
    }

    /**
     * Derives it.
     *
     * @param secret the secret access key
     * @param scope {@code date/region/service/aws4_request}
     * @param timestamp when the request was signed, as it was written
     */
    public static SigningKey derive(String secret, String scope, String timestamp) {
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String step : scope.split("/")) {
            key = hmac(key, step);
        }
        return new SigningKey(key, scope, timestamp);
    }

    /** Signs a string that begins with these lines: the algorithm, the time, the scope, and then {@code rest}. */
    public String sign(String algorithm, String rest) {
        String text = algorithm + '\n' + timestamp + '\n' + scope + '\n' + rest;
        return HexFormat.of().formatHex(hmac(key, text));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java platform lacks HmacSHA256", e);
        }
    }
}

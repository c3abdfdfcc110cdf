package dev.sluice.testkit.internal.result;

import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.CipherOutputStream;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a client without the key sees of an object under client-side encryption: AES under a key that is thrown away. Whoever
 * reads such an object as if it were plain reads noise, as with the real one.
 */
final class SealedObject {
    private static final int BLOCK_BYTES = 16;

    private SealedObject() {}

    static OutputStream seal(OutputStream out) {
        SecureRandom random = new SecureRandom();
        byte[] key = new byte[BLOCK_BYTES];
        byte[] start = new byte[BLOCK_BYTES];
        random.nextBytes(key);
        random.nextBytes(start);
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(start));
            return new CipherOutputStream(out, cipher);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES/CTR", e);
        }
    }
}

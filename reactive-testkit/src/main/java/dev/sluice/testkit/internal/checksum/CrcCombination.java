package dev.sluice.testkit.internal.checksum;

import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * The CRC of two pieces in a row from the CRCs of each. Appending {@code n} bytes multiplies what came before by
 * {@code x^(8n)} modulo the polynomial; the all-ones that go in and out cancel.
 */
public final class CrcCombination {
    private CrcCombination() {}

    /**
     * Combines two values.
     *
     * @param algorithm a CRC
     * @param first the value of the first piece, in Base64
     * @param second the value of the second piece, in Base64
     * @param secondLength the length of the second piece in bytes
     * @return the value of both in a row, in Base64
     */
    public static String combine(ChecksumAlgorithm algorithm, String first, String second, long secondLength) {
        int bits = algorithm.bytes() * 8;
        long polynomial = switch (algorithm) {
            case CRC32 -> 0xEDB88320L;
            case CRC32C -> 0x82F63B78L;
            case CRC64NVME -> Crc64Nvme.POLYNOMIAL;
            case SHA1, SHA256 -> throw new IllegalArgumentException(algorithm + " cannot be combined");
        };
        long shift = power(8 * secondLength, polynomial, bits);
        long combined = multiply(decode(first), shift, polynomial, bits) ^ decode(second);
        return encode(combined, algorithm.bytes());
    }

    /** x to the n-th modulo the polynomial. Reflected: the highest of the bits stands for x^0. */
    private static long power(long n, long polynomial, int bits) {
        long one = 1L << (bits - 1);
        long result = one;
        long square = one >>> 1;
        for (long rest = n; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = multiply(result, square, polynomial, bits);
            }
            square = multiply(square, square, polynomial, bits);
        }
        return result;
    }

    private static long multiply(long a, long b, long polynomial, int bits) {
        long product = 0;
        long shifted = b;
        for (int power = bits - 1; power >= 0; power--) {
            if ((a >>> power & 1) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
        }
        return product;
    }

    private static long decode(String base64) {
        long value = 0;
        for (byte b : Base64.getDecoder().decode(base64)) {
            value = (value << 8) | (b & 0xff);
        }
        return value;
    }

    private static String encode(long value, int bytes) {
        byte[] all = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
        byte[] used = new byte[bytes];
        System.arraycopy(all, all.length - bytes, used, 0, bytes);
        return Base64.getEncoder().encodeToString(used);
    }
}

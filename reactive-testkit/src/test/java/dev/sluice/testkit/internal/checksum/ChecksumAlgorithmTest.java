package dev.sluice.testkit.internal.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChecksumAlgorithmTest {
    @ParameterizedTest
    @CsvSource({
        "CRC32, cbf43926",
        "CRC32C, e3069283",
        "CRC64NVME, ae8b14860a799888",
        "SHA1, f7c3bc1d808e04732adf679965ccc34ca7ae3441",
        "SHA256, 15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225",
    })
    void givesThePublishedCheckValue(ChecksumAlgorithm algorithm, String hex) {
        String value = algorithm.of("123456789".getBytes(StandardCharsets.US_ASCII));

        assertThat(HexFormat.of().formatHex(Base64.getDecoder().decode(value))).isEqualTo(hex);
        assertThat(algorithm.bytes()).isEqualTo(hex.length() / 2);
    }

    @ParameterizedTest
    @EnumSource
    void doesNotDependOnHowTheBytesAreCut(ChecksumAlgorithm algorithm) {
        byte[] content = new byte[10_007];
        new Random(3).nextBytes(content);
        ChecksumAlgorithm.Running running = algorithm.start();
        for (int at = 0; at < content.length; at += 13) {
            running.update(content, at, Math.min(13, content.length - at));
        }

        assertThat(running.value()).isEqualTo(algorithm.of(content));
    }

    @ParameterizedTest
    @EnumSource(names = {"CRC32", "CRC32C", "CRC64NVME"})
    void theWholeFollowsFromTheParts(ChecksumAlgorithm algorithm) {
        byte[] content = new byte[5_000];
        new Random(4).nextBytes(content);
        for (int cut : new int[] {0, 1, 7, 2_500, 4_999, 5_000}) {
            byte[] first = Arrays.copyOfRange(content, 0, cut);
            byte[] second = Arrays.copyOfRange(content, cut, content.length);

            assertThat(CrcCombination.combine(algorithm, algorithm.of(first), algorithm.of(second), second.length))
                    .as("cut at %s", cut)
                    .isEqualTo(algorithm.of(content));
        }
    }

    @Test
    void aDigestCannotBeCombined() {
        assertThatThrownBy(() -> CrcCombination.combine(ChecksumAlgorithm.SHA1, "", "", 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(ChecksumAlgorithm.SHA1.isCrc()).isFalse();
        assertThat(ChecksumAlgorithm.CRC32.isCrc()).isTrue();
    }
}

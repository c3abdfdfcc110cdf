package dev.sluice.testkit.internal.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.internal.sigv4.SigningKey;
import dev.sluice.testkit.internal.store.StorageFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The signed bodies are the examples of the S3 API Reference, "Transferring Payload in Multiple Chunks". */
class AwsChunkedInputStreamTest {
    private static final SigningKey KEY = SigningKey.derive(
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20130524/us-east-1/s3/aws4_request", "20130524T000000Z");
    private static final String SEED = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
    private static final String SIGNED = "10000;chunk-signature="
            + "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n" + "a".repeat(65_536) + "\r\n"
            + "400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n"
            + "a".repeat(1_024) + "\r\n"
            + "0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n";

    private static final String TRAILER_SEED = "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e";
    private static final String SIGNED_WITH_TRAILER = "10000;chunk-signature="
            + "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2\r\n" + "a".repeat(65_536) + "\r\n"
            + "400;chunk-signature=1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7\r\n"
            + "a".repeat(1_024) + "\r\n"
            + "0;chunk-signature=2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992\r\n"
            + "x-amz-checksum-crc32c:sOO8/Q==\r\n"
            + "x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n";

    @Test
    void verifiesThePublishedChunks() throws IOException {
        AwsChunkedInputStream stream = stream(SIGNED, KEY, SEED);

        assertThat(stream.readAllBytes()).hasSize(66_560).containsOnly('a');
        assertThat(stream.trailers()).isEmpty();
    }

    @Test
    void verifiesThePublishedTrailer() throws IOException {
        AwsChunkedInputStream stream = stream(SIGNED_WITH_TRAILER, KEY, TRAILER_SEED);

        assertThat(stream.readAllBytes()).hasSize(66_560);
        assertThat(stream.trailers()).containsOnlyKeys("x-amz-checksum-crc32c").containsValue("sOO8/Q==");
    }

    @Test
    void refusesAChangedChunkSignatureOrTrailer() {
        assertMismatch(SIGNED.replaceFirst("aaa", "aba"), SEED);
        assertMismatch(SIGNED.replace("0055", "0056"), SEED);
        assertMismatch(SIGNED.replace("b6c6", "b6c7"), SEED);
        assertMismatch(SIGNED, TRAILER_SEED);
        assertMismatch(SIGNED_WITH_TRAILER.replace("sOO8", "sOO9"), TRAILER_SEED);
        assertMismatch(SIGNED_WITH_TRAILER.replace("d81f", "d81e"), TRAILER_SEED);
    }

    @Test
    void readsUnsignedChunksAndTheirTrailers() throws IOException {
        AwsChunkedInputStream stream =
                stream("3\r\nabc\r\n2\r\nde\r\n0\r\nX-Amz-Checksum-CRC32: AAAA\r\nother:1\r\n\r\n", null, "");

        assertThat(stream.readAllBytes()).asString().isEqualTo("abcde");
        assertThat(stream.trailers())
                .containsEntry("x-amz-checksum-crc32", "AAAA")
                .containsEntry("other", "1");
    }

    @Test
    void readsAnEmptyBody() throws IOException {
        assertThat(stream("0\r\n\r\n", null, "").readAllBytes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"5\r\nabc", "3\r\nabc\r\n", "x\r\nabc\r\n", "3\r\nabcd\r\n0\r\n\r\n", "0\r\nno colon\r\n\r\n", ""
            })
    void refusesFramingThatIsBroken(String framed) {
        assertThatThrownBy(() -> stream(framed, null, "").readAllBytes()).isInstanceOf(StorageFailure.class);
    }

    private static void assertMismatch(String framed, String seed) {
        assertThatThrownBy(() -> stream(framed, KEY, seed).readAllBytes())
                .isInstanceOfSatisfying(
                        StorageFailure.class, e -> assertThat(e.code()).isEqualTo("SignatureDoesNotMatch"));
    }

    private static AwsChunkedInputStream stream(String framed, @Nullable SigningKey key, String seed) {
        return new AwsChunkedInputStream(
                new ByteArrayInputStream(framed.getBytes(StandardCharsets.ISO_8859_1)), key, seed);
    }
}

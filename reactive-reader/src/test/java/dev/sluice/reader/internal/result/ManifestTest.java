package dev.sluice.reader.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.fs.S3Path;
import dev.sluice.reader.MalformedResultException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
    private static final S3Path MANIFEST = S3Path.parse("s3://b/out/q-manifest.csv");
    private static final S3Path TARGET = S3Path.parse("s3://b/unload/7/");

    private static List<S3Path> parse(String text, S3Path target) {
        return Manifest.parse(MANIFEST, text.getBytes(StandardCharsets.UTF_8), target);
    }

    @Test
    void eachLineIsAFileInItsOrder() {
        assertThat(parse("s3://b/unload/7/b\ns3://b/unload/7/a/x=1/ü\n", TARGET))
                .extracting(S3Path::key)
                .containsExactly("unload/7/b", "unload/7/a/x=1/ü");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n\r\n", "  \n"})
    void anEmptyListHasNoFiles(String text) {
        assertThat(parse(text, TARGET)).isEmpty();
    }

    @Test
    void linesMayEndAsOnWindowsAndTheLastNeedNotEnd() {
        assertThat(parse("s3://b/unload/7/a\r\ns3://b/unload/7/b", TARGET)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://other/unload/7/a",
                "s3://b/unload/70/a",
                "s3://b/unload/7",
                "s3://b/unload/7/",
                "s3://b/elsewhere/a"
            })
    void aFileOutsideOfTheTargetIsRefused(String line) {
        assertThatExceptionOfType(MalformedResultException.class)
                .isThrownBy(() -> parse("s3://b/unload/7/fine\n" + line, TARGET))
                .withMessageContaining("outside of s3://b/unload/7/")
                .satisfies(error -> {
                    assertThat(error.place().object()).isEqualTo(MANIFEST.toString());
                    assertThat(error.place().row()).isEqualTo(1);
                });
    }

    @Test
    void withoutAKnownTargetAnyPlaceIsTaken() {
        assertThat(parse("s3://x/y", null)).containsExactly(S3Path.parse("s3://x/y"));
    }

    @Test
    void aTargetNeedNotEndWithASlash() {
        assertThat(parse("s3://b/unload/7/a", S3Path.parse("s3://b/unload/7"))).hasSize(1);
    }

    @Test
    void aLineThatNamesNoPlaceIsRefused() {
        assertThatExceptionOfType(MalformedResultException.class)
                .isThrownBy(() -> parse("\"s3://b/unload/7/a\"", TARGET))
                .withMessageContaining("no place in S3");
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        assertThatExceptionOfType(MalformedResultException.class)
                .isThrownBy(() -> Manifest.parse(MANIFEST, new byte[] {(byte) 0xc3, 0x28}, TARGET))
                .withMessageContaining("UTF-8");
    }
}

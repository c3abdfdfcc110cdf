package dev.sluice.reader.internal.parquet.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.reader.internal.parquet.CorruptDataException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.format.CompressionCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PageDecompressorTest {
    /** {@code hello hello hello hello\n}, as the codecs' own tools compress it. */
    private static final byte[] TEXT = "hello hello hello hello\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final RootAllocator root = new RootAllocator();
    private final PageDecompressor decompressor = new PageDecompressor();

    @AfterEach
    void nothingIsLeft() {
        decompressor.close();
        root.close();
    }

    private static byte[] compressed(CompressionCodec codec) {
        return HexFormat.of()
                .parseHex(
                        switch (codec) {
                            case BROTLI -> "1b1700f88d946ede445586d60a206c6f4a1179e280ae16";
                            case GZIP -> "1f8b0800000000000003cb48cdc9c957c84027b9000088590b18000000";
                            case ZSTD -> "28b52ffd24186d00003868656c6c6f200a0100994b11a87c2ea8";
                            case SNAPPY -> "181468656c6c6f20420600000a";
                            case LZ4_RAW -> "6968656c6c6f20060050656c6c6f0a";
                            case LZ4 -> "000000180000000f6968656c6c6f20060050656c6c6f0a";
                            case UNCOMPRESSED, LZO -> throw new IllegalArgumentException(codec.name());
                        });
    }

    private byte[] run(CompressionCodec codec, byte[] page, int expected) {
        try (ArrowBuf source = root.buffer(Math.max(1, page.length));
                ArrowBuf target = root.buffer(Math.max(1, expected))) {
            source.setBytes(0, page);
            decompressor.decompress(codec, source.memoryAddress(), page.length, target.memoryAddress(), expected);
            byte[] result = new byte[expected];
            target.getBytes(0, result);
            return result;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"UNCOMPRESSED", "LZO"},
            mode = EnumSource.Mode.EXCLUDE)
    void eachCodecGivesBackItsText(CompressionCodec codec) {
        assertThat(PageDecompressor.supports(codec)).isTrue();
        assertThat(run(codec, compressed(codec), TEXT.length)).isEqualTo(TEXT);
        assertThat(run(codec, compressed(codec), TEXT.length)).as("once more").isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"UNCOMPRESSED", "LZO"},
            mode = EnumSource.Mode.EXCLUDE)
    void anotherSizeThanTheHeadersIsCorrupt(CompressionCodec codec) {
        for (int wrong : new int[] {0, 1, TEXT.length - 1, TEXT.length + 1, 100}) {
            assertThatThrownBy(() -> run(codec, compressed(codec), wrong))
                    .as("%d", wrong)
                    .isInstanceOf(CorruptDataException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"UNCOMPRESSED", "LZO"},
            mode = EnumSource.Mode.EXCLUDE)
    void damageIsCorruptOrText(CompressionCodec codec) {
        byte[] sound = compressed(codec);
        Random random = new Random(codec.ordinal());
        int corrupt = 0;
        for (int round = 0; round < 3_000; round++) {
            byte[] damaged = Arrays.copyOf(sound, round % 3 == 0 ? random.nextInt(sound.length) : sound.length);
            if (damaged.length > 0) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                assertThat(run(codec, damaged, TEXT.length)).hasSameSizeAs(TEXT);
            } catch (CorruptDataException expected) {
                corrupt++;
            }
        }
        assertThat(corrupt).isGreaterThan(1_000);
    }

    @Test
    void whatIsNotSupportedIsRefused() {
        assertThat(PageDecompressor.supports(CompressionCodec.LZO)).isFalse();
        assertThatThrownBy(() -> run(CompressionCodec.LZO, new byte[1], 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

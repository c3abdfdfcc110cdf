package dev.sluice.reader.internal.parquet.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.reader.internal.parquet.CorruptDataException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Lz4Test {
    /** What must stay as it is before and behind the room for the result. */
    private static final int FENCE = 64;

    private final RootAllocator root = new RootAllocator();

    @AfterEach
    void nothingIsLeft() {
        root.close();
    }

    private interface Decompressor {
        long apply(long source, int length, long target, int room);
    }

    private byte[] run(Decompressor decompressor, byte[] compressed, int room) {
        try (ArrowBuf source = root.buffer(Math.max(1, compressed.length));
                ArrowBuf target = root.buffer(room + 2 * FENCE)) {
            source.setBytes(0, compressed);
            byte[] fence = new byte[room + 2 * FENCE];
            Arrays.fill(fence, (byte) 0x5a);
            target.setBytes(0, fence);
            byte[] result = new byte[0];
            try {
                long written = decompressor.apply(
                        source.memoryAddress(), compressed.length, target.memoryAddress() + FENCE, room);
                result = new byte[(int) written];
                target.getBytes(FENCE, result);
            } finally {
                for (int i = 0; i < FENCE; i++) {
                    assertThat(target.getByte(i)).isEqualTo((byte) 0x5a);
                    assertThat(target.getByte(FENCE + room + i)).isEqualTo((byte) 0x5a);
                }
            }
            return result;
        }
    }

    private byte[] block(byte[] compressed, int room) {
        return run(Lz4::block, compressed, room);
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void literalsAndMatchesAreCopied() {
        assertThat(block(hex("00"), 0)).isEmpty();
        assertThat(block(hex("50 68656c6c6f"), 5)).isEqualTo(ascii("hello"));
        // "abcd", 4 from 4 back, then "xyzzy"
        assertThat(block(hex("40 61626364 0400 50 78797a7a79"), 20)).isEqualTo(ascii("abcdabcdxyzzy"));
        // one literal that its match repeats: 1 back, 4 + 15 + 255 + 6 of it
        assertThat(block(hex("1f 61 0100 ff06 00"), 300)).isEqualTo(ascii("a".repeat(281)));
        // a match of 5 that begins 3 back
        assertThat(block(hex("31 616263 0300 10 7a"), 9)).isEqualTo(ascii("abcabcabz"));
    }

    @Test
    void longRunsOfLiteralsHaveTheirLengthInSeveralBytes() {
        byte[] literals = new byte[15 + 255 + 255 + 3];
        new Random(5).nextBytes(literals);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        compressed.writeBytes(hex("f0 ff ff 03"));
        compressed.writeBytes(literals);
        assertThat(block(compressed.toByteArray(), literals.length)).isEqualTo(literals);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // nothing at all
                "50 68656c6c", // literals cut short
                "f0", // a length cut short
                "f0 ffffff", // a length that never ends
                "40 61626364 04", // an offset cut short
                "40 61626364 0000 50 78797a7a79", // a match from nowhere
                "40 61626364 0500 50 78797a7a79", // a match from before the beginning
                "4f 61626364 0400 ff", // a match's length cut short
                "4f 61626364 0400 ffffffff00 10 61", // a match over the end of the room
                "40 61626364 0400", // no literals at the end
            })
    void whatContradictsItselfIsCorrupt(String compressed) {
        assertThatThrownBy(() -> block(hex(compressed), 40))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageStartingWith("an LZ4 page: ");
    }

    @Test
    void moreThanTheRoomIsCorrupt() {
        assertThatThrownBy(() -> block(hex("50 68656c6c6f"), 4)).isInstanceOf(CorruptDataException.class);
        assertThatThrownBy(() -> block(hex("1f 61 0100 ff06 00"), 280)).isInstanceOf(CorruptDataException.class);
    }

    @Test
    void noDamageReachesOutside() {
        byte[] sound = hex(
                "40 61626364 0400 f0 05 6162636465666768696a6b6c6d6e6f7071727374 6f 61626364 6566 1400 0a 50 78797a7a79");
        Random random = new Random(11);
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = Arrays.copyOf(sound, 1 + random.nextInt(sound.length));
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                byte[] unused = run(round % 2 == 0 ? Lz4::block : Lz4::hadoop, damaged, random.nextInt(100));
                read++;
            } catch (CorruptDataException expected) {
                assertThat(expected).hasMessageStartingWith("an LZ4 page: ");
            }
        }
        assertThat(read).isPositive();
    }

    private static byte[] frame(int run, byte[]... chunks) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(4).putInt(run).array());
        for (byte[] chunk : chunks) {
            out.writeBytes(ByteBuffer.allocate(4).putInt(chunk.length).array());
            out.writeBytes(chunk);
        }
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private byte[] hadoop(byte[] compressed, int room) {
        return run(Lz4::hadoop, compressed, room);
    }

    @Test
    void framesOfHadoopAreJoined() {
        byte[] hello = hex("50 68656c6c6f");
        byte[] world = hex("50 776f726c64");
        assertThat(hadoop(frame(5, hello), 5)).isEqualTo(ascii("hello"));
        assertThat(hadoop(joined(frame(5, hello), frame(5, world)), 10)).isEqualTo(ascii("helloworld"));
        assertThat(hadoop(frame(10, hello, world), 10)).isEqualTo(ascii("helloworld"));
        assertThat(hadoop(joined(frame(10, hello, world), frame(5, hello)), 15)).isEqualTo(ascii("helloworldhello"));
    }

    @Test
    void aBareBlockIsTakenForOne() {
        assertThat(hadoop(hex("50 68656c6c6f"), 5)).isEqualTo(ascii("hello"));
        assertThat(hadoop(hex("40 61626364 0400 50 78797a7a79"), 13)).isEqualTo(ascii("abcdabcdxyzzy"));
    }

    @Test
    void framesThatContradictThemselvesAreCorrupt() {
        byte[] hello = hex("50 68656c6c6f");
        byte[][] wrong = {
            frame(4, hello), // a run of less than its chunk
            joined(frame(6, hello), new byte[3]), // a size cut short
            frame(10, hello, Arrays.copyOf(hello, 3)), // a chunk cut short
            joined(frame(5, hello), frame(5, hello)), // more than the page
            joined(frame(10, hello), hex("00000001 00")), // a chunk of nothing
            joined(hex("00000005 7fffffff"), hello), // a chunk longer than the page
            joined(hex("00000005 ffffffff"), hello),
        };
        for (byte[] each : wrong) {
            assertThatThrownBy(() -> hadoop(each, 9))
                    .as(HexFormat.of().formatHex(each))
                    .isInstanceOf(CorruptDataException.class);
        }
    }
}

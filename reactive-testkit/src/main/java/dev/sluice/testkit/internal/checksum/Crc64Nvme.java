package dev.sluice.testkit.internal.checksum;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.Checksum;

/** CRC-64/NVME: reflected, all ones in and out. Takes eight bytes at a step. */
public final class Crc64Nvme implements Checksum {
    /** The polynomial, lowest power in the highest bit. */
    static final long POLYNOMIAL = 0x9A6C9329AC4BC9B5L;

    private static final int STEP = 8;
    private static final long[][] TABLES = tables();

    private long crc = -1L;

    @Override
    public void update(int b) {
        crc = (crc >>> 8) ^ TABLES[0][(int) (crc ^ b) & 0xff];
    }

    @Override
    public void update(byte[] content, int offset, int length) {
        int at = offset;
        int end = offset + length;
        long value = crc;
        for (; end - at >= STEP; at += STEP) {
            long mixed = value ^ littleEndian(content, at);
            value = TABLES[7][(int) mixed & 0xff]
                    ^ TABLES[6][(int) (mixed >>> 8) & 0xff]
                    ^ TABLES[5][(int) (mixed >>> 16) & 0xff]
                    ^ TABLES[4][(int) (mixed >>> 24) & 0xff]
                    ^ TABLES[3][(int) (mixed >>> 32) & 0xff]
                    ^ TABLES[2][(int) (mixed >>> 40) & 0xff]
                    ^ TABLES[1][(int) (mixed >>> 48) & 0xff]
                    ^ TABLES[0][(int) (mixed >>> 56)];
        }
        crc = value;
        for (; at < end; at++) {
            update(content[at]);
        }
    }

    @Override
    public long getValue() {
        return ~crc;
    }

    @Override
    public void reset() {
        crc = -1L;
    }

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static long littleEndian(byte[] content, int at) {
        return (long) LONGS.get(content, at);
    }

    private static long[][] tables() {
        long[][] tables = new long[STEP][256];
        for (int i = 0; i < 256; i++) {
            long value = i;
            for (int bit = 0; bit < 8; bit++) {
                value = (value & 1) == 0 ? value >>> 1 : (value >>> 1) ^ POLYNOMIAL;
            }
            tables[0][i] = value;
        }
        for (int i = 0; i < 256; i++) {
            for (int table = 1; table < STEP; table++) {
                long before = tables[table - 1][i];
                tables[table][i] = (before >>> 8) ^ tables[0][(int) before & 0xff];
            }
        }
        return tables;
    }
}

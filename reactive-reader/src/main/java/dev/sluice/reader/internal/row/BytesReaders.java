package dev.sluice.reader.internal.row;

import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;

/** Text and bytes. */
final class BytesReaders {
    private BytesReaders() {}

    static final class TextReader extends ColumnReader {
        private final VarCharVector vector;
        private byte[] scratch = new byte[64];

        TextReader(VarCharVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            int start = vector.getStartOffset(row);
            int length = vector.getEndOffset(row) - start;
            if (length > scratch.length) {
                scratch = new byte[Math.max(length, 2 * scratch.length)];
            }
            vector.getDataBuffer().getBytes(start, scratch, 0, length);
            return new String(scratch, 0, length, StandardCharsets.UTF_8);
        }
    }

    static final class BinaryReader extends ColumnReader {
        private final VarBinaryVector vector;

        BinaryReader(VarBinaryVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.get(row);
        }
    }
}

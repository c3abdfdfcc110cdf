package dev.sluice.reader.internal.row;

import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TinyIntVector;

/** Numbers and booleans. */
final class NumberReaders {
    private NumberReaders() {}

    static final class BigIntReader extends ColumnReader {
        private final BigIntVector vector;

        BigIntReader(BigIntVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.get(row);
        }

        @Override
        long longValue(int row) {
            return vector.get(row);
        }
    }

    static final class IntReader extends ColumnReader {
        private final IntVector vector;

        IntReader(IntVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.get(row);
        }

        @Override
        long longValue(int row) {
            return vector.get(row);
        }

        @Override
        double doubleValue(int row) {
            return vector.get(row);
        }
    }

    static final class SmallIntReader extends ColumnReader {
        private final SmallIntVector vector;

        SmallIntReader(SmallIntVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.get(row);
        }

        @Override
        long longValue(int row) {
            return vector.get(row);
        }

        @Override
        double doubleValue(int row) {
            return vector.get(row);
        }
    }

    static final class TinyIntReader extends ColumnReader {
        private final TinyIntVector vector;

        TinyIntReader(TinyIntVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.get(row);
        }

        @Override
        long longValue(int row) {
            return vector.get(row);
        }

        @Override
        double doubleValue(int row) {
            return vector.get(row);
        }
    }

    static final class FloatReader extends ColumnReader {
        private final Float4Vector vector;

        FloatReader(Float4Vector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.get(row);
        }

        @Override
        double doubleValue(int row) {
            return vector.get(row);
        }
    }

    static final class DoubleReader extends ColumnReader {
        private final Float8Vector vector;

        DoubleReader(Float8Vector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.get(row);
        }

        @Override
        double doubleValue(int row) {
            return vector.get(row);
        }
    }

    static final class BooleanReader extends ColumnReader {
        private final BitVector vector;

        BooleanReader(BitVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return booleanValue(row);
        }

        @Override
        boolean booleanValue(int row) {
            return vector.get(row) != 0;
        }
    }

    static final class DecimalReader extends ColumnReader {
        private final DecimalVector vector;

        DecimalReader(DecimalVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.getObjectNotNull(row);
        }
    }
}

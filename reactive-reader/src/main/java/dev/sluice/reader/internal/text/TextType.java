package dev.sluice.reader.internal.text;

import dev.sluice.reader.internal.arrow.VectorSizes;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** How the text of one type becomes values. */
interface TextType {
    ArrowType arrow();

    long bound(VectorSizes sizes, int rows, long textBytes);

    void allocate(FieldVector vector, int rows, long textBytes);

    void set(FieldVector vector, int row, byte[] utf8, int from, int to);

    /** Puts one value into a vector of the type's own class. */
    @FunctionalInterface
    interface Setter<V extends FieldVector> {
        void set(V vector, int row, byte[] utf8, int from, int to);
    }

    /**
     * Values of one width.
     *
     * @param width bytes a value; 0 for single bits
     */
    record Fixed<V extends BaseFixedWidthVector>(ArrowType arrow, Class<V> vectorClass, int width, Setter<V> setter)
            implements TextType {
        @Override
        public long bound(VectorSizes sizes, int rows, long textBytes) {
            return width == 0 ? sizes.bits(rows) : sizes.fixedWidth(rows, width);
        }

        @Override
        public void allocate(FieldVector vector, int rows, long textBytes) {
            vectorClass.cast(vector).allocateNew(rows);
        }

        @Override
        public void set(FieldVector vector, int row, byte[] utf8, int from, int to) {
            if (from < to) {
                setter.set(vectorClass.cast(vector), row, utf8, from, to);
            }
        }
    }

    /**
     * Values as long as they are.
     *
     * @param hex whether the text is pairs of hexadecimal digits with blanks between them, three characters a byte
     */
    record Variable<V extends BaseVariableWidthVector>(
            ArrowType arrow, Class<V> vectorClass, boolean hex, Setter<V> setter) implements TextType {
        private long dataBytes(int rows, long textBytes) {
            return hex ? (textBytes + rows + 2) / 3 : textBytes;
        }

        @Override
        public long bound(VectorSizes sizes, int rows, long textBytes) {
            return sizes.variableWidth(rows, dataBytes(rows, textBytes));
        }

        @Override
        public void allocate(FieldVector vector, int rows, long textBytes) {
            vectorClass.cast(vector).allocateNew(dataBytes(rows, textBytes), rows);
        }

        @Override
        public void set(FieldVector vector, int row, byte[] utf8, int from, int to) {
            setter.set(vectorClass.cast(vector), row, utf8, from, to);
        }
    }

    /** A column that has no value at all: Athena's {@code unknown}, of a bare NULL. */
    record AlwaysNull() implements TextType {
        @Override
        public ArrowType arrow() {
            return ArrowType.Null.INSTANCE;
        }

        @Override
        public long bound(VectorSizes sizes, int rows, long textBytes) {
            return 0;
        }

        @Override
        public void allocate(FieldVector vector, int rows, long textBytes) {
            // needs none
        }

        @Override
        public void set(FieldVector vector, int row, byte[] utf8, int from, int to) {
            if (from < to) {
                throw TextFormatException.malformed("it has no value but NULL");
            }
        }
    }
}

package dev.sluice.reader.internal.row;

import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/** The reader for each kind of vector that a result can have. */
final class ColumnReaders {
    private ColumnReaders() {}

    static ColumnReader of(FieldVector vector) {
        if (vector instanceof BigIntVector v) {
            return new NumberReaders.BigIntReader(v);
        } else if (vector instanceof IntVector v) {
            return new NumberReaders.IntReader(v);
        } else if (vector instanceof VarCharVector v) {
            return new BytesReaders.TextReader(v);
        } else if (vector instanceof Float8Vector v) {
            return new NumberReaders.DoubleReader(v);
        } else if (vector instanceof TimeStampVector v) {
            return TemporalReaders.timestamp(v);
        } else if (vector instanceof BitVector v) {
            return new NumberReaders.BooleanReader(v);
        } else if (vector instanceof DateDayVector v) {
            return new TemporalReaders.DateReader(v);
        } else if (vector instanceof DecimalVector v) {
            return new NumberReaders.DecimalReader(v);
        } else if (vector instanceof SmallIntVector v) {
            return new NumberReaders.SmallIntReader(v);
        } else if (vector instanceof TinyIntVector v) {
            return new NumberReaders.TinyIntReader(v);
        } else if (vector instanceof Float4Vector v) {
            return new NumberReaders.FloatReader(v);
        } else if (vector instanceof VarBinaryVector v) {
            return new BytesReaders.BinaryReader(v);
        } else if (vector instanceof TimeNanoVector v) {
            return new TemporalReaders.TimeReader(v);
        } else if (vector instanceof DurationVector v) {
            return new TemporalReaders.DurationReader(v);
        } else if (vector instanceof IntervalYearVector v) {
            return new TemporalReaders.PeriodReader(v);
        }
        return nested(vector);
    }

    private static ColumnReader nested(FieldVector vector) {
        if (vector instanceof MapVector v) {
            return new NestedReaders.MapReader(v);
        } else if (vector instanceof ListVector v) {
            return new NestedReaders.ListReader(v);
        } else if (vector instanceof StructVector v) {
            return new NestedReaders.StructReader(v);
        } else if (vector instanceof NullVector v) {
            return new NestedReaders.NothingReader(v);
        }
        throw new IllegalArgumentException("no path makes such a vector: " + vector.getField());
    }
}

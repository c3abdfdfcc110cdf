package dev.sluice.reader.internal.text;

import dev.sluice.reader.TimestampUnit;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Which type is read how. A type that is not known is text: a new one must not make a result unreadable. */
final class TextTypes {
    private static final int DECIMAL_BITS = 128;
    private static final TextType TEXT = new TextType.Variable<>(
            ArrowType.Utf8.INSTANCE,
            VarCharVector.class,
            false,
            (vector, row, utf8, from, to) -> vector.set(row, utf8, from, to - from));

    private TextTypes() {}

    static TextType of(TypeName type, TimestampUnit unit) {
        return switch (type.base()) {
            case "boolean" ->
                new TextType.Fixed<>(
                        ArrowType.Bool.INSTANCE,
                        BitVector.class,
                        0,
                        (vector, row, utf8, from, to) -> vector.set(row, TextNumbers.bool(utf8, from, to) ? 1 : 0));
            case "tinyint" ->
                new TextType.Fixed<>(
                        new ArrowType.Int(8, true),
                        TinyIntVector.class,
                        1,
                        (vector, row, utf8, from, to) ->
                                vector.set(row, (byte) TextNumbers.integer(utf8, from, to, Byte.MIN_VALUE)));
            case "smallint" ->
                new TextType.Fixed<>(
                        new ArrowType.Int(16, true),
                        SmallIntVector.class,
                        2,
                        (vector, row, utf8, from, to) ->
                                vector.set(row, (short) TextNumbers.integer(utf8, from, to, Short.MIN_VALUE)));
            case "integer" ->
                new TextType.Fixed<>(
                        new ArrowType.Int(32, true),
                        IntVector.class,
                        4,
                        (vector, row, utf8, from, to) ->
                                vector.set(row, (int) TextNumbers.integer(utf8, from, to, Integer.MIN_VALUE)));
            case "bigint" ->
                new TextType.Fixed<>(
                        new ArrowType.Int(64, true),
                        BigIntVector.class,
                        8,
                        (vector, row, utf8, from, to) ->
                                vector.set(row, TextNumbers.integer(utf8, from, to, Long.MIN_VALUE)));
            case "real" ->
                new TextType.Fixed<>(
                        new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE),
                        Float4Vector.class,
                        4,
                        (vector, row, utf8, from, to) -> vector.set(row, TextNumbers.real(utf8, from, to)));
            case "double" ->
                new TextType.Fixed<>(
                        new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
                        Float8Vector.class,
                        8,
                        (vector, row, utf8, from, to) -> vector.set(row, TextNumbers.real64(utf8, from, to)));
            case "decimal" ->
                new TextType.Fixed<>(
                        new ArrowType.Decimal(type.first(), type.second(), DECIMAL_BITS),
                        DecimalVector.class,
                        16,
                        (vector, row, utf8, from, to) ->
                                vector.set(row, TextNumbers.decimal(utf8, from, to, type.first(), type.second())));
            case "varbinary" ->
                new TextType.Variable<>(
                        ArrowType.Binary.INSTANCE,
                        VarBinaryVector.class,
                        true,
                        (vector, row, utf8, from, to) -> vector.set(row, TextNumbers.hex(utf8, from, to)));
            case "unknown" -> new TextType.AlwaysNull();
            default -> temporal(type.base(), unit);
        };
    }

    private static TextType temporal(String base, TimestampUnit unit) {
        return switch (base) {
            case "date" ->
                new TextType.Fixed<>(
                        new ArrowType.Date(DateUnit.DAY),
                        DateDayVector.class,
                        4,
                        (vector, row, utf8, from, to) -> vector.set(row, TextTemporals.date(utf8, from, to)));
            case "time" ->
                new TextType.Fixed<>(
                        new ArrowType.Time(TimeUnit.NANOSECOND, 64),
                        TimeNanoVector.class,
                        8,
                        (vector, row, utf8, from, to) -> vector.set(row, TextTemporals.time(utf8, from, to)));
            case "timestamp" ->
                new TextType.Fixed<>(
                        new ArrowType.Timestamp(unit.arrow(), null),
                        TimeStampVector.class,
                        8,
                        (vector, row, utf8, from, to) ->
                                vector.set(row, TextTemporals.timestamp(utf8, from, to, unit)));
            case "timestamp with time zone" ->
                new TextType.Fixed<>(
                        new ArrowType.Timestamp(unit.arrow(), "UTC"),
                        TimeStampVector.class,
                        8,
                        (vector, row, utf8, from, to) -> vector.set(row, TextTemporals.instant(utf8, from, to, unit)));
            case "interval day to second" ->
                new TextType.Fixed<>(
                        new ArrowType.Duration(TimeUnit.MILLISECOND),
                        DurationVector.class,
                        8,
                        (vector, row, utf8, from, to) -> vector.set(row, TextTemporals.dayToSecond(utf8, from, to)));
            case "interval year to month" ->
                new TextType.Fixed<>(
                        new ArrowType.Interval(IntervalUnit.YEAR_MONTH),
                        IntervalYearVector.class,
                        4,
                        (vector, row, utf8, from, to) -> vector.set(row, TextTemporals.yearToMonth(utf8, from, to)));
            default -> TEXT;
        };
    }
}

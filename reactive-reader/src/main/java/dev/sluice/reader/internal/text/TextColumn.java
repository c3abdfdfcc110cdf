package dev.sluice.reader.internal.text;

import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.UnsupportedResultException;
import dev.sluice.reader.internal.arrow.VectorSizes;
import java.util.function.IntFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A column whose values come as text: what Arrow makes of it, how much room it takes, and how a value is put in. Immutable;
 * one serves any number of batches.
 */
public final class TextColumn {
    private final ResultColumn column;
    private final TextType type;

    private TextColumn(ResultColumn column, TextType type) {
        this.column = column;
        this.type = type;
    }

    /**
     * A column by Athena's description of it.
     *
     * @param athenaType as in ColumnInfo; a name that is not known gives a column of raw text
     * @param precision of a decimal, or the length of a varchar; 0 if not given
     * @param scale of a decimal
     * @param unit of timestamps
     */
    public static TextColumn of(String name, String athenaType, int precision, int scale, TimestampUnit unit) {
        TypeName typeName = TypeName.of(athenaType, precision, scale);
        TextType type = TextTypes.of(typeName, unit);
        Field field = new Field(name, FieldType.nullable(type.arrow()), null);
        return new TextColumn(new ResultColumn(name, typeName.text(), field), type);
    }

    /** The column for users. */
    public ResultColumn column() {
        return column;
    }

    /**
     * How much a vector takes at most, rounded as Arrow rounds.
     *
     * @param rows how many values, NULLs included
     * @param textBytes how many bytes their texts have together
     */
    public long bound(VectorSizes sizes, int rows, long textBytes) {
        return type.bound(sizes, rows, textBytes);
    }

    /** A vector for so much, every value NULL; takes no more than {@link #bound} says, also when it is filled. */
    public FieldVector vector(BufferAllocator allocator, int rows, long textBytes) {
        FieldVector vector = column.field().createVector(allocator);
        try {
            type.allocate(vector, rows, textBytes);
            return vector;
        } catch (RuntimeException | Error e) {
            vector.close();
            throw e;
        }
    }

    /**
     * Puts in a value that is not NULL; rows come in ascending order.
     *
     * @param vector of {@link #vector}
     * @param utf8 holds the text from {@code from} up to, and without, {@code to}
     * @param places where a row is, for an error to tell
     * @throws MalformedResultException if the text is none of the type
     * @throws UnsupportedResultException if the value can't be held exactly
     */
    public void set(FieldVector vector, int row, byte[] utf8, int from, int to, IntFunction<ResultPlace> places) {
        try {
            type.set(vector, row, utf8, from, to);
        } catch (TextFormatException e) {
            // The value itself is left out: errors are logged, and rows must not be.
            ResultPlace place = places.apply(row).withColumn(column.name());
            if (e.isUnsupported()) {
                throw new UnsupportedResultException(e.what(), place, null);
            }
            throw new MalformedResultException(
                    "a text of " + (to - from) + " bytes is no " + column.athenaType() + ": " + e.what(), place, null);
        }
    }

    /** Whether a type keeps an empty text as a value; for all others it is NULL. */
    public boolean keepsEmpty() {
        return column.field().getType() instanceof ArrowType.Utf8
                || column.field().getType() instanceof ArrowType.Binary;
    }
}

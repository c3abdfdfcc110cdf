package dev.sluice.reader.internal.parquet.schema;

import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.parquet.format.Type;

/**
 * A leaf's type on both sides.
 *
 * @param physical the physical type in the file
 * @param physicalWidth bytes of one PLAIN value; 0 for BYTE_ARRAY and BOOLEAN
 * @param arrow the type of the vector
 * @param conversion how one becomes the other
 * @param width bytes of one value in the vector; 0 for bits and for variable width
 * @param factor what {@link Conversion#INT_TO_LONG}, {@link Conversion#LONG_TIMES} multiply by,
 *     {@link Conversion#LONG_DIVIDED} divides by, and how many nanoseconds the unit of an INT96 has
 */
public record LeafType(
        Type physical, int physicalWidth, ArrowType arrow, Conversion conversion, int width, long factor) {
    static LeafType of(Type physical, int physicalWidth, ArrowType arrow, Conversion conversion, int width) {
        return new LeafType(physical, physicalWidth, arrow, conversion, width, 1);
    }
}

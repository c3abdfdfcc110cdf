package dev.sluice.reader.internal.parquet.schema;

import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.internal.parquet.CorruptDataException;
import dev.sluice.reader.internal.parquet.UnsupportedDataException;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * What a leaf becomes in Arrow. The annotation decides, never who wrote the file; an annotation that does not go with its
 * physical type, or that is not known here, leaves the physical type.
 */
final class LeafTypes {
    private static final ArrowType UTF8 = ArrowType.Utf8.INSTANCE;
    private static final ArrowType BINARY = ArrowType.Binary.INSTANCE;
    private static final int MAX_DECIMAL_PRECISION = 38;

    private final TimestampUnit unit;

    LeafTypes(TimestampUnit unit) {
        this.unit = unit;
    }

    LeafType of(SchemaElement element) {
        Type physical = element.getType();
        if (physical == null) {
            throw new CorruptDataException("column '" + element.getName() + "' has no physical type");
        }
        return switch (physical) {
            case BOOLEAN -> LeafType.of(physical, 0, ArrowType.Bool.INSTANCE, Conversion.BOOLEAN, 0);
            case INT32 -> int32(element);
            case INT64 -> int64(element);
            case INT96 ->
                new LeafType(physical, 12, timestamp(false), Conversion.INT96_TO_TIMESTAMP, 8, nanosPerUnit());
            case FLOAT ->
                LeafType.of(
                        physical, 4, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE), Conversion.COPY_4, 4);
            case DOUBLE ->
                LeafType.of(
                        physical, 8, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE), Conversion.COPY_8, 8);
            case BYTE_ARRAY -> binary(element);
            case FIXED_LEN_BYTE_ARRAY -> fixed(element);
        };
    }

    private static LeafType int32(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        ConvertedType converted = element.getConverted_type();
        if (isDecimal(element)) {
            return LeafType.of(Type.INT32, 4, decimal(element), Conversion.INT_TO_DECIMAL, 16);
        }
        if ((logical != null && logical.isSetDATE()) || converted == ConvertedType.DATE) {
            return LeafType.of(Type.INT32, 4, new ArrowType.Date(DateUnit.DAY), Conversion.COPY_4, 4);
        }
        if ((logical != null && logical.isSetTIME()) || converted == ConvertedType.TIME_MILLIS) {
            return new LeafType(Type.INT32, 4, time(), Conversion.INT_TO_LONG, 8, 1_000_000);
        }
        int bits = 32;
        boolean signed = true;
        if (logical != null && logical.isSetINTEGER()) {
            bits = logical.getINTEGER().getBitWidth();
            signed = logical.getINTEGER().isIsSigned();
        } else if (converted != null) {
            bits = switch (converted) {
                case INT_8, UINT_8 -> 8;
                case INT_16, UINT_16 -> 16;
                default -> 32;
            };
            signed = switch (converted) {
                case UINT_8, UINT_16, UINT_32 -> false;
                default -> true;
            };
        }
        return switch (bits) {
            case 8 -> LeafType.of(Type.INT32, 4, new ArrowType.Int(8, signed), Conversion.INT_TO_BYTE, 1);
            case 16 -> LeafType.of(Type.INT32, 4, new ArrowType.Int(16, signed), Conversion.INT_TO_SHORT, 2);
            default -> LeafType.of(Type.INT32, 4, new ArrowType.Int(32, signed), Conversion.COPY_4, 4);
        };
    }

    private LeafType int64(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        ConvertedType converted = element.getConverted_type();
        if (isDecimal(element)) {
            return LeafType.of(Type.INT64, 8, decimal(element), Conversion.LONG_TO_DECIMAL, 16);
        }
        if (logical != null && logical.isSetTIMESTAMP()) {
            return timestamp(
                    nanos(logical.getTIMESTAMP().getUnit()),
                    logical.getTIMESTAMP().isIsAdjustedToUTC());
        }
        if (converted == ConvertedType.TIMESTAMP_MILLIS || converted == ConvertedType.TIMESTAMP_MICROS) {
            // The old annotations mean an instant.
            return timestamp(converted == ConvertedType.TIMESTAMP_MILLIS ? 1_000_000 : 1_000, true);
        }
        if (logical != null && logical.isSetTIME()) {
            long nanos = nanos(logical.getTIME().getUnit());
            return nanos == 1
                    ? LeafType.of(Type.INT64, 8, time(), Conversion.COPY_8, 8)
                    : new LeafType(Type.INT64, 8, time(), Conversion.LONG_TIMES, 8, nanos);
        }
        if (converted == ConvertedType.TIME_MICROS) {
            return new LeafType(Type.INT64, 8, time(), Conversion.LONG_TIMES, 8, 1_000);
        }
        boolean unsigned = (logical != null && logical.isSetINTEGER())
                ? !logical.getINTEGER().isIsSigned()
                : converted == ConvertedType.UINT_64;
        return LeafType.of(Type.INT64, 8, new ArrowType.Int(64, !unsigned), Conversion.COPY_8, 8);
    }

    private static LeafType binary(SchemaElement element) {
        if (isDecimal(element)) {
            return LeafType.of(Type.BYTE_ARRAY, 0, decimal(element), Conversion.BINARY_TO_DECIMAL, 16);
        }
        return LeafType.of(Type.BYTE_ARRAY, 0, isText(element) ? UTF8 : BINARY, Conversion.BINARY, 0);
    }

    private static LeafType fixed(SchemaElement element) {
        int length = element.getType_length();
        if (length < 1) {
            throw new CorruptDataException("column '" + element.getName() + "' has values of " + length + " bytes");
        }
        LogicalType logical = element.getLogicalType();
        if (isDecimal(element)) {
            return LeafType.of(Type.FIXED_LEN_BYTE_ARRAY, length, decimal(element), Conversion.FIXED_TO_DECIMAL, 16);
        }
        if (logical != null && logical.isSetUUID() && length == 16) {
            return LeafType.of(Type.FIXED_LEN_BYTE_ARRAY, length, UTF8, Conversion.UUID_TO_TEXT, 0);
        }
        if (logical != null && logical.isSetFLOAT16() && length == 2) {
            return LeafType.of(
                    Type.FIXED_LEN_BYTE_ARRAY,
                    length,
                    new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE),
                    Conversion.HALF_TO_FLOAT,
                    4);
        }
        return LeafType.of(
                Type.FIXED_LEN_BYTE_ARRAY, length, isText(element) ? UTF8 : BINARY, Conversion.FIXED_TO_BINARY, 0);
    }

    private static boolean isText(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        if (logical != null && (logical.isSetSTRING() || logical.isSetENUM() || logical.isSetJSON())) {
            return true;
        }
        ConvertedType converted = element.getConverted_type();
        return converted == ConvertedType.UTF8 || converted == ConvertedType.ENUM || converted == ConvertedType.JSON;
    }

    private static boolean isDecimal(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        return (logical != null && logical.isSetDECIMAL()) || element.getConverted_type() == ConvertedType.DECIMAL;
    }

    private static ArrowType decimal(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        boolean annotated = logical != null && logical.isSetDECIMAL();
        int precision = annotated ? logical.getDECIMAL().getPrecision() : element.getPrecision();
        int scale = annotated ? logical.getDECIMAL().getScale() : element.getScale();
        if (precision < 1 || scale < 0 || scale > precision) {
            throw new CorruptDataException(
                    "column '" + element.getName() + "' is decimal(" + precision + "," + scale + ")");
        }
        if (precision > MAX_DECIMAL_PRECISION) {
            throw new UnsupportedDataException("column '" + element.getName() + "' is decimal(" + precision + ","
                    + scale + "); at most 38 digits are supported");
        }
        return new ArrowType.Decimal(precision, scale, 128);
    }

    private LeafType timestamp(long nanos, boolean utc) {
        long wanted = nanosPerUnit();
        if (nanos == wanted) {
            return LeafType.of(Type.INT64, 8, timestamp(utc), Conversion.COPY_8, 8);
        }
        return nanos > wanted
                ? new LeafType(Type.INT64, 8, timestamp(utc), Conversion.LONG_TIMES, 8, nanos / wanted)
                : new LeafType(Type.INT64, 8, timestamp(utc), Conversion.LONG_DIVIDED, 8, wanted / nanos);
    }

    private ArrowType timestamp(boolean utc) {
        return new ArrowType.Timestamp(unit.arrow(), utc ? "UTC" : null);
    }

    private long nanosPerUnit() {
        return unit == TimestampUnit.NANOSECOND ? 1 : 1_000;
    }

    private static ArrowType time() {
        return new ArrowType.Time(TimeUnit.NANOSECOND, 64);
    }

    private static long nanos(org.apache.parquet.format.@Nullable TimeUnit unit) {
        if (unit == null) {
            throw new CorruptDataException("a time without its unit");
        }
        return unit.isSetMILLIS() ? 1_000_000 : unit.isSetMICROS() ? 1_000 : 1;
    }
}

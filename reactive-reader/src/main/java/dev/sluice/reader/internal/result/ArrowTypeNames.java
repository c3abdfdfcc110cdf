package dev.sluice.reader.internal.result;

import java.util.StringJoiner;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** The type in Athena's words of what a file holds, for results that Athena itself does not describe. */
public final class ArrowTypeNames {
    private ArrowTypeNames() {}

    /** The type of a field, with what it is made of. */
    public static String of(Field field) {
        ArrowType type = field.getType();
        if (type instanceof ArrowType.List || type instanceof ArrowType.LargeList) {
            return "array(" + of(field.getChildren().get(0)) + ")";
        }
        if (type instanceof ArrowType.Map) {
            Field entries = field.getChildren().get(0);
            return "map(" + of(entries.getChildren().get(0)) + ", "
                    + of(entries.getChildren().get(1)) + ")";
        }
        if (type instanceof ArrowType.Struct) {
            StringJoiner fields = new StringJoiner(", ", "row(", ")");
            for (Field child : field.getChildren()) {
                fields.add(child.getName() + " " + of(child));
            }
            return fields.toString();
        }
        return scalar(type);
    }

    private static String scalar(ArrowType type) {
        if (type instanceof ArrowType.Int integer) {
            return switch (integer.getBitWidth()) {
                case 8 -> "tinyint";
                case 16 -> "smallint";
                case 32 -> "integer";
                default -> "bigint";
            };
        }
        if (type instanceof ArrowType.FloatingPoint number) {
            return number.getPrecision() == FloatingPointPrecision.DOUBLE ? "double" : "real";
        }
        if (type instanceof ArrowType.Decimal decimal) {
            return "decimal(" + decimal.getPrecision() + "," + decimal.getScale() + ")";
        }
        if (type instanceof ArrowType.Timestamp timestamp) {
            return timestamp.getTimezone() == null ? "timestamp" : "timestamp with time zone";
        }
        return switch (type.getTypeID()) {
            case Bool -> "boolean";
            case Utf8, LargeUtf8 -> "varchar";
            case Binary, LargeBinary, FixedSizeBinary -> "varbinary";
            case Date -> "date";
            case Time -> "time";
            case Duration -> "interval day to second";
            case Interval -> "interval year to month";
            case Null -> "unknown";
            default -> type.toString();
        };
    }
}

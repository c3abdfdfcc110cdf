package dev.sluice.reader.internal.parquet;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Rows as parquet-java's own record reader sees them, in the form of {@link ArrowValues}. */
final class GroupOracle {
    private GroupOracle() {}

    static List<List<Object>> rows(Path file) throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = new Reader(file).build()) {
            for (Group group = reader.read(); group != null; group = reader.read()) {
                List<Object> row = new ArrayList<>();
                for (Type field : group.getType().getFields()) {
                    row.add(field(group, field));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /** Without Hadoop's file systems, which do not run on every JDK. */
    private static final class Reader extends ParquetReader.Builder<Group> {
        Reader(Path file) {
            super(new LocalInputFile(file));
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    private static Object field(Group group, Type field) {
        int count = group.getFieldRepetitionCount(field.getName());
        if (field.isRepetition(Type.Repetition.REPEATED)) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                values.add(value(group, field, i));
            }
            return values;
        }
        return count == 0 ? null : value(group, field, 0);
    }

    private static Object value(Group group, Type type, int index) {
        if (type.isPrimitive()) {
            return primitive(group, type.asPrimitiveType(), index);
        }
        Group inner = group.getGroup(type.getName(), index);
        GroupType groupType = type.asGroupType();
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        boolean wrapper = groupType.getFieldCount() == 1 && groupType.getType(0).isRepetition(Type.Repetition.REPEATED);
        if (wrapper && annotation instanceof ListLogicalTypeAnnotation) {
            return list(inner, groupType);
        }
        if (wrapper
                && (annotation instanceof MapLogicalTypeAnnotation
                        || annotation instanceof MapKeyValueTypeAnnotation)) {
            return map(inner, groupType.getType(0).asGroupType());
        }
        Map<String, Object> struct = new LinkedHashMap<>();
        for (Type field : groupType.getFields()) {
            struct.put(field.getName(), field(inner, field));
        }
        return struct;
    }

    private static List<Object> list(Group list, GroupType type) {
        Type repeated = type.getType(0);
        boolean elementItself = repeated.isPrimitive()
                || repeated.asGroupType().getFieldCount() != 1
                || repeated.asGroupType().getType(0).isRepetition(Type.Repetition.REPEATED)
                || repeated.getName().equals("array")
                || repeated.getName().equals(type.getName() + "_tuple");
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
            values.add(
                    elementItself
                            ? value(list, repeated, i)
                            : field(list.getGroup(0, i), repeated.asGroupType().getType(0)));
        }
        return values;
    }

    /** Entries as two-element lists, or as structs where Arrow's map can't hold them. */
    private static List<Object> map(Group map, GroupType entryType) {
        boolean arrowMap =
                entryType.getFieldCount() == 2 && !entryType.getType(0).isRepetition(Type.Repetition.OPTIONAL);
        List<Object> entries = new ArrayList<>();
        for (int i = 0; i < map.getFieldRepetitionCount(0); i++) {
            Group entry = map.getGroup(0, i);
            Map<String, Object> struct = new LinkedHashMap<>();
            for (Type field : entryType.getFields()) {
                struct.put(field.getName(), field(entry, field));
            }
            entries.add(arrowMap ? new ArrayList<>(struct.values()) : struct);
        }
        return entries;
    }

    private static Object primitive(Group group, PrimitiveType type, int index) {
        String name = type.getName();
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> group.getBoolean(name, index);
            case FLOAT -> group.getFloat(name, index);
            case DOUBLE -> group.getDouble(name, index);
            case INT32 -> int32(type, group.getInteger(name, index));
            case INT64 -> int64(type, group.getLong(name, index));
            case INT96 -> int96(group.getInt96(name, index));
            case BINARY, FIXED_LEN_BYTE_ARRAY -> binary(type, group.getBinary(name, index));
        };
    }

    private static Object int32(PrimitiveType type, int value) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return new BigDecimal(BigInteger.valueOf(value), decimal.getScale());
        }
        if (annotation instanceof DateLogicalTypeAnnotation) {
            return LocalDate.ofEpochDay(value);
        }
        if (annotation instanceof TimeLogicalTypeAnnotation) {
            return LocalTime.ofNanoOfDay(value * 1_000_000L);
        }
        if (annotation instanceof IntLogicalTypeAnnotation integer) {
            return switch (integer.getBitWidth()) {
                case 8 -> (byte) value;
                // Arrow gives an unsigned short as a char.
                case 16 -> integer.isSigned() ? (Object) (short) value : (Object) (char) value;
                default -> value;
            };
        }
        return value;
    }

    private static Object int64(PrimitiveType type, long value) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return new BigDecimal(BigInteger.valueOf(value), decimal.getScale());
        }
        if (annotation instanceof TimeLogicalTypeAnnotation time) {
            return LocalTime.ofNanoOfDay(value * nanos(time.getUnit()));
        }
        if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
            long perSecond = 1_000_000_000 / nanos(timestamp.getUnit());
            return LocalDateTime.ofEpochSecond(
                    Math.floorDiv(value, perSecond),
                    (int) (Math.floorMod(value, perSecond) * nanos(timestamp.getUnit())),
                    ZoneOffset.UTC);
        }
        return value;
    }

    private static long nanos(LogicalTypeAnnotation.TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000_000;
            case MICROS -> 1_000;
            case NANOS -> 1;
        };
    }

    private static LocalDateTime int96(Binary value) {
        ByteBuffer bytes = ByteBuffer.wrap(value.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
        long nanos = bytes.getLong();
        return LocalDate.ofEpochDay(bytes.getInt() - 2_440_588L).atStartOfDay().plusNanos(nanos);
    }

    private static Object binary(PrimitiveType type, Binary value) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        byte[] bytes = value.getBytes();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return new BigDecimal(bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes), decimal.getScale());
        }
        if (annotation instanceof StringLogicalTypeAnnotation
                || annotation instanceof EnumLogicalTypeAnnotation
                || annotation instanceof JsonLogicalTypeAnnotation) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (annotation instanceof UUIDLogicalTypeAnnotation) {
            ByteBuffer halves = ByteBuffer.wrap(bytes);
            return new UUID(halves.getLong(), halves.getLong()).toString();
        }
        if (annotation instanceof Float16LogicalTypeAnnotation
                && type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
            return half((bytes[0] & 0xff) | bytes[1] << 8);
        }
        return new ArrowValues.Bytes(bytes);
    }

    /** By the definition of IEEE 754, not by bits. */
    private static float half(int bits) {
        int exponent = (bits >>> 10) & 31;
        int fraction = bits & 1023;
        float magnitude;
        if (exponent == 31) {
            magnitude = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
        } else if (exponent == 0) {
            magnitude = Math.scalb((float) fraction, -24);
        } else {
            magnitude = Math.scalb(1 + fraction / 1024f, exponent - 15);
        }
        return (bits & 0x8000) == 0 ? magnitude : -magnitude;
    }
}

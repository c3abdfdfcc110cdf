package dev.sluice.reader.internal.parquet;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Values of vectors as plain objects, by the vectors' own accessors. */
final class ArrowValues {
    private ArrowValues() {}

    static void rows(VectorSchemaRoot root, List<List<Object>> rows) {
        for (int i = 0; i < root.getRowCount(); i++) {
            List<Object> row = new ArrayList<>();
            for (FieldVector vector : root.getFieldVectors()) {
                row.add(value(vector, i));
            }
            rows.add(row);
        }
    }

    /** Lists for lists; a map is a list of two-element lists; a struct is a map by name; bytes are wrapped as a list. */
    static Object value(ValueVector vector, int index) {
        if (vector.isNull(index)) {
            return null;
        }
        if (vector instanceof ListVector list) {
            List<Object> values = new ArrayList<>();
            for (int i = list.getElementStartIndex(index); i < list.getElementEndIndex(index); i++) {
                if (list instanceof MapVector map) {
                    StructVector entries = (StructVector) map.getDataVector();
                    List<Object> entry = new ArrayList<>();
                    entry.add(value(entries.getChildrenFromFields().get(0), i));
                    entry.add(value(entries.getChildrenFromFields().get(1), i));
                    values.add(entry);
                } else {
                    values.add(value(list.getDataVector(), i));
                }
            }
            return values;
        }
        if (vector instanceof StructVector struct) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (FieldVector child : struct.getChildrenFromFields()) {
                values.put(child.getName(), value(child, index));
            }
            return values;
        }
        if (vector instanceof VarCharVector text) {
            return text.getObject(index).toString();
        }
        if (vector instanceof VarBinaryVector bytes) {
            return new Bytes(bytes.get(index));
        }
        if (vector instanceof DateDayVector days) {
            return LocalDate.ofEpochDay(days.get(index));
        }
        if (vector instanceof TimeNanoVector nanos) {
            return LocalTime.ofNanoOfDay(nanos.get(index));
        }
        if (vector instanceof TimeStampVector timestamp) {
            boolean micros = ((ArrowType.Timestamp) timestamp.getField().getType()).getUnit() == TimeUnit.MICROSECOND;
            long perSecond = micros ? 1_000_000 : 1_000_000_000;
            long value = timestamp.get(index);
            return LocalDateTime.ofEpochSecond(
                    Math.floorDiv(value, perSecond),
                    (int) (Math.floorMod(value, perSecond) * (1_000_000_000 / perSecond)),
                    ZoneOffset.UTC);
        }
        return vector.getObject(index);
    }

    /** Bytes that are equal by content and print as hex. */
    record Bytes(byte[] content) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes bytes && java.util.Arrays.equals(content, bytes.content);
        }

        @Override
        public int hashCode() {
            return java.util.Arrays.hashCode(content);
        }

        @Override
        public String toString() {
            return java.util.HexFormat.of().formatHex(content);
        }
    }
}

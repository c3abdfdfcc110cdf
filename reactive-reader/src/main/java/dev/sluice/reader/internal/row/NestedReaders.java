package dev.sluice.reader.internal.row;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;

/** Lists, maps and rows inside of a row. Elements may be NULL, so the collections are not the JDK's null-hostile ones. */
final class NestedReaders {
    private NestedReaders() {}

    static final class ListReader extends ColumnReader {
        private final ListVector vector;
        private final ColumnReader elements;

        ListReader(ListVector vector) {
            super(vector);
            this.vector = vector;
            this.elements = ColumnReaders.of(vector.getDataVector());
        }

        @Override
        Object value(int row) {
            int start = vector.getElementStartIndex(row);
            int end = vector.getElementEndIndex(row);
            List<@Nullable Object> values = new ArrayList<>(end - start);
            for (int i = start; i < end; i++) {
                values.add(elements.get(i));
            }
            return Collections.unmodifiableList(values);
        }
    }

    static final class MapReader extends ColumnReader {
        private final MapVector vector;
        private final ColumnReader keys;
        private final ColumnReader values;

        MapReader(MapVector vector) {
            super(vector);
            this.vector = vector;
            List<FieldVector> entry = vector.getDataVector().getChildrenFromFields();
            this.keys = ColumnReaders.of(entry.get(0));
            this.values = ColumnReaders.of(entry.get(1));
        }

        @Override
        Object value(int row) {
            int start = vector.getElementStartIndex(row);
            int end = vector.getElementEndIndex(row);
            Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
            for (int i = start; i < end; i++) {
                map.put(keys.get(i), values.get(i));
            }
            return Collections.unmodifiableMap(map);
        }
    }

    /** A map by field names; a list of entries where names repeat, since a map would lose all but one. */
    static final class StructReader extends ColumnReader {
        private final List<ColumnReader> fields = new ArrayList<>();
        private final boolean distinct;

        StructReader(StructVector vector) {
            super(vector);
            Set<String> names = new HashSet<>();
            for (FieldVector child : vector.getChildrenFromFields()) {
                fields.add(ColumnReaders.of(child));
                names.add(child.getName());
            }
            this.distinct = names.size() == fields.size();
        }

        @Override
        Object value(int row) {
            if (!distinct) {
                List<Map.Entry<String, @Nullable Object>> entries = new ArrayList<>(fields.size());
                for (ColumnReader field : fields) {
                    entries.add(new SimpleImmutableEntry<>(field.name(), field.get(row)));
                }
                return Collections.unmodifiableList(entries);
            }
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            for (ColumnReader field : fields) {
                map.put(field.name(), field.get(row));
            }
            return Collections.unmodifiableMap(map);
        }
    }

    static final class NothingReader extends ColumnReader {
        NothingReader(NullVector vector) {
            super(vector);
        }

        @Override
        Object value(int row) {
            throw new IllegalStateException("a column of unknown type has no value but NULL");
        }
    }
}

package dev.sluice.reader.internal.parquet.schema;

import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.internal.parquet.CorruptDataException;
import dev.sluice.reader.internal.parquet.UnsupportedDataException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;

/**
 * Reads the footer's flat list of schema elements into a tree of nodes. Lists are taken in the three-level form and in every
 * two-level form that the format's compatibility rules name; maps with one required key and one value; a map without values
 * or with an optional key, which Arrow's map can't hold, becomes a list of structs; a repeated field without annotation
 * becomes a list that is never NULL.
 */
public final class SchemaReader {
    /** Deeper schemas are refused: nothing writes them, and a corrupt footer may claim them. */
    private static final int MAX_DEPTH = 100;

    private final List<SchemaElement> elements;
    private final LeafTypes types;
    private final List<Node.Leaf> leaves = new ArrayList<>();
    private int next;

    private SchemaReader(List<SchemaElement> elements, TimestampUnit unit) {
        this.elements = elements;
        this.types = new LeafTypes(unit);
    }

    /**
     * Reads a schema.
     *
     * @param elements depth first, the root before its children
     * @param unit of every timestamp vector
     * @throws CorruptDataException if the list is no tree
     */
    public static FileSchema read(List<SchemaElement> elements, TimestampUnit unit) {
        SchemaReader reader = new SchemaReader(elements, unit);
        Element root = reader.element(0);
        if (reader.next != elements.size()) {
            throw new CorruptDataException("the schema has " + (elements.size() - reader.next) + " stray elements");
        }
        List<Node> columns = new ArrayList<>();
        for (Element child : root.children) {
            columns.add(reader.node(child, Levels.ROOT, ""));
        }
        return new FileSchema(columns, reader.leaves);
    }

    /** Levels around a field: repeated ancestors, and the definition level of the nearest one and of the parent. */
    private record Levels(int repetition, int slot, int definition) {
        static final Levels ROOT = new Levels(0, 0, 0);

        Levels optional() {
            return new Levels(repetition, slot, definition + 1);
        }

        Levels repeated() {
            return new Levels(repetition + 1, definition + 1, definition + 1);
        }
    }

    private record Element(SchemaElement schema, List<Element> children) {
        String name() {
            return schema.getName();
        }

        boolean repeated() {
            return schema.getRepetition_type() == FieldRepetitionType.REPEATED;
        }

        boolean optional() {
            return schema.getRepetition_type() == FieldRepetitionType.OPTIONAL;
        }

        boolean leaf() {
            return schema.isSetType();
        }
    }

    private Element element(int depth) {
        if (next >= elements.size()) {
            throw new CorruptDataException("the schema ends before its last field");
        }
        if (depth > MAX_DEPTH) {
            throw new CorruptDataException("the schema is nested deeper than " + MAX_DEPTH);
        }
        SchemaElement schema = elements.get(next++);
        int count = schema.isSetType() ? 0 : schema.getNum_children();
        if (count < 0 || count > elements.size() - next) {
            throw new CorruptDataException("schema element '" + schema.getName() + "' claims " + count + " children");
        }
        if (depth > 0 && count == 0 && !schema.isSetType()) {
            throw new CorruptDataException("group '" + schema.getName() + "' has no fields");
        }
        List<Element> children = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            children.add(element(depth + 1));
        }
        return new Element(schema, children);
    }

    private Node node(Element element, Levels levels, String parent) {
        if (element.repeated()) {
            Node item = value(element, levels.repeated(), parent, "element", false);
            return repeated(element.name(), levels, false, item, ArrowType.List.INSTANCE);
        }
        return value(element, levels, parent, element.name(), element.optional());
    }

    /** A field apart from its own repetition. */
    private Node value(Element element, Levels around, String parent, String name, boolean optional) {
        String path = parent.isEmpty() ? element.name() : parent + "." + element.name();
        Levels levels = optional ? around.optional() : around;
        if (element.leaf()) {
            LeafType type = types.of(element.schema);
            Field field = new Field(name, new FieldType(optional, type.arrow(), null), null);
            Node.Leaf leaf = new Node.Leaf(
                    field,
                    levels.repetition,
                    levels.slot,
                    levels.definition,
                    leaves.size(),
                    path,
                    parent.isEmpty(),
                    type);
            leaves.add(leaf);
            return leaf;
        }
        LogicalType logical = element.schema.getLogicalType();
        if (logical != null && logical.isSetVARIANT()) {
            throw new UnsupportedDataException("column '" + path + "' is a VARIANT; cast it in the query");
        }
        Element only = element.children.size() == 1 ? element.children.get(0) : null;
        if (only != null && only.repeated()) {
            if (annotated(element, ConvertedType.LIST, logical != null && logical.isSetLIST())) {
                return list(element, only, levels, path, name, optional);
            }
            boolean map = annotated(element, ConvertedType.MAP, logical != null && logical.isSetMAP())
                    || element.schema.getConverted_type() == ConvertedType.MAP_KEY_VALUE;
            if (map && !only.leaf()) {
                return map(only, levels, path, name, optional);
            }
        }
        return struct(element, levels, path, name, optional);
    }

    private static boolean annotated(Element element, ConvertedType converted, boolean logical) {
        return logical || element.schema.getConverted_type() == converted;
    }

    private Node struct(Element element, Levels levels, String path, String name, boolean optional) {
        List<Node> children = new ArrayList<>();
        for (Element child : element.children) {
            children.add(node(child, levels, path));
        }
        Field field = new Field(
                name,
                new FieldType(optional, ArrowType.Struct.INSTANCE, null),
                children.stream().map(Node::field).toList());
        return new Node.Struct(field, levels.repetition, levels.slot, levels.definition, children);
    }

    private Node list(Element list, Element repeated, Levels levels, String path, String name, boolean optional) {
        Levels inside = levels.repeated();
        Node item;
        if (elementIsRepeatedField(list, repeated)) {
            item = value(repeated, inside, path, "element", false);
        } else {
            Element element = repeated.children.get(0);
            item = value(element, inside, path + "." + repeated.name(), "element", element.optional());
        }
        return repeated(name, levels, optional, item, ArrowType.List.INSTANCE);
    }

    /** The format's backward-compatibility rules: when the repeated field itself is the element. */
    private static boolean elementIsRepeatedField(Element list, Element repeated) {
        if (repeated.leaf() || repeated.children.size() != 1) {
            return true;
        }
        if (repeated.children.get(0).repeated()) {
            return true;
        }
        String name = repeated.name().toLowerCase(Locale.ROOT);
        return name.equals("array") || repeated.name().equals(list.name() + "_tuple");
    }

    private Node map(Element entries, Levels levels, String path, String name, boolean optional) {
        Levels inside = levels.repeated();
        Node entry = struct(entries, inside, path + "." + entries.name(), MapVector.DATA_VECTOR_NAME, false);
        List<Node> fields = ((Node.Struct) entry).children();
        boolean arrowMap = fields.size() == 2 && !fields.get(0).nullable();
        return repeated(name, levels, optional, entry, arrowMap ? new ArrowType.Map(false) : ArrowType.List.INSTANCE);
    }

    private static Node repeated(String name, Levels levels, boolean optional, Node item, @Nullable ArrowType type) {
        Field field = new Field(name, new FieldType(optional, type, null), List.of(item.field()));
        return new Node.Repeated(field, levels.repetition, levels.slot, levels.definition, item);
    }
}

package dev.sluice.reader.internal.parquet.schema;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A field of the file's schema as Arrow sees it. Which entries of a leaf's levels are slots of a node follows from its
 * repeated ancestors alone: an entry is a slot if its repetition level is at most {@link #repetition()} and its definition
 * level at least {@link #slotDefinition()}; the slot holds a value if the definition level reaches {@link #definition()}.
 */
public sealed interface Node {
    /** The Arrow field, with its children. */
    Field field();

    /** How many repeated ancestors enclose the node, not counting the node's own repetition. */
    int repetition();

    /** From which definition level on an entry is a slot: that of the nearest repeated ancestor, or 0. */
    int slotDefinition();

    /** From which definition level on a slot is not NULL. */
    int definition();

    /** The leaf whose levels describe the node: the first below it, or itself. */
    Leaf firstLeaf();

    /** Whether a slot can be NULL. */
    default boolean nullable() {
        return definition() > slotDefinition();
    }

    /**
     * A column chunk's column.
     *
     * @param index its place among all leaves of the file
     * @param path names from the root, joined by dots, for messages only
     * @param topLevel whether it is a column by itself, in no group
     */
    record Leaf(
            Field field,
            int repetition,
            int slotDefinition,
            int definition,
            int index,
            String path,
            boolean topLevel,
            LeafType type)
            implements Node {
        @Override
        public Leaf firstLeaf() {
            return this;
        }

        /** Whether the definition levels say no more than which values are NULL, so that none need to be kept. */
        public boolean flat() {
            return topLevel && repetition == 0;
        }
    }

    /** A group that is a struct. */
    record Struct(Field field, int repetition, int slotDefinition, int definition, List<Node> children)
            implements Node {
        @Override
        public Leaf firstLeaf() {
            return children.get(0).firstLeaf();
        }
    }

    /**
     * A list or, by its field's type, a map.
     *
     * @param element the element; for a map, the struct of key and value
     */
    record Repeated(Field field, int repetition, int slotDefinition, int definition, Node element) implements Node {
        @Override
        public Leaf firstLeaf() {
            return element.firstLeaf();
        }

        /** The definition level that says that there is an element. */
        public int elementDefinition() {
            return element.slotDefinition();
        }
    }
}

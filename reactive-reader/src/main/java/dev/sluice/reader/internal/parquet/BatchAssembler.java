package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.internal.parquet.decode.Bits;
import dev.sluice.reader.internal.parquet.decode.Levels;
import dev.sluice.reader.internal.parquet.schema.Conversion;
import dev.sluice.reader.internal.parquet.schema.FileSchema;
import dev.sluice.reader.internal.parquet.schema.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.jspecify.annotations.Nullable;

/** Makes the vectors of one batch from the columns' planned entries: bounds them, then decodes into them. */
final class BatchAssembler {
    /** More slots than this do not fit one vector's offsets and counts. */
    private static final long MAX_SLOTS = 1L << 30;

    /** What no batch can have: it is too large whatever the limit. */
    static final long TOO_LARGE = Long.MAX_VALUE / 4;

    private final FileSchema schema;
    private final List<ColumnReader> columns;
    private final BooleanSupplier cancelled;
    private @Nullable ColumnReader current;

    /**
     * For one row group.
     *
     * @param cancelled asked before each column
     */
    BatchAssembler(FileSchema schema, List<ColumnReader> columns, BooleanSupplier cancelled) {
        this.schema = schema;
        this.columns = columns;
        this.cancelled = cancelled;
    }

    /** The batch was cancelled while it was decoded. */
    static final class CancelledBatch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CancelledBatch() {
            super("cancelled", null, false, false);
        }
    }

    /** The column that is being measured or decoded, for messages. */
    @Nullable
    ColumnReader current() {
        return current;
    }

    /** What the vectors of the planned rows take at most. */
    long bound(int rows) {
        long bytes = 0;
        for (Node node : schema.columns()) {
            bytes = Math.min(TOO_LARGE, bytes + bound(node, rows));
        }
        return bytes;
    }

    /** The column that takes most, for messages. */
    Node.Leaf widest() {
        Node.Leaf widest = schema.leaves().get(0);
        long most = -1;
        for (ColumnReader column : columns) {
            long bytes = leafBound(column, column.slots());
            if (bytes > most) {
                most = bytes;
                widest = column.leaf();
            }
        }
        return widest;
    }

    private long bound(Node node, long slots) {
        if (node instanceof Node.Leaf leaf) {
            return leafBound(columns.get(leaf.index()), slots);
        }
        if (node instanceof Node.Struct struct) {
            long bytes = Rounding.up(Bits.bytes(slots));
            for (Node child : struct.children()) {
                bytes = Math.min(TOO_LARGE, bytes + bound(child, slots));
            }
            return bytes;
        }
        Node.Repeated list = (Node.Repeated) node;
        long elements = elements(list);
        return Math.min(
                TOO_LARGE,
                Rounding.up(Bits.bytes(slots)) + Rounding.up(4 * (slots + 1)) + bound(list.element(), elements));
    }

    private long elements(Node.Repeated list) {
        ColumnReader first = columns.get(list.firstLeaf().index());
        long elements = 0;
        for (ColumnReader.Segment segment : first.segments()) {
            elements += Levels.count(
                    segment.page().repetition + segment.from(),
                    segment.page().definition + segment.from(),
                    segment.entries(),
                    list.repetition() + 1,
                    list.elementDefinition());
        }
        return elements;
    }

    private long leafBound(ColumnReader column, long slots) {
        current = column;
        if (slots > MAX_SLOTS) {
            return TOO_LARGE;
        }
        long bytes = Rounding.up(Bits.bytes(slots));
        Conversion conversion = column.leaf().type().conversion();
        if (conversion == Conversion.BOOLEAN) {
            return bytes + Rounding.up(Bits.bytes(slots));
        }
        if (conversion.isVariableWidth()) {
            long data = column.dataBytes();
            return data > Integer.MAX_VALUE ? TOO_LARGE : bytes + Rounding.up(4 * (slots + 1)) + Rounding.up(data);
        }
        return bytes + Rounding.up(slots * column.leaf().type().width());
    }

    /** Decodes the planned rows. */
    VectorSchemaRoot assemble(int rows, BufferAllocator allocator) {
        List<FieldVector> vectors = new ArrayList<>();
        try {
            for (Node node : schema.columns()) {
                FieldVector vector = node.field().createVector(allocator);
                vectors.add(vector);
                fill(node, vector, rows, allocator);
            }
            return new VectorSchemaRoot(schema.arrow(), vectors, rows);
        } catch (RuntimeException | Error e) {
            vectors.forEach(FieldVector::close);
            throw e;
        }
    }

    private void fill(Node node, FieldVector vector, int slots, BufferAllocator allocator) {
        if (node instanceof Node.Leaf leaf) {
            fillLeaf(columns.get(leaf.index()), vector, slots, allocator);
        } else if (node instanceof Node.Struct struct) {
            fillGroup(struct, vector, slots, 0, allocator);
            List<FieldVector> children = ((StructVector) vector).getChildrenFromFields();
            for (int i = 0; i < children.size(); i++) {
                fill(struct.children().get(i), children.get(i), slots, allocator);
            }
        } else {
            Node.Repeated list = (Node.Repeated) node;
            int elements = fillGroup(list, vector, slots, list.elementDefinition(), allocator);
            fill(list.element(), ((ListVector) vector).getDataVector(), elements, allocator);
        }
    }

    private void fillLeaf(ColumnReader column, FieldVector vector, int slots, BufferAllocator allocator) {
        if (cancelled.getAsBoolean()) {
            throw new CancelledBatch();
        }
        current = column;
        if (column.slots() != slots) {
            throw new CorruptDataException(
                    "a column of " + column.slots() + " entries in a group of " + slots + " at the same rows");
        }
        Conversion conversion = column.leaf().type().conversion();
        try (Buffers buffers = new Buffers(allocator)) {
            ArrowBuf validity = buffers.zeroed(Bits.bytes(slots));
            LeafBuffers out;
            if (conversion.isVariableWidth()) {
                ArrowBuf offsets = buffers.raw(4L * (slots + 1));
                offsets.setInt(0, 0);
                ArrowBuf data = buffers.raw(column.dataBytes());
                out = new LeafBuffers(
                        validity.memoryAddress(), data.memoryAddress(), data.capacity(), offsets.memoryAddress());
            } else {
                ArrowBuf data = conversion == Conversion.BOOLEAN
                        ? buffers.zeroed(Bits.bytes(slots))
                        : buffers.raw((long) slots * column.leaf().type().width());
                out = new LeafBuffers(validity.memoryAddress(), data.memoryAddress(), data.capacity(), 0);
            }
            int nulls = column.decode(out);
            buffers.load(vector, slots, nulls);
        }
    }

    /** Validity, and for a list the offsets; gives the number of elements. */
    private int fillGroup(Node node, FieldVector vector, int slots, int elementDefinition, BufferAllocator allocator) {
        boolean list = node instanceof Node.Repeated;
        Levels.Shape shape =
                new Levels.Shape(node.repetition(), node.slotDefinition(), node.definition(), elementDefinition);
        try (Buffers buffers = new Buffers(allocator)) {
            long validity = buffers.zeroed(Bits.bytes(slots)).memoryAddress();
            long offsets = 0;
            if (list) {
                ArrowBuf buffer = buffers.raw(4L * (slots + 1));
                buffer.setInt(0, 0);
                offsets = buffer.memoryAddress();
            }
            Levels.Cursor first = null;
            for (Node.Leaf leaf : leaves(node)) {
                Levels.Cursor cursor = new Levels.Cursor();
                cursor.limit = slots;
                boolean writes = first == null;
                current = columns.get(leaf.index());
                for (ColumnReader.Segment segment : current.segments()) {
                    LoadedPage page = segment.page();
                    long repetition = page.repetition == 0 ? 0 : page.repetition + segment.from();
                    long definition = page.definition == 0 ? 0 : page.definition + segment.from();
                    Levels.append(repetition, definition, segment.entries(), shape, validity, offsets, cursor, writes);
                }
                if (cursor.slots != slots || (first != null && cursor.elements != first.elements)) {
                    throw new CorruptDataException("columns of one group disagree about its rows");
                }
                first = first == null ? cursor : first;
            }
            if (first == null) {
                throw new IllegalStateException("a group without leaves");
            }
            buffers.load(vector, slots, first.nulls);
            return first.elements;
        }
    }

    private static List<Node.Leaf> leaves(Node node) {
        List<Node.Leaf> leaves = new ArrayList<>();
        collect(node, leaves);
        return leaves;
    }

    private static void collect(Node node, List<Node.Leaf> leaves) {
        if (node instanceof Node.Leaf leaf) {
            leaves.add(leaf);
        } else if (node instanceof Node.Struct struct) {
            struct.children().forEach(child -> collect(child, leaves));
        } else {
            collect(((Node.Repeated) node).element(), leaves);
        }
    }

    /** The buffers of one vector while they are filled. */
    private static final class Buffers implements AutoCloseable {
        private final BufferAllocator allocator;
        private final List<ArrowBuf> buffers = new ArrayList<>();

        Buffers(BufferAllocator allocator) {
            this.allocator = allocator;
        }

        ArrowBuf raw(long bytes) {
            ArrowBuf buffer = allocator.buffer(Rounding.up(bytes));
            buffers.add(buffer);
            return buffer;
        }

        ArrowBuf zeroed(long bytes) {
            ArrowBuf buffer = raw(bytes);
            buffer.setZero(0, buffer.capacity());
            return buffer;
        }

        void load(FieldVector vector, int slots, int nulls) {
            vector.loadFieldBuffers(new ArrowFieldNode(slots, nulls), buffers);
        }

        /** The vector holds its own reference by now, or there is none. */
        @Override
        public void close() {
            buffers.forEach(ArrowBuf::close);
        }
    }
}

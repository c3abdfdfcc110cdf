package dev.sluice.reader.internal.arrow;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.util.TransferPair;

/** Moves vectors to another allocator: by handing over under the same root, by copying to another. */
final class VectorTransfer {
    private VectorTransfer() {}

    /** The vectors in {@code target}; what stays behind is empty or the caller's to close. */
    static List<FieldVector> move(VectorSchemaRoot vectors, BufferAllocator target) {
        List<FieldVector> moved = new ArrayList<>();
        try {
            for (FieldVector vector : vectors.getFieldVectors()) {
                moved.add(move(vector, target));
            }
            return moved;
        } catch (RuntimeException | Error e) {
            AutoCloseables.close(e, moved);
            throw e;
        }
    }

    @SuppressWarnings("ReferenceEquality") // buffers are handed over under one and the same root
    private static FieldVector move(FieldVector vector, BufferAllocator target) {
        if (vector.getAllocator().getRoot() == target.getRoot()) {
            TransferPair pair = vector.getTransferPair(target);
            pair.transfer();
            return (FieldVector) pair.getTo();
        }
        FieldVector copy = vector.getField().createVector(target);
        try {
            copyInto(vector, copy, target);
            return copy;
        } catch (RuntimeException | Error e) {
            copy.close();
            throw e;
        }
    }

    /** Arrow refuses to hand a buffer over to another root, so its bytes are copied, level by level. */
    private static void copyInto(FieldVector from, FieldVector to, BufferAllocator target) {
        List<ArrowBuf> buffers = new ArrayList<>();
        try {
            for (ArrowBuf buffer : from.getFieldBuffers()) {
                ArrowBuf copy = target.buffer(buffer.readableBytes());
                buffers.add(copy);
                copy.setBytes(0, buffer, buffer.readerIndex(), buffer.readableBytes());
                copy.writerIndex(buffer.readableBytes());
            }
            to.loadFieldBuffers(new ArrowFieldNode(from.getValueCount(), from.getNullCount()), buffers);
        } finally {
            buffers.forEach(ArrowBuf::close);
        }
        List<FieldVector> children = from.getChildrenFromFields();
        for (int i = 0; i < children.size(); i++) {
            copyInto(children.get(i), to.getChildrenFromFields().get(i), target);
        }
    }
}

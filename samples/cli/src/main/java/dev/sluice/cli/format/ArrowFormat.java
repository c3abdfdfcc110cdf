package dev.sluice.cli.format;

import dev.sluice.reader.RecordBatch;
import dev.sluice.reader.ResultSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;

/**
 * Arrow's IPC stream. {@link ArrowStreamWriter} wants one root for the whole stream, and each batch here has its own, so the
 * messages are written one by one.
 */
final class ArrowFormat implements RowFormat {
    @Override
    public void begin(ResultSchema schema, OutputStream out) throws IOException {
        MessageSerializer.serialize(channel(out), schema.arrow());
    }

    @Override
    public void write(RecordBatch batch, int rows, OutputStream out) throws IOException {
        VectorSchemaRoot vectors = batch.vectors();
        if (rows == batch.rowCount()) {
            writeMessage(vectors, out);
            return;
        }
        try (VectorSchemaRoot first = vectors.slice(0, rows)) {
            writeMessage(first, out);
        }
    }

    @Override
    public void end(OutputStream out) throws IOException {
        ArrowStreamWriter.writeEndOfStream(channel(out), IpcOption.DEFAULT);
    }

    private static void writeMessage(VectorSchemaRoot vectors, OutputStream out) throws IOException {
        try (ArrowRecordBatch message = new VectorUnloader(vectors).getRecordBatch()) {
            MessageSerializer.serialize(channel(out), message);
        }
    }

    private static WriteChannel channel(OutputStream out) {
        return new WriteChannel(Channels.newChannel(out));
    }
}

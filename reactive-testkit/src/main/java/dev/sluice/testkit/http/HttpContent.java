package dev.sluice.testkit.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultFileRegion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The body of an answer: bytes in memory, or a part of a file that the kernel sends by itself. The server closes it.
 *
 * @since 0.1
 */
public abstract sealed class HttpContent implements AutoCloseable {
    private HttpContent() {}

    /**
     * No body.
     *
     * @return content of length 0
     */
    public static HttpContent empty() {
        return Memory.EMPTY;
    }

    /**
     * Bytes in memory.
     *
     * @param bytes the bytes; not to be changed afterwards
     * @return the content
     */
    public static HttpContent of(byte[] bytes) {
        return new Memory(bytes);
    }

    /**
     * A part of a file. The file is opened now, so that it may be deleted or replaced while it is being sent.
     *
     * @param file the file
     * @param position the offset of the first byte to send
     * @param length the number of bytes to send
     * @return the content
     * @throws IOException when the file cannot be opened
     */
    public static HttpContent of(Path file, long position, long length) throws IOException {
        return length == 0 ? empty() : new FilePart(FileChannel.open(file, StandardOpenOption.READ), position, length);
    }

    /**
     * The length.
     *
     * @return bytes
     */
    public abstract long length();

    /**
     * A piece, as Netty writes it; writing it does not close the content.
     *
     * @param offset where it begins in the content
     * @param count its length in bytes
     * @return a buffer or a file region
     */
    abstract Object piece(long offset, long count);

    /**
     * Reads everything into memory, so that a fault can change it.
     *
     * @return the bytes
     * @throws IOException when the file cannot be read
     */
    public abstract byte[] bytes() throws IOException;

    @Override
    public abstract void close();

    private static final class Memory extends HttpContent {
        private static final Memory EMPTY = new Memory(new byte[0]);

        private final byte[] bytes;

        Memory(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        Object piece(long offset, long count) {
            return Unpooled.wrappedBuffer(bytes, Math.toIntExact(offset), Math.toIntExact(count));
        }

        @Override
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public void close() {
            // Memory has nothing to give back.
        }
    }

    private static final class FilePart extends HttpContent {
        private final FileChannel file;
        private final long position;
        private final long length;

        FilePart(FileChannel file, long position, long length) {
            this.file = file;
            this.position = position;
            this.length = length;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        Object piece(long offset, long count) {
            return new DefaultFileRegion(file, position + offset, count) {
                @Override
                protected void deallocate() {
                    // The content owns the channel, since several pieces may share it.
                }
            };
        }

        @Override
        public byte[] bytes() throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(length));
            while (buffer.hasRemaining()) {
                if (file.read(buffer, position + buffer.position()) < 0) {
                    throw new IOException("The file ends before byte " + (position + length));
                }
            }
            return buffer.array();
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

package dev.sluice.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Where the result goes: stdout, or a file that appears under its name only when it is whole. A pipe or device is written to
 * as it is.
 */
final class Destination implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private final OutputStream stream;
    private final @Nullable Path partial;
    private final @Nullable Path file;
    private volatile boolean complete;

    private Destination(OutputStream stream, @Nullable Path partial, @Nullable Path file) {
        this.stream = stream;
        this.partial = partial;
        this.file = file;
    }

    static Destination of(String output, OutputStream stdout) throws IOException {
        if (output.equals("-")) {
            return new Destination(new BufferedOutputStream(stdout, BUFFER_BYTES), null, null);
        }
        Path file = Path.of(output).toAbsolutePath();
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return new Destination(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES), null, null);
        }
        Path directory = file.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new OutputException(new IOException(directory + " is no directory"));
        }
        // Not a temporary file of Java's: that would be for its owner's eyes only, and stay so under its final name.
        Path partial = directory.resolve(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        OutputStream content = Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new Destination(new BufferedOutputStream(content, BUFFER_BYTES), partial, file);
    }

    OutputStream stream() {
        return stream;
    }

    /** Says that everything is written: the file gets its name. */
    void complete() throws IOException {
        stream.flush();
        if (partial != null && file != null) {
            stream.close();
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        }
        complete = true;
    }

    @Override
    public void close() {
        discard();
    }

    /** Removes what is not complete. Neither a pipe nor a device is closed: whoever made it does that. */
    void discard() {
        if (partial == null || complete) {
            return;
        }
        try {
            Files.deleteIfExists(partial);
            stream.close();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }
}

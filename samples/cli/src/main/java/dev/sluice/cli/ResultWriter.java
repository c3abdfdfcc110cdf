package dev.sluice.cli;

import dev.sluice.cli.format.RowFormat;
import dev.sluice.reader.QueryResult;
import dev.sluice.reader.RecordBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Writes a result as it comes. A batch becomes bytes on the reader's threads, within the batch's life; the bytes are written
 * by a thread of their own that may block, and only then is the next batch asked for: a slow pipe slows the reads from S3.
 */
final class ResultWriter {
    private final RowFormat format;
    private final OutputStream out;
    private final long maxRows;
    private long formattedRows; // one batch at a time

    ResultWriter(RowFormat format, OutputStream out, long maxRows) {
        this.format = format;
        this.out = out;
        this.maxRows = maxRows;
    }

    /**
     * Reads and writes a result.
     *
     * @param result not yet consumed
     * @param writing where the bytes are written
     * @return how many rows were written; fails with an {@link OutputException} if the output does
     */
    Mono<Long> write(QueryResult result, Scheduler writing) {
        if (result.schema().size() == 0) {
            return result.map(RecordBatch::rowCount).then(Mono.just(0L));
        }
        Flux<Chunk> chunks = Flux.concat(
                chunk(0, bytes -> format.begin(result.schema(), bytes)),
                result.map(this::format).takeUntil(Chunk::isLast),
                chunk(0, format::end));
        return chunks.publishOn(writing, 1).doOnNext(this::write).reduce(0L, (sum, chunk) -> sum + chunk.rows());
    }

    private Chunk format(RecordBatch batch) {
        int rows = (int) Math.min(batch.rowCount(), maxRows - formattedRows);
        formattedRows += rows;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            format.write(batch, rows, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return new Chunk(bytes, rows, formattedRows == maxRows);
    }

    private static Mono<Chunk> chunk(int rows, Part part) {
        return Mono.fromCallable(() -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            part.writeTo(bytes);
            return new Chunk(bytes, rows, false);
        });
    }

    private void write(Chunk chunk) {
        try {
            chunk.bytes().writeTo(out);
            // What is written must be seen: a reader of the pipe may wait for it.
            out.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    private interface Part {
        void writeTo(OutputStream bytes) throws IOException;
    }

    private record Chunk(ByteArrayOutputStream bytes, int rows, boolean isLast) {}
}

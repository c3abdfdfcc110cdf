package dev.sluice.reader.internal.result;

import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.FileSystemMetrics;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Counts what one subscription reads. */
public final class MeteredFileSystem implements S3FileSystem {
    private final S3FileSystem files;
    private final Set<S3Path> opened = ConcurrentHashMap.newKeySet();
    private final AtomicLong bytes = new AtomicLong();

    /** Counts on top of a file system. */
    public MeteredFileSystem(S3FileSystem files) {
        this.files = files;
    }

    /** How many objects have been read from. */
    public int openedFiles() {
        return opened.size();
    }

    /** How many bytes came. */
    public long bytes() {
        return bytes.get();
    }

    /** Forgets what was read to find out where the result is. */
    public void reset() {
        opened.clear();
        bytes.set(0);
    }

    @Override
    public Mono<ObjectHandle> open(S3Path path) {
        return files.open(path).doOnNext(handle -> opened.add(path));
    }

    @Override
    public Mono<FetchedRange> readTail(S3Path path, int length, ByteBudget budget) {
        return files.readTail(path, length, budget).doOnNext(this::count);
    }

    @Override
    public Flux<FetchedRange> read(Iterable<RangeRequest> requests, ReadOptions options, ByteBudget budget) {
        return files.read(requests, options, budget).doOnNext(this::count);
    }

    @Override
    public FileSystemMetrics metrics() {
        return files.metrics();
    }

    private void count(FetchedRange range) {
        opened.add(range.object().path());
        bytes.addAndGet(range.range().length());
    }
}

package dev.sluice.reader.internal.result;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3FileSystem;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.ResultPlace;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The list of the files that a query wrote, and the only thing that says which they are: a failed attempt may have left others
 * beside them.
 */
public final class Manifest {
    private Manifest() {}

    /**
     * Reads the list.
     *
     * @param manifest where it is
     * @param target where every file must be, or null if that is not known
     * @return the files in the list's order; none if the list is empty
     */
    public static Mono<List<S3Path>> read(
            S3FileSystem files, S3Path manifest, @Nullable S3Path target, ReadOptions options, ByteBudget budget) {
        return files.open(manifest)
                .flatMap(handle -> text(files, handle, options, budget))
                .map(bytes -> parse(manifest, bytes, target));
    }

    private static Mono<byte[]> text(S3FileSystem files, ObjectHandle handle, ReadOptions options, ByteBudget budget) {
        if (handle.size() == 0) {
            return Mono.just(new byte[0]);
        }
        if (handle.size() > Integer.MAX_VALUE) {
            return Mono.error(new MalformedResultException(
                    "a manifest of " + handle.size() + " bytes is none",
                    ResultPlace.of(handle.path().toString()),
                    null));
        }
        RangeRequest whole = new RangeRequest(handle, new ByteRange(0, (int) handle.size()));
        return files.read(List.of(whole), options, budget).map(Manifest::copy).single();
    }

    private static byte[] copy(FetchedRange range) {
        try (range) {
            ByteBuffer bytes = range.bytes();
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        }
    }

    static List<S3Path> parse(S3Path manifest, byte[] bytes, @Nullable S3Path target) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedResultException("the manifest is not UTF-8", ResultPlace.of(manifest.toString()), e);
        }
        List<S3Path> paths = new ArrayList<>();
        long row = 0;
        for (String line : text.split("\\R", -1)) {
            if (!line.isBlank()) {
                paths.add(file(manifest, line.strip(), row, target));
            }
            row++;
        }
        return paths;
    }

    private static S3Path file(S3Path manifest, String line, long row, @Nullable S3Path target) {
        ResultPlace place = ResultPlace.of(manifest.toString()).withRow(row);
        S3Path path;
        try {
            path = S3Path.parse(line);
        } catch (IllegalArgumentException e) {
            throw new MalformedResultException("the manifest names no place in S3: '" + line + "'", place, e);
        }
        if (target != null && !isInside(path, target)) {
            throw new MalformedResultException(
                    "the manifest names " + path + ", which is outside of " + target, place, null);
        }
        return path;
    }

    private static boolean isInside(S3Path path, S3Path target) {
        String prefix = target.key().endsWith("/") ? target.key() : target.key() + "/";
        return path.bucket().equals(target.bucket())
                && path.key().startsWith(prefix)
                && path.key().length() > prefix.length();
    }
}

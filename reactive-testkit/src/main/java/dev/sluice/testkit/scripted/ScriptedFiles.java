package dev.sluice.testkit.scripted;

import dev.sluice.testkit.engine.EngineResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that a scripted UNLOAD, CTAS or INSERT leaves: Parquet, or broken Parquet, of the test's own making.
 *
 * @since 0.1
 */
public final class ScriptedFiles {
    private static final Pattern TARGET =
            Pattern.compile("\\bTO\\s+'s3://([^/']+)/?([^']*)'", Pattern.CASE_INSENSITIVE);
    private static final Pattern LOCATION = Pattern.compile("s3://([^/]+)/?(.*)");

    @SuppressWarnings("ArrayRecordComponent") // never compared, and cloned on the way in
    private record Item(String name, byte[] content) {}

    private final List<Item> items;
    private final List<String> listed;
    private final long rowCount;

    private ScriptedFiles(List<Item> items, List<String> listed, long rowCount) {
        this.items = items;
        this.listed = listed;
        this.rowCount = rowCount;
    }

    /**
     * No file, as after an UNLOAD of no rows.
     *
     * @return the files
     */
    public static ScriptedFiles none() {
        return new ScriptedFiles(List.of(), List.of(), 0);
    }

    /**
     * With a file more, in the target location and in the manifest.
     *
     * @param name its name below the location
     * @param content its bytes
     * @return a changed copy
     */
    public ScriptedFiles file(String name, byte[] content) {
        List<Item> more = new ArrayList<>(items);
        more.add(new Item(name, content.clone()));
        return new ScriptedFiles(more, listed, rowCount);
    }

    /**
     * With a file more, in the target location and in the manifest.
     *
     * @param file where its bytes are
     * @return a changed copy
     * @throws UncheckedIOException if it cannot be read
     */
    public ScriptedFiles file(Path file) {
        try {
            return file(String.valueOf(file.getFileName()), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * With a line more in the manifest, whatever is or is not there.
     *
     * @param path such as {@code s3://bucket/key}
     * @return a changed copy
     */
    public ScriptedFiles listed(String path) {
        List<String> more = new ArrayList<>(listed);
        more.add(path);
        return new ScriptedFiles(items, more, rowCount);
    }

    /**
     * With a number of rows, which UpdateCount tells for CTAS and INSERT.
     *
     * @param rows the number
     * @return a changed copy
     */
    public ScriptedFiles rowCount(long rows) {
        return new ScriptedFiles(items, listed, rows);
    }

    EngineResult write(ScriptedExecution execution) {
        Matcher target = TARGET.matcher(execution.request().sql());
        if (!target.find()) {
            target = LOCATION.matcher(execution.context().outputLocation());
            if (!target.matches()) {
                throw new IllegalStateException("nowhere to write the files to: the statement has no TO 's3://…'");
            }
        }
        String bucket = target.group(1);
        String prefix =
                target.group(2).isEmpty() || target.group(2).endsWith("/") ? target.group(2) : target.group(2) + "/";
        List<String> paths = new ArrayList<>();
        for (Item item : items) {
            execution.context().store().put(bucket, prefix + item.name(), item.content());
            paths.add("s3://" + bucket + "/" + prefix + item.name());
        }
        paths.addAll(listed);
        return new EngineResult.Files(paths, rowCount);
    }
}

package dev.sluice.reader.internal.result;

import dev.sluice.fs.S3Path;
import dev.sluice.reader.internal.pages.ResultHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result that was found: what must be known to open it, and no byte of its rows. */
public sealed interface Located {
    /** How many objects hold the rows. */
    default int totalFiles() {
        return 0;
    }

    /** Rows that the statement wrote; null for one that writes none, or where Athena does not say. */
    default @Nullable Long updateCount() {
        return null;
    }

    /**
     * Parquet files.
     *
     * @param paths one at least
     */
    record ParquetFiles(List<S3Path> paths) implements Located {
        @Override
        public int totalFiles() {
            return paths.size();
        }
    }

    /** A CSV object. */
    record CsvObject(S3Path path, ResultHead head) implements Located {
        @Override
        public int totalFiles() {
            return 1;
        }
    }

    /** An object of lines. */
    record LinesObject(S3Path path, ResultHead head) implements Located {
        @Override
        public int totalFiles() {
            return 1;
        }
    }

    /** Pages of Athena's own. */
    record AthenaPages(ResultHead head) implements Located {}

    /** No rows. */
    record NoRows(ResultHead head) implements Located {
        @Override
        public @Nullable Long updateCount() {
            return head.updateCount();
        }
    }
}

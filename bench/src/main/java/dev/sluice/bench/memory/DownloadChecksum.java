package dev.sluice.bench.memory;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A checksum of rows in any order: their number, a sum of digests for each column, and a sum over whole rows, which tells when
 * values have slipped from one row to another.
 */
final class DownloadChecksum {
    static final List<DownloadColumn> COLUMNS = List.of(
            new DownloadColumn(
                    "\"timestamp\"",
                    Download::timestamp,
                    download -> download.timestamp().getSecond(),
                    "second(\"timestamp\")"),
            DownloadColumn.text("project", Download::project),
            DownloadColumn.text("version", Download::version),
            DownloadColumn.text("file_name", Download::fileName),
            DownloadColumn.text("file_type", Download::fileType),
            DownloadColumn.text("country_code", Download::countryCode),
            DownloadColumn.text("python_version", Download::pythonVersion),
            DownloadColumn.text("installer_name", Download::installerName),
            DownloadColumn.text("installer_version", Download::installerVersion),
            DownloadColumn.text("system_name", Download::systemName),
            DownloadColumn.text("cpu", Download::cpu),
            new DownloadColumn(
                    "size_bytes", Download::sizeBytes, download -> download.sizeBytes() % 1_000, "size_bytes % 1000"),
            new DownloadColumn(
                    "duration_seconds",
                    Download::durationSeconds,
                    download -> {
                        Double seconds = download.durationSeconds();
                        return seconds == null ? DownloadColumn.NULL_NUMBER : (long) Math.floor(seconds) % 1_000;
                    },
                    "cast(floor(duration_seconds) as bigint) % 1000"),
            new DownloadColumn("cached", Download::cached, download -> download.cached() ? 1 : 0, "if(cached, 1, 0)"),
            new DownloadColumn(
                    "day",
                    Download::day,
                    download -> {
                        LocalDate day = download.day();
                        return day.getDayOfMonth();
                    },
                    "day(day)"));

    private final long[] columnSums;
    private long rowSum;
    private long rows;

    DownloadChecksum() {
        this(new long[COLUMNS.size()], 0, 0);
    }

    DownloadChecksum(long[] columnSums, long rowSum, long rows) {
        this.columnSums = columnSums;
        this.rowSum = rowSum;
        this.rows = rows;
    }

    void add(Download download) {
        long whole = 0;
        for (int i = 0; i < columnSums.length; i++) {
            DownloadColumn column = COLUMNS.get(i);
            columnSums[i] += ValueDigest.of(column.value().apply(download));
            whole += weight(i) * column.number().applyAsLong(download);
        }
        rowSum += whole * whole; // a square, so that the columns of a row are bound to each other
        rows++;
    }

    long rows() {
        return rows;
    }

    /** The names of what differs: columns, or {@code whole rows}. */
    List<String> differencesFrom(DownloadChecksum expected) {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < columnSums.length; i++) {
            if (columnSums[i] != expected.columnSums[i]) {
                differences.add(COLUMNS.get(i).name());
            }
        }
        if (rowSum != expected.rowSum) {
            differences.add("whole rows");
        }
        return differences;
    }

    /** The query for {@code rowSum}. Under 1,000 for a number and 31 for a weight keep it in 63 bits up to 10^8 rows. */
    static String rowSumSql(String table) {
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < COLUMNS.size(); i++) {
            whole.append(i == 0 ? "" : " + ")
                    .append(weight(i))
                    .append(" * coalesce(")
                    .append(COLUMNS.get(i).sqlNumber())
                    .append(", ")
                    .append(DownloadColumn.NULL_NUMBER)
                    .append(')');
        }
        return "SELECT sum(whole * whole) FROM (SELECT " + whole + " AS whole FROM " + table + ")";
    }

    private static long weight(int column) {
        return 2L * column + 1;
    }

    /** The sums in one word, for a command line. */
    String encode() {
        return LongStream.concat(LongStream.of(rows, rowSum), LongStream.of(columnSums))
                .mapToObj(Long::toHexString)
                .collect(Collectors.joining(":"));
    }

    static DownloadChecksum decode(String text) {
        List<String> words = List.of(text.split(":", -1));
        if (words.size() != COLUMNS.size() + 2) {
            throw new IllegalArgumentException("Not a checksum: " + text);
        }
        long[] sums = words.stream()
                .skip(2)
                .mapToLong(word -> Long.parseUnsignedLong(word, 16))
                .toArray();
        return new DownloadChecksum(
                sums, Long.parseUnsignedLong(words.get(1), 16), Long.parseUnsignedLong(words.get(0), 16));
    }
}

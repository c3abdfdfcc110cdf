package dev.sluice.reader.fake;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.athena.model.ColumnInfo;
import software.amazon.awssdk.services.athena.model.Datum;
import software.amazon.awssdk.services.athena.model.GetQueryResultsRequest;
import software.amazon.awssdk.services.athena.model.GetQueryResultsResponse;
import software.amazon.awssdk.services.athena.model.Row;

/** Pages of a scripted result, as GetQueryResults gives them. */
public final class Pages {
    private final List<ColumnInfo> columns = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** A column by name and type. */
    public Pages column(String name, String type) {
        return column(name, type, 0, 0);
    }

    /** A column by name, type, precision and scale. */
    public Pages column(String name, String type, int precision, int scale) {
        columns.add(ColumnInfo.builder()
                .name(name)
                .label(name)
                .type(type)
                .precision(precision)
                .scale(scale)
                .build());
        return this;
    }

    /** The row of the columns' names, which a SELECT begins with. */
    public Pages header() {
        return row(columns.stream().map(ColumnInfo::name).toArray(String[]::new));
    }

    /** A row; null cells are NULL. */
    public Pages row(String... cells) {
        rows.add(Row.builder()
                .data(Arrays.stream(cells)
                        .map(cell -> Datum.builder().varCharValue(cell).build())
                        .toList())
                .build());
        return this;
    }

    /** Serves the rows, as many as are asked for at a time; the token is the position. */
    public Function<GetQueryResultsRequest, CompletableFuture<GetQueryResultsResponse>> serve() {
        return request -> {
            int from = request.nextToken() == null ? 0 : Integer.parseInt(request.nextToken());
            int to = Math.min(rows.size(), from + request.maxResults());
            return CompletableFuture.completedFuture(
                    page(rows.subList(from, to), to < rows.size() ? String.valueOf(to) : null));
        };
    }

    /** One page. */
    public GetQueryResultsResponse page(List<Row> part, String nextToken) {
        return GetQueryResultsResponse.builder()
                .resultSet(set -> set.rows(part).resultSetMetadata(meta -> meta.columnInfo(columns)))
                .nextToken(nextToken)
                .build();
    }

    /** All rows. */
    public List<Row> rows() {
        return rows;
    }
}

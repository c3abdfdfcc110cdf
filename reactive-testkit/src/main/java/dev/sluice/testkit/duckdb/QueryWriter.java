package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.AliasedRelation;
import io.trino.sql.tree.AllColumns;
import io.trino.sql.tree.AllRows;
import io.trino.sql.tree.Except;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FetchFirst;
import io.trino.sql.tree.GroupBy;
import io.trino.sql.tree.GroupingElement;
import io.trino.sql.tree.GroupingSets;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.Intersect;
import io.trino.sql.tree.Join;
import io.trino.sql.tree.JoinOn;
import io.trino.sql.tree.JoinUsing;
import io.trino.sql.tree.Lateral;
import io.trino.sql.tree.Limit;
import io.trino.sql.tree.Node;
import io.trino.sql.tree.Offset;
import io.trino.sql.tree.OrderBy;
import io.trino.sql.tree.QualifiedName;
import io.trino.sql.tree.Query;
import io.trino.sql.tree.QueryBody;
import io.trino.sql.tree.QuerySpecification;
import io.trino.sql.tree.Relation;
import io.trino.sql.tree.Row;
import io.trino.sql.tree.SampledRelation;
import io.trino.sql.tree.SelectItem;
import io.trino.sql.tree.SetOperation;
import io.trino.sql.tree.SimpleGroupBy;
import io.trino.sql.tree.SingleColumn;
import io.trino.sql.tree.SortItem;
import io.trino.sql.tree.Table;
import io.trino.sql.tree.TableSubquery;
import io.trino.sql.tree.Union;
import io.trino.sql.tree.Unnest;
import io.trino.sql.tree.Values;
import io.trino.sql.tree.With;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes Trino's queries in DuckDB's words. */
final class QueryWriter {
    /** Marks a column whose name Athena makes up from its place, which a star before it hides until DuckDB has bound it. */
    static final String UNNAMED = "__unnamed_";

    private final ExpressionWriter expressions;
    private int unnamed;

    private final Analysis analysis;

    QueryWriter(List<Expression> parameters, Analysis analysis) {
        this.analysis = analysis;
        this.expressions = new ExpressionWriter(this, parameters, analysis);
    }

    String write(Query query) {
        StringBuilder sql = new StringBuilder();
        query.getWith().ifPresent(w -> sql.append(with(w)));
        sql.append(body(query.getQueryBody()));
        append(sql, query.getOrderBy(), query.getOffset(), query.getLimit());
        return sql.toString();
    }

    private String with(With with) {
        return (with.isRecursive() ? "WITH RECURSIVE " : "WITH ")
                + with.getQueries().stream()
                        .map(q -> Sql.identifier(q.getName().getValue())
                                + q.getColumnNames().map(this::columns).orElse("")
                                + " AS (" + write(q.getQuery()) + ")")
                        .collect(Collectors.joining(", "))
                + " ";
    }

    private void append(
            StringBuilder sql, Optional<OrderBy> orderBy, Optional<Offset> offset, Optional<? extends Node> limit) {
        orderBy.ifPresent(o -> sql.append(' ').append(orderBy(o)));
        limit.ifPresent(l -> sql.append(limit(l)));
        offset.ifPresent(o -> sql.append(" OFFSET ").append(expressions.write(o.getRowCount())));
    }

    private String limit(Node limit) {
        if (limit instanceof Limit l) {
            return l.getRowCount() instanceof AllRows ? "" : " LIMIT " + expressions.write(l.getRowCount());
        }
        return " LIMIT "
                + ((FetchFirst) limit).getRowCount().map(expressions::write).orElse("1");
    }

    String orderBy(OrderBy orderBy) {
        return orderBy.getSortItems().stream().map(this::sortItem).collect(Collectors.joining(", ", "ORDER BY ", ""));
    }

    private String sortItem(SortItem item) {
        String direction = item.getOrdering() == SortItem.Ordering.ASCENDING ? " ASC" : " DESC";
        // Trino puts NULLs last unless told otherwise, in both directions.
        String nulls = item.getNullOrdering() == SortItem.NullOrdering.FIRST ? " NULLS FIRST" : " NULLS LAST";
        return expressions.write(item.getSortKey()) + direction + nulls;
    }

    private String body(QueryBody body) {
        if (body instanceof QuerySpecification q) {
            return specification(q);
        }
        if (body instanceof Table t) {
            return "SELECT * FROM " + name(t.getName());
        }
        if (body instanceof TableSubquery t) {
            return "(" + write(t.getQuery()) + ")";
        }
        if (body instanceof Values v) {
            return "SELECT * FROM (" + values(v) + ") AS \"values\"(" + unnamed(v) + ")";
        }
        SetOperation operation = (SetOperation) body;
        String word = operation instanceof Union ? "UNION" : operation instanceof Intersect ? "INTERSECT" : "EXCEPT";
        return operands(operation).stream()
                .map(r -> r instanceof QueryBody b ? "(" + body(b) + ")" : relation(r))
                .collect(Collectors.joining(" " + word + (operation.isDistinct() ? " " : " ALL ")));
    }

    static List<Relation> operands(SetOperation operation) {
        return operation instanceof Except e ? List.of(e.getLeft(), e.getRight()) : operation.getRelations();
    }

    private String unnamed(Values values) {
        int columns =
                values.getRows().get(0) instanceof Row row ? row.getItems().size() : 1;
        return IntStream.range(0, columns)
                .mapToObj(i -> Sql.identifier(UNNAMED + unnamed++))
                .collect(Collectors.joining(", "));
    }

    private String values(Values values) {
        return "VALUES "
                + values.getRows().stream()
                        .map(r -> "("
                                + (r instanceof Row row ? expressions.writeAll(row.getItems()) : expressions.write(r))
                                + ")")
                        .collect(Collectors.joining(", "));
    }

    private String specification(QuerySpecification q) {
        StringBuilder sql = new StringBuilder(q.getSelect().isDistinct() ? "SELECT DISTINCT " : "SELECT ");
        sql.append(q.getSelect().getSelectItems().stream().map(this::item).collect(Collectors.joining(", ")));
        q.getFrom().ifPresent(f -> sql.append(" FROM ").append(relation(f)));
        q.getWhere().ifPresent(e -> sql.append(" WHERE ").append(expressions.write(e)));
        q.getGroupBy().ifPresent(g -> sql.append(" GROUP BY ").append(groupBy(g)));
        q.getHaving().ifPresent(e -> sql.append(" HAVING ").append(expressions.write(e)));
        if (!q.getWindows().isEmpty()) {
            FunctionWriter functions = new FunctionWriter(expressions);
            sql.append(q.getWindows().stream()
                    .map(w -> Sql.identifier(w.getName().getValue()) + " AS " + functions.specification(w.getWindow()))
                    .collect(Collectors.joining(", ", " WINDOW ", "")));
        }
        append(sql, q.getOrderBy(), q.getOffset(), q.getLimit());
        return sql.toString();
    }

    private String item(SelectItem item) {
        if (item instanceof AllColumns all) {
            return all.getTarget().map(t -> expressions.write(t) + ".*").orElse("*");
        }
        SingleColumn column = (SingleColumn) item;
        String name = Names.of(column).orElseGet(() -> UNNAMED + unnamed++);
        return expressions.write(column.getExpression()) + " AS " + Sql.identifier(name);
    }

    private String groupBy(GroupBy groupBy) {
        return groupBy.getGroupingElements().stream().map(this::grouping).collect(Collectors.joining(", "));
    }

    private String grouping(GroupingElement element) {
        if (element instanceof SimpleGroupBy simple) {
            List<Expression> columns = simple.getExpressions();
            return columns.size() == 1 ? expressions.write(columns.get(0)) : "(" + expressions.writeAll(columns) + ")";
        }
        GroupingSets sets = (GroupingSets) element;
        String list = sets.getSets().stream()
                .map(s -> "(" + expressions.writeAll(s) + ")")
                .collect(Collectors.joining(", "));
        String word = switch (sets.getType()) {
            case EXPLICIT -> "GROUPING SETS";
            case CUBE -> "CUBE";
            case ROLLUP -> "ROLLUP";
        };
        return word + " (" + list + ")";
    }

    private String relation(Relation relation) {
        if (relation instanceof Table t) {
            return name(t.getName());
        }
        if (relation instanceof TableSubquery t) {
            return "(" + write(t.getQuery()) + ")";
        }
        if (relation instanceof AliasedRelation a) {
            return aliased(a);
        }
        if (relation instanceof Join j) {
            return join(j);
        }
        if (relation instanceof Unnest u) {
            return unnest(u, List.of());
        }
        if (relation instanceof Lateral l) {
            return "LATERAL (" + write(l.getQuery()) + ")";
        }
        if (relation instanceof SampledRelation s) {
            return relation(s.getRelation()) + " TABLESAMPLE " + s.getType().name() + " ("
                    + expressions.write(s.getSamplePercentage()) + ")";
        }
        if (relation instanceof QueryBody b) {
            return "(" + body(b) + ")";
        }
        throw new NotSupportedException("the local Athena does not know this relation: "
                + relation.getClass().getSimpleName());
    }

    private String aliased(AliasedRelation aliased) {
        String alias = " AS " + Sql.identifier(aliased.getAlias().getValue())
                + (aliased.getColumnNames() == null ? "" : columns(aliased.getColumnNames()));
        if (aliased.getRelation() instanceof Unnest u) {
            return unnest(u, aliased.getColumnNames() == null ? List.of() : aliased.getColumnNames()) + alias;
        }
        if (aliased.getRelation() instanceof Values v) {
            return "(" + values(v) + ")" + alias;
        }
        return relation(aliased.getRelation()) + alias;
    }

    /** A map or an array of rows yields several columns; where the type is not known, the aliases are counted. */
    private String unnest(Unnest unnest, List<Identifier> columns) {
        int extra = unnest.isWithOrdinality() ? 1 : 0;
        boolean several = unnest.getExpressions().size() == 1 && columns.size() - extra > 1;
        List<String> items = new ArrayList<>();
        for (Expression expression : unnest.getExpressions()) {
            String list = expressions.write(expression);
            Typed type = analysis.type(expression);
            if (type != null && type.is("map")) {
                items.add("unnest(map_entries(" + list + "), max_depth := 2)");
            } else if (type == null ? several : type.is("array") && type.part(0).is("row")) {
                items.add("unnest(" + list + ", max_depth := 2)");
            } else {
                items.add("unnest(" + list + ")");
            }
        }
        if (extra > 0) {
            Expression first = unnest.getExpressions().get(0);
            Typed type = analysis.type(first);
            String list = expressions.write(first);
            items.add("generate_subscripts(" + (type != null && type.is("map") ? "map_keys(" + list + ")" : list)
                    + ", 1)");
        }
        return "LATERAL (SELECT " + String.join(", ", items) + ")";
    }

    private String join(Join join) {
        String left = relation(join.getLeft());
        String right = relation(join.getRight());
        return switch (join.getType()) {
            case CROSS, IMPLICIT -> left + " CROSS JOIN " + right;
            default ->
                left + " " + join.getType().name() + " JOIN " + right
                        + join.getCriteria()
                                .map(c -> c instanceof JoinOn on
                                        ? " ON " + expressions.write(on.getExpression())
                                        : c instanceof JoinUsing using ? " USING " + columns(using.getColumns()) : "")
                                .orElse("");
        };
    }

    private String columns(List<Identifier> names) {
        return names.stream().map(n -> Sql.identifier(n.getValue())).collect(Collectors.joining(", ", "(", ")"));
    }

    /** The catalog goes: all tables live in one. */
    static String name(QualifiedName name) {
        List<String> parts = name.getParts();
        return parts.subList(Math.max(0, parts.size() - 2), parts.size()).stream()
                .map(Sql::identifier)
                .collect(Collectors.joining("."));
    }
}

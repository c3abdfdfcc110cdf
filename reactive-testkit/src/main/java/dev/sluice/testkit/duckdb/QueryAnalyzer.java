package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.duckdb.Scope.Field;
import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.Catalog;
import dev.sluice.testkit.engine.EngineResult.Column;
import io.trino.sql.tree.AliasedRelation;
import io.trino.sql.tree.AllColumns;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.Join;
import io.trino.sql.tree.JoinOn;
import io.trino.sql.tree.JoinUsing;
import io.trino.sql.tree.Lateral;
import io.trino.sql.tree.OrderBy;
import io.trino.sql.tree.Query;
import io.trino.sql.tree.QuerySpecification;
import io.trino.sql.tree.Relation;
import io.trino.sql.tree.Row;
import io.trino.sql.tree.SampledRelation;
import io.trino.sql.tree.Select;
import io.trino.sql.tree.SelectItem;
import io.trino.sql.tree.SetOperation;
import io.trino.sql.tree.SimpleGroupBy;
import io.trino.sql.tree.SingleColumn;
import io.trino.sql.tree.SortItem;
import io.trino.sql.tree.Table;
import io.trino.sql.tree.TableSubquery;
import io.trino.sql.tree.Unnest;
import io.trino.sql.tree.Values;
import io.trino.sql.tree.With;
import io.trino.sql.tree.WithQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables and columns of a query and the types of its expressions, as Trino's analyzer does: what is not there is
 * refused with its place. Grouping, and what only few functions need, is left to DuckDB.
 */
final class QueryAnalyzer {
    private static final Scope OPEN = new Scope(List.of(), false, null);

    private final Tables tables;
    private final String session;
    private final Analysis analysis = new Analysis();
    private final ExpressionTypes expressions;

    private QueryAnalyzer(Tables tables, String session, List<Expression> parameters) {
        this.tables = tables;
        this.session = session;
        this.expressions = new ExpressionTypes(this, analysis, parameters);
    }

    static Analysis analyze(Query query, Tables tables, String session, List<Expression> parameters) {
        QueryAnalyzer analyzer = new QueryAnalyzer(tables, session, parameters);
        analyzer.analysis.result(analyzer.query(query, null, Map.of()));
        return analyzer.analysis;
    }

    /** A query inside an expression, which sees the columns around it. */
    Scope subquery(Query query, ExpressionTypes.Place place) {
        return query(query, place.scope(), place.ctes());
    }

    private Scope query(Query query, @Nullable Scope outer, Map<String, Scope> ctes) {
        Map<String, Scope> visible =
                query.getWith().map(w -> with(w, outer, ctes)).orElse(ctes);
        Scope result = relation(query.getQueryBody(), outer, visible);
        query.getOrderBy().ifPresent(o -> orderBy(o, result.with(outer), visible));
        return result;
    }

    private Map<String, Scope> with(With with, @Nullable Scope outer, Map<String, Scope> ctes) {
        Map<String, Scope> visible = new HashMap<>(ctes);
        for (WithQuery query : with.getQueries()) {
            String name = lower(query.getName());
            if (with.isRecursive()) {
                visible.put(name, OPEN);
            }
            Scope scope = query(query.getQuery(), outer, visible);
            List<Identifier> names = query.getColumnNames().orElse(List.of());
            visible.put(name, renamed(scope, name, names));
        }
        return visible;
    }

    private void orderBy(OrderBy orderBy, Scope scope, Map<String, Scope> ctes) {
        for (SortItem item : orderBy.getSortItems()) {
            expressions.process(item.getSortKey(), new ExpressionTypes.Place(scope, ctes));
        }
    }

    private Scope relation(Relation relation, @Nullable Scope outer, Map<String, Scope> ctes) {
        if (relation instanceof QuerySpecification specification) {
            return specification(specification, outer, ctes);
        }
        if (relation instanceof Table table) {
            return table(table, ctes);
        }
        if (relation instanceof TableSubquery subquery) {
            return query(subquery.getQuery(), outer, ctes);
        }
        if (relation instanceof Lateral lateral) {
            return query(lateral.getQuery(), outer, ctes);
        }
        if (relation instanceof Values values) {
            return values(values, outer, ctes);
        }
        if (relation instanceof SetOperation operation) {
            return setOperation(operation, outer, ctes);
        }
        if (relation instanceof AliasedRelation aliased) {
            Scope scope = relation(aliased.getRelation(), outer, ctes);
            List<Identifier> names = aliased.getColumnNames() == null ? List.of() : aliased.getColumnNames();
            return renamed(scope, lower(aliased.getAlias()), names);
        }
        if (relation instanceof Join join) {
            return join(join, outer, ctes);
        }
        if (relation instanceof Unnest unnest) {
            return unnest(unnest, outer, ctes);
        }
        return relation instanceof SampledRelation sampled ? relation(sampled.getRelation(), outer, ctes) : OPEN;
    }

    private Scope specification(QuerySpecification q, @Nullable Scope outer, Map<String, Scope> ctes) {
        Scope from = q.getFrom()
                .map(f -> relation(f, outer, ctes))
                .orElse(Scope.EMPTY)
                .with(outer);
        ExpressionTypes.Place place = new ExpressionTypes.Place(from, ctes);
        q.getWhere().ifPresent(e -> expressions.process(e, place));
        Scope result = select(q.getSelect(), place);
        q.getGroupBy()
                .ifPresent(g -> g.getGroupingElements().forEach(element -> {
                    if (element instanceof SimpleGroupBy simple) {
                        simple.getExpressions().forEach(e -> expressions.process(e, place));
                    }
                }));
        q.getHaving().ifPresent(e -> expressions.process(e, place));
        // A sort key names a column of the result first, then one of the relation behind it.
        q.getOrderBy().ifPresent(o -> orderBy(o, unambiguous(result).with(from), ctes));
        return result;
    }

    /** Columns that come twice in a result can only be ordered by their place or by the relation's own name. */
    private static Scope unambiguous(Scope scope) {
        List<Field> once = scope.fields().stream()
                .filter(f -> scope.fields().stream()
                                .filter(g -> g.name().equalsIgnoreCase(f.name()))
                                .count()
                        == 1)
                .map(f -> f.under(null, f.name()))
                .toList();
        return new Scope(once, scope.complete(), null);
    }

    private Scope select(Select select, ExpressionTypes.Place place) {
        List<Field> fields = new ArrayList<>();
        boolean complete = true;
        for (SelectItem item : select.getSelectItems()) {
            if (item instanceof AllColumns all) {
                Scope from = place.scope();
                complete &= from.complete();
                if (all.getTarget().isEmpty()) {
                    fields.addAll(from.fields());
                } else if (all.getTarget().get() instanceof Identifier table) {
                    List<Field> found = from.of(table.getValue());
                    complete &= !found.isEmpty();
                    fields.addAll(found);
                } else {
                    complete = false;
                }
            } else {
                SingleColumn column = (SingleColumn) item;
                Typed type = expressions.process(column.getExpression(), place);
                String name = Names.of(column).orElse("_col" + fields.size());
                fields.add(new Field(null, null, name, type));
            }
        }
        return new Scope(fields, complete, null);
    }

    private Scope table(Table table, Map<String, Scope> ctes) {
        Parsed.TableName name = StatementParser.name(table.getName());
        Scope cte = name.database() == null ? ctes.get(name.table()) : null;
        if (cte != null) {
            return cte;
        }
        String database = name.in(session);
        if (database.equals("information_schema")) {
            return OPEN;
        }
        if (!tables.databases().contains(database)) {
            throw new SemanticException("SCHEMA_NOT_FOUND", table, "Schema '" + database + "' does not exist");
        }
        Catalog.Table found = tables.table(database, name.table())
                .orElseThrow(() -> new SemanticException(
                        "TABLE_NOT_FOUND",
                        table,
                        "Table 'awsdatacatalog." + database + "." + name.table() + "' does not exist"));
        List<Field> fields = new ArrayList<>();
        for (Column column : Tables.allColumns(found)) {
            fields.add(new Field(database, name.table(), column.name(), Typed.declared(column.type())));
        }
        return new Scope(fields, true, null);
    }

    private static Scope renamed(Scope scope, String table, List<Identifier> names) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < scope.fields().size(); i++) {
            Field field = scope.fields().get(i);
            fields.add(field.under(table, i < names.size() ? lower(names.get(i)) : field.name()));
        }
        return new Scope(fields, scope.complete(), null);
    }

    private Scope values(Values values, @Nullable Scope outer, Map<String, Scope> ctes) {
        ExpressionTypes.Place place = new ExpressionTypes.Place(Scope.EMPTY.with(outer), ctes);
        List<List<@Nullable Typed>> columns = new ArrayList<>();
        for (Expression row : values.getRows()) {
            List<Expression> items = row instanceof Row r ? r.getItems() : List.of(row);
            for (int i = 0; i < items.size(); i++) {
                if (i == columns.size()) {
                    columns.add(new ArrayList<>());
                }
                columns.get(i).add(expressions.process(items.get(i), place));
            }
        }
        List<Field> fields = new ArrayList<>();
        for (List<@Nullable Typed> column : columns) {
            fields.add(new Field(null, null, "_col" + fields.size(), CommonTypes.of(column)));
        }
        return new Scope(fields, true, null);
    }

    private Scope setOperation(SetOperation operation, @Nullable Scope outer, Map<String, Scope> ctes) {
        List<Scope> operands = new ArrayList<>();
        for (Relation operand : QueryWriter.operands(operation)) {
            operands.add(relation(operand, outer, ctes));
        }
        Scope first = operands.get(0);
        if (operands.stream()
                .anyMatch(s ->
                        !s.complete() || s.fields().size() != first.fields().size())) {
            return OPEN;
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < first.fields().size(); i++) {
            List<@Nullable Typed> types = new ArrayList<>();
            for (Scope operand : operands) {
                types.add(operand.fields().get(i).type());
            }
            fields.add(new Field(null, null, first.fields().get(i).name(), CommonTypes.of(types)));
        }
        return new Scope(fields, true, null);
    }

    private Scope join(Join join, @Nullable Scope outer, Map<String, Scope> ctes) {
        Scope left = relation(join.getLeft(), outer, ctes);
        // Only what is lateral sees the left side; names found nowhere else are looked up there.
        Scope right = relation(join.getRight(), isLateral(join.getRight()) ? left.with(outer) : outer, ctes);
        Scope both = left.and(right);
        if (join.getCriteria().orElse(null) instanceof JoinOn on) {
            expressions.process(on.getExpression(), new ExpressionTypes.Place(both.with(outer), ctes));
        }
        return join.getCriteria().orElse(null) instanceof JoinUsing using ? merged(left, right, using) : both;
    }

    private static boolean isLateral(Relation relation) {
        Relation bare = relation instanceof AliasedRelation aliased ? aliased.getRelation() : relation;
        return bare instanceof Unnest || bare instanceof Lateral;
    }

    /** The columns joined by come once, in front. */
    private static Scope merged(Scope left, Scope right, JoinUsing using) {
        List<Field> fields = new ArrayList<>();
        List<Field> rest = new ArrayList<>(left.and(right).fields());
        for (Identifier name : using.getColumns()) {
            rest.stream()
                    .filter(f -> f.name().equalsIgnoreCase(name.getValue()))
                    .findFirst()
                    .ifPresent(f -> fields.add(f.under(null, f.name())));
            rest.removeIf(f -> f.name().equalsIgnoreCase(name.getValue()));
        }
        fields.addAll(rest);
        return new Scope(fields, left.complete() && right.complete(), null);
    }

    private Scope unnest(Unnest unnest, @Nullable Scope outer, Map<String, Scope> ctes) {
        ExpressionTypes.Place place = new ExpressionTypes.Place(Scope.EMPTY.with(outer), ctes);
        List<Field> fields = new ArrayList<>();
        for (Expression expression : unnest.getExpressions()) {
            Typed type = expressions.process(expression, place);
            if (type == null || type.type().fields().isEmpty()) {
                return OPEN;
            }
            Typed element = type.part(0);
            if (type.is("map") || element.is("row")) {
                Typed parts = type.is("map") ? type : element;
                for (int i = 0; i < parts.type().fields().size(); i++) {
                    AthenaType.Field part = parts.type().fields().get(i);
                    String name = part.name() == null ? "_col" + fields.size() : part.name();
                    fields.add(new Field(null, null, name, parts.part(i)));
                }
            } else {
                fields.add(new Field(null, null, "_col" + fields.size(), element));
            }
        }
        if (unnest.isWithOrdinality()) {
            fields.add(new Field(null, null, "ordinality", Typed.BIGINT));
        }
        return new Scope(fields, true, null);
    }

    private static String lower(Identifier identifier) {
        return identifier.getValue().toLowerCase(Locale.ROOT);
    }
}

package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import io.trino.sql.tree.ArithmeticBinaryExpression;
import io.trino.sql.tree.ArithmeticUnaryExpression;
import io.trino.sql.tree.Array;
import io.trino.sql.tree.AstVisitor;
import io.trino.sql.tree.AtTimeZone;
import io.trino.sql.tree.BetweenPredicate;
import io.trino.sql.tree.Cast;
import io.trino.sql.tree.CoalesceExpression;
import io.trino.sql.tree.ComparisonExpression;
import io.trino.sql.tree.CurrentTime;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.ExistsPredicate;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.Extract;
import io.trino.sql.tree.Format;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.IfExpression;
import io.trino.sql.tree.InListExpression;
import io.trino.sql.tree.InPredicate;
import io.trino.sql.tree.IsNotNullPredicate;
import io.trino.sql.tree.IsNullPredicate;
import io.trino.sql.tree.LikePredicate;
import io.trino.sql.tree.Literal;
import io.trino.sql.tree.LogicalExpression;
import io.trino.sql.tree.Node;
import io.trino.sql.tree.NotExpression;
import io.trino.sql.tree.NullIfExpression;
import io.trino.sql.tree.Parameter;
import io.trino.sql.tree.Row;
import io.trino.sql.tree.SearchedCaseExpression;
import io.trino.sql.tree.SimpleCaseExpression;
import io.trino.sql.tree.StringLiteral;
import io.trino.sql.tree.SubqueryExpression;
import io.trino.sql.tree.SubscriptExpression;
import io.trino.sql.tree.Trim;
import io.trino.sql.tree.TryExpression;
import io.trino.sql.tree.WhenClause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The type of each expression, where Trino's rules are known here; null is left to DuckDB. */
final class ExpressionTypes extends AstVisitor<@Nullable Typed, ExpressionTypes.Place> {
    /** Where an expression stands: the columns and the WITH queries it may name. */
    record Place(Scope scope, Map<String, Scope> ctes) {
        Place with(List<Scope.Field> variables) {
            return new Place(new Scope(variables, true, scope), ctes);
        }
    }

    private final QueryAnalyzer queries;
    private final Analysis analysis;
    private final List<Expression> parameters;
    private final FunctionTypes functions = new FunctionTypes(this);

    ExpressionTypes(QueryAnalyzer queries, Analysis analysis, List<Expression> parameters) {
        this.queries = queries;
        this.analysis = analysis;
        this.parameters = parameters;
    }

    @Override
    public @Nullable Typed process(Node node, Place place) {
        Typed type = super.process(node, place);
        if (node instanceof Expression expression) {
            analysis.put(expression, type);
        }
        return type;
    }

    List<@Nullable Typed> all(List<? extends Expression> expressions, Place place) {
        List<@Nullable Typed> types = new ArrayList<>();
        for (Expression expression : expressions) {
            types.add(process(expression, place));
        }
        return types;
    }

    /** Whatever has no rule here: its parts are still looked at, for the names in them. */
    @Override
    protected @Nullable Typed visitExpression(Expression node, Place place) {
        for (Node child : node.getChildren()) {
            process(child, place);
        }
        return null;
    }

    @Override
    protected @Nullable Typed visitNode(Node node, Place place) {
        return null;
    }

    @Override
    protected @Nullable Typed visitLiteral(Literal node, Place place) {
        return LiteralTypes.of(node);
    }

    @Override
    protected @Nullable Typed visitIdentifier(Identifier node, Place place) {
        Optional<Scope.Field> field = place.scope().find(null, null, node.getValue(), node);
        if (field.isEmpty() && place.scope().isComplete()) {
            throw unresolved(node, node.getValue());
        }
        return field.map(Scope.Field::type).orElse(null);
    }

    @Override
    protected @Nullable Typed visitDereferenceExpression(DereferenceExpression node, Place place) {
        String name = node.getField().map(Identifier::getValue).orElse("");
        Optional<Scope.Field> column = qualified(node, name, place);
        if (column.isPresent()) {
            return column.get().type();
        }
        if (node.getBase() instanceof Identifier table
                && place.scope().find(null, null, table.getValue(), node).isEmpty()) {
            if (place.scope().isComplete()) {
                throw unresolved(node, table.getValue() + "." + name);
            }
            return null;
        }
        Typed base = process(node.getBase(), place);
        if (base == null) {
            return null;
        }
        for (int i = 0; i < base.type().fields().size(); i++) {
            if (name.equalsIgnoreCase(base.type().fields().get(i).name())) {
                return base.part(i);
            }
        }
        throw unresolved(node, node.toString().replace("\"", ""));
    }

    private static Optional<Scope.Field> qualified(DereferenceExpression node, String name, Place place) {
        if (node.getBase() instanceof Identifier table) {
            return place.scope().find(null, table.getValue(), name, node);
        }
        if (node.getBase() instanceof DereferenceExpression inner
                && inner.getBase() instanceof Identifier schema
                && inner.getField().isPresent()) {
            return place.scope().find(schema.getValue(), inner.getField().get().getValue(), name, node);
        }
        return Optional.empty();
    }

    private static SemanticException unresolved(Node at, String name) {
        return new SemanticException("COLUMN_NOT_FOUND", at, "Column '" + name + "' cannot be resolved");
    }

    @Override
    protected @Nullable Typed visitParameter(Parameter node, Place place) {
        return node.getId() < parameters.size() ? process(parameters.get(node.getId()), place) : null;
    }

    @Override
    protected @Nullable Typed visitCast(Cast node, Place place) {
        Typed from = process(node.getExpression(), place);
        Typed to = Typed.declared(DuckDbTypes.fromTrino(node.getType()));
        return from != null && CommonTypes.hasZone(to.type()) ? new Typed(to.type(), from.zone()) : to;
    }

    @Override
    protected @Nullable Typed visitArray(Array node, Place place) {
        Typed element = CommonTypes.of(all(node.getValues(), place));
        return element == null ? null : Typed.array(element);
    }

    @Override
    protected @Nullable Typed visitRow(Row node, Place place) {
        List<AthenaType.Field> fields = new ArrayList<>();
        Typed zoned = Typed.UNKNOWN;
        for (Typed item : all(node.getItems(), place)) {
            if (item == null) {
                return null;
            }
            zoned = zoned.zone() == null ? item : zoned;
            fields.add(new AthenaType.Field(null, item.type()));
        }
        return new Typed(AthenaType.row(fields), zoned.zone());
    }

    @Override
    protected @Nullable Typed visitSubscriptExpression(SubscriptExpression node, Place place) {
        Typed base = process(node.getBase(), place);
        process(node.getIndex(), place);
        if (base == null) {
            return null;
        }
        if (base.is("row")) {
            int index = node.getIndex() instanceof io.trino.sql.tree.LongLiteral l ? (int) l.getParsedValue() : 0;
            return index > 0 && index <= base.type().fields().size() ? base.part(index - 1) : null;
        }
        return FunctionTypes.element(base);
    }

    @Override
    protected @Nullable Typed visitArithmeticBinary(ArithmeticBinaryExpression node, Place place) {
        Typed left = process(node.getLeft(), place);
        Typed right = process(node.getRight(), place);
        if (left == null || right == null) {
            return null;
        }
        if (left.is("varchar") || right.is("varchar") || left.is("boolean") || right.is("boolean")) {
            throw mismatch(node, node.getOperator().getValue(), left, right);
        }
        return CommonTypes.arithmetic(node.getOperator(), left, right);
    }

    @Override
    protected @Nullable Typed visitArithmeticUnary(ArithmeticUnaryExpression node, Place place) {
        return process(node.getValue(), place);
    }

    @Override
    protected @Nullable Typed visitComparisonExpression(ComparisonExpression node, Place place) {
        Typed left = process(node.getLeft(), place);
        Typed right = process(node.getRight(), place);
        if (left != null && right != null && isNumberWithText(left, right)) {
            throw mismatch(node, node.getOperator().getValue(), left, right);
        }
        return Typed.BOOLEAN;
    }

    private static boolean isNumberWithText(Typed a, Typed b) {
        return (CommonTypes.isNumber(a) && b.is("varchar")) || (a.is("varchar") && CommonTypes.isNumber(b));
    }

    private static SemanticException mismatch(Node at, String operator, Typed left, Typed right) {
        return new SemanticException(
                "TYPE_MISMATCH", at, "Cannot apply operator: " + name(left) + " " + operator + " " + name(right));
    }

    private static String name(Typed type) {
        return type.is("varchar") && type.type().precision() == 0
                ? "varchar(0)"
                : type.shown().toString();
    }

    @Override
    protected @Nullable Typed visitLogicalExpression(LogicalExpression node, Place place) {
        all(node.getTerms(), place);
        return Typed.BOOLEAN;
    }

    @Override
    protected @Nullable Typed visitNotExpression(NotExpression node, Place place) {
        process(node.getValue(), place);
        return Typed.BOOLEAN;
    }

    @Override
    protected @Nullable Typed visitBetweenPredicate(BetweenPredicate node, Place place) {
        return predicate(node, place);
    }

    @Override
    protected @Nullable Typed visitInPredicate(InPredicate node, Place place) {
        return predicate(node, place);
    }

    @Override
    protected @Nullable Typed visitIsNullPredicate(IsNullPredicate node, Place place) {
        return predicate(node, place);
    }

    @Override
    protected @Nullable Typed visitIsNotNullPredicate(IsNotNullPredicate node, Place place) {
        return predicate(node, place);
    }

    @Override
    protected @Nullable Typed visitLikePredicate(LikePredicate node, Place place) {
        return predicate(node, place);
    }

    @Override
    protected @Nullable Typed visitExists(ExistsPredicate node, Place place) {
        return predicate(node, place);
    }

    private Typed predicate(Expression node, Place place) {
        visitExpression(node, place);
        return Typed.BOOLEAN;
    }

    @Override
    protected @Nullable Typed visitInListExpression(InListExpression node, Place place) {
        return CommonTypes.of(all(node.getValues(), place));
    }

    @Override
    protected @Nullable Typed visitSearchedCaseExpression(SearchedCaseExpression node, Place place) {
        return cases(node.getWhenClauses(), node.getDefaultValue(), place);
    }

    @Override
    protected @Nullable Typed visitSimpleCaseExpression(SimpleCaseExpression node, Place place) {
        process(node.getOperand(), place);
        return cases(node.getWhenClauses(), node.getDefaultValue(), place);
    }

    private @Nullable Typed cases(List<WhenClause> clauses, Optional<Expression> otherwise, Place place) {
        List<@Nullable Typed> results = new ArrayList<>();
        for (WhenClause clause : clauses) {
            process(clause.getOperand(), place);
            results.add(process(clause.getResult(), place));
        }
        otherwise.ifPresent(e -> results.add(process(e, place)));
        return CommonTypes.of(results);
    }

    @Override
    protected @Nullable Typed visitIfExpression(IfExpression node, Place place) {
        process(node.getCondition(), place);
        List<@Nullable Typed> results = new ArrayList<>();
        results.add(process(node.getTrueValue(), place));
        node.getFalseValue().ifPresent(e -> results.add(process(e, place)));
        return CommonTypes.of(results);
    }

    @Override
    protected @Nullable Typed visitCoalesceExpression(CoalesceExpression node, Place place) {
        return CommonTypes.of(all(node.getOperands(), place));
    }

    @Override
    protected @Nullable Typed visitNullIfExpression(NullIfExpression node, Place place) {
        Typed first = process(node.getFirst(), place);
        process(node.getSecond(), place);
        return first;
    }

    @Override
    protected @Nullable Typed visitTryExpression(TryExpression node, Place place) {
        return process(node.getInnerExpression(), place);
    }

    @Override
    protected @Nullable Typed visitSubqueryExpression(SubqueryExpression node, Place place) {
        Scope scope = queries.subquery(node.getQuery(), place);
        return scope.complete() && scope.fields().size() == 1
                ? scope.fields().get(0).type()
                : null;
    }

    @Override
    protected @Nullable Typed visitExtract(Extract node, Place place) {
        process(node.getExpression(), place);
        return Typed.BIGINT;
    }

    @Override
    protected @Nullable Typed visitFormat(Format node, Place place) {
        all(node.getArguments(), place);
        return Typed.VARCHAR;
    }

    @Override
    protected @Nullable Typed visitTrim(Trim node, Place place) {
        node.getTrimCharacter().ifPresent(c -> process(c, place));
        return process(node.getTrimSource(), place);
    }

    @Override
    protected @Nullable Typed visitAtTimeZone(AtTimeZone node, Place place) {
        Typed value = process(node.getValue(), place);
        process(node.getTimeZone(), place);
        int digits = value != null && value.type().base().startsWith("timestamp")
                ? value.type().precision()
                : 3;
        return new Typed(AthenaType.of("timestamp with time zone", digits), zone(node.getTimeZone()));
    }

    static java.time.@Nullable ZoneId zone(Expression expression) {
        return expression instanceof StringLiteral literal ? LiteralTypes.zone(literal.getValue()) : null;
    }

    @Override
    protected @Nullable Typed visitCurrentTime(CurrentTime node, Place place) {
        return switch (node.getFunction()) {
            case DATE -> Typed.of("date");
            case TIME -> Typed.of(AthenaType.of("time with time zone", 3));
            case TIMESTAMP -> Typed.of(AthenaType.of("timestamp with time zone", 3));
            case LOCALTIME -> Typed.of(AthenaType.of("time", 3));
            case LOCALTIMESTAMP -> Typed.of(AthenaType.of("timestamp", 3));
        };
    }

    @Override
    protected @Nullable Typed visitFunctionCall(FunctionCall node, Place place) {
        return functions.of(node, place);
    }
}

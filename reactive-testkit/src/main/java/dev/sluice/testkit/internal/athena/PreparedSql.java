package dev.sluice.testkit.internal.athena;

import dev.sluice.testkit.engine.StatementInfo;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The statements about prepared statements, which never reach the engine: PREPARE, EXECUTE and DEALLOCATE PREPARE. */
final class PreparedSql {
    private static final String NAME = "(\"[^\"]+\"|[a-zA-Z_][a-zA-Z0-9_@:]*)";
    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
    private static final Pattern EXECUTE = Pattern.compile("EXECUTE\\s+" + NAME + "(?:\\s+USING\\s+(.+))?", FLAGS);
    private static final Pattern PREPARE = Pattern.compile("PREPARE\\s+" + NAME + "\\s+FROM\\s+(.+)", FLAGS);
    private static final Pattern DEALLOCATE = Pattern.compile("DEALLOCATE\\s+PREPARE\\s+" + NAME, FLAGS);

    /**
     * What is to be run.
     *
     * @param sql the statement
     * @param parameters its parameters
     * @param info what kind it is, where the engine is not to be asked
     * @param action what to do instead of asking the engine
     */
    record Resolved(
            String sql,
            List<String> parameters,
            @Nullable StatementInfo info,
            @Nullable Runnable action) {}

    private final PreparedStatements statements;

    PreparedSql(PreparedStatements statements) {
        this.statements = statements;
    }

    Resolved resolve(String workGroup, String sql, List<String> parameters) {
        String bare = SqlText.bare(sql);
        Matcher execute = EXECUTE.matcher(bare);
        if (execute.matches()) {
            String prepared = statement(workGroup, name(execute));
            String using = execute.group(2);
            return new Resolved(prepared, using == null ? parameters : SqlText.list(using), null, null);
        }
        Matcher prepare = PREPARE.matcher(bare);
        if (prepare.matches()) {
            String text = prepare.group(2);
            return ddl(sql, "PREPARE", () -> statements.put(workGroup, name(prepare), text, null));
        }
        Matcher deallocate = DEALLOCATE.matcher(bare);
        if (deallocate.matches()) {
            String name = name(deallocate);
            statement(workGroup, name);
            return ddl(sql, "DEALLOCATE", () -> statements.delete(workGroup, name));
        }
        return new Resolved(sql, parameters, null, null);
    }

    private String statement(String workGroup, String name) {
        try {
            return statements.get(workGroup, name).sql();
        } catch (ApiError notFound) {
            // StartQueryExecution does not know ResourceNotFoundException.
            throw ApiError.invalid(notFound.text());
        }
    }

    private static Resolved ddl(String sql, String type, Runnable action) {
        return new Resolved(sql, List.of(), new StatementInfo(StatementInfo.Kind.DDL, type), action);
    }

    private static String name(Matcher matcher) {
        String name = matcher.group(1);
        return name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }
}

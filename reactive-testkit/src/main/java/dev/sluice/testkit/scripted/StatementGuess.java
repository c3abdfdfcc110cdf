package dev.sluice.testkit.scripted;

import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementInfo.Kind;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What kind of statement a text is, by its first words: a scripted engine parses no SQL. */
final class StatementGuess {
    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
    private static final Pattern LEADING = Pattern.compile("^(?:\\s|\\(|--[^\\n]*(?:\\n|$)|/\\*.*?\\*/)+", FLAGS);
    private static final List<Map.Entry<Pattern, StatementInfo>> BY_FIRST_WORDS = List.of(
            entry("UNLOAD\\b.*", Kind.UNLOAD, "UNLOAD"),
            entry("CREATE\\s+TABLE\\b.*\\bAS\\b.*", Kind.CREATE_TABLE_AS, "CREATE_TABLE_AS_SELECT"),
            entry("INSERT\\b.*", Kind.INSERT, "INSERT"),
            entry("UPDATE\\b.*", Kind.INSERT, "UPDATE"),
            entry("DELETE\\b.*", Kind.INSERT, "DELETE"),
            entry("MERGE\\b.*", Kind.INSERT, "MERGE"),
            entry("SHOW\\s+CREATE\\s+TABLE\\b.*", Kind.UTILITY, "SHOW_CREATE_TABLE"),
            entry("SHOW\\s+(DATABASES|SCHEMAS)\\b.*", Kind.UTILITY, "SHOW_DATABASES"),
            entry("SHOW\\s+TABLES\\b.*", Kind.UTILITY, "SHOW_TABLES"),
            entry("SHOW\\b.*", Kind.UTILITY, "SHOW"),
            entry("DESC(RIBE)?\\b.*", Kind.UTILITY, "DESCRIBE_TABLE"),
            entry("EXPLAIN\\b.*", Kind.UTILITY, "EXPLAIN"),
            entry("CREATE\\b.*", Kind.DDL, "CREATE_TABLE"),
            entry("DROP\\b.*", Kind.DDL, "DROP_TABLE"),
            entry("(ALTER|MSCK)\\b.*", Kind.DDL, "ALTER_TABLE"));

    private StatementGuess() {}

    private static Map.Entry<Pattern, StatementInfo> entry(String words, Kind kind, String type) {
        return Map.entry(Pattern.compile(words, FLAGS), new StatementInfo(kind, type));
    }

    static StatementInfo of(String sql) {
        String bare = LEADING.matcher(sql).replaceFirst("");
        for (Map.Entry<Pattern, StatementInfo> entry : BY_FIRST_WORDS) {
            if (entry.getKey().matcher(bare).matches()) {
                return entry.getValue();
            }
        }
        return new StatementInfo(Kind.SELECT, "SELECT");
    }
}

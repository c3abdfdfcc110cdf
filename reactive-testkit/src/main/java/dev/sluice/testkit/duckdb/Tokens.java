package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.InvalidStatementException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Words, quoted names, strings and signs of a statement that Trino's grammar does not know. Comments are passed over. */
final class Tokens {
    /** One token: its text without quotes, and where it stands. */
    record Token(String text, Kind kind, int from, int to) {}

    /** The kinds of token. */
    enum Kind {
        WORD,
        QUOTED,
        STRING,
        SIGN,
        END
    }

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    Tokens(String sql) throws InvalidStatementException {
        this.sql = sql;
        int i = 0;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            if (Character.isWhitespace(c)) {
                i++;
            } else if (sql.startsWith("--", i)) {
                int end = sql.indexOf('\n', i);
                i = end < 0 ? sql.length() : end;
            } else if (sql.startsWith("/*", i)) {
                int end = sql.indexOf("*/", i + 2);
                i = end < 0 ? sql.length() : end + 2;
            } else if (c == '\'' || c == '"' || c == '`') {
                i = quoted(i, c);
            } else if (Character.isLetterOrDigit(c) || c == '_') {
                int from = i;
                while (i < sql.length() && (Character.isLetterOrDigit(sql.charAt(i)) || sql.charAt(i) == '_')) {
                    i++;
                }
                tokens.add(new Token(sql.substring(from, i), Kind.WORD, from, i));
            } else {
                tokens.add(new Token(String.valueOf(c), Kind.SIGN, i, ++i));
            }
        }
        tokens.add(new Token("<EOF>", Kind.END, sql.length(), sql.length()));
    }

    private int quoted(int from, char quote) throws InvalidStatementException {
        StringBuilder text = new StringBuilder();
        for (int i = from + 1; i < sql.length(); i++) {
            if (sql.charAt(i) == quote) {
                if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
                    i++;
                } else {
                    tokens.add(new Token(text.toString(), quote == '\'' ? Kind.STRING : Kind.QUOTED, from, i + 1));
                    return i + 1;
                }
            }
            text.append(sql.charAt(i));
        }
        throw new InvalidStatementException(place(from) + ": mismatched input '" + quote + "'");
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }

    boolean isNext(String... words) {
        for (int i = 0; i < words.length; i++) {
            Token token = peek(i);
            if (token.kind() == Kind.STRING
                    || token.kind() == Kind.QUOTED
                    || !token.text().equalsIgnoreCase(words[i])) {
                return false;
            }
        }
        return true;
    }

    boolean accept(String... words) {
        if (!isNext(words)) {
            return false;
        }
        at += words.length;
        return true;
    }

    void expect(String... words) throws InvalidStatementException {
        for (String word : words) {
            if (!accept(word)) {
                throw unexpected("'" + word + "'");
            }
        }
    }

    void expectEnd() throws InvalidStatementException {
        if (peek().kind() != Kind.END) {
            throw unexpected("<EOF>");
        }
    }

    String string() throws InvalidStatementException {
        if (peek().kind() != Kind.STRING) {
            throw unexpected("<string>");
        }
        return next().text();
    }

    String identifier() throws InvalidStatementException {
        if (peek().kind() != Kind.WORD && peek().kind() != Kind.QUOTED) {
            throw unexpected("<identifier>");
        }
        return next().text().toLowerCase(Locale.ROOT);
    }

    Parsed.TableName tableName() throws InvalidStatementException {
        String first = identifier();
        if (!accept(".")) {
            return new Parsed.TableName(null, first);
        }
        String second = identifier();
        return accept(".") ? new Parsed.TableName(second, identifier()) : new Parsed.TableName(first, second);
    }

    /** Passes over a group in parentheses, the first of which is next. */
    Token[] parenthesised() throws InvalidStatementException {
        Token open = peek();
        expect("(");
        for (int depth = 1; depth > 0; ) {
            Token token = next();
            if (token.kind() == Kind.END) {
                throw unexpected("')'");
            }
            if (token.kind() == Kind.SIGN) {
                depth += token.text().equals("(") ? 1 : token.text().equals(")") ? -1 : 0;
            }
            if (depth == 0) {
                return new Token[] {open, token};
            }
        }
        throw unexpected("')'");
    }

    String sql() {
        return sql;
    }

    String between(int from, int to) {
        return sql.substring(from, to);
    }

    InvalidStatementException unexpected(String expected) {
        return new InvalidStatementException(
                place(peek().from()) + ": mismatched input '" + peek().text() + "'. Expecting: " + expected);
    }

    private int line(int offset) {
        return (int) sql.substring(0, offset).chars().filter(c -> c == '\n').count() + 1;
    }

    private int column(int offset) {
        return offset - sql.lastIndexOf('\n', Math.max(0, offset - 1));
    }

    private String place(int offset) {
        return "line " + line(offset) + ":" + column(offset);
    }
}

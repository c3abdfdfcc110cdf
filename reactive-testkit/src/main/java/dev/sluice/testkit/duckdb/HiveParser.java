package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.duckdb.Parsed.Action;
import dev.sluice.testkit.duckdb.Parsed.ColumnDefinition;
import dev.sluice.testkit.duckdb.Parsed.Show;
import dev.sluice.testkit.duckdb.Parsed.TableName;
import dev.sluice.testkit.engine.InvalidStatementException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Hive's part of Athena's language: DDL, SHOW and DESCRIBE. */
final class HiveParser {
    private final Tokens tokens;

    HiveParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Whether a statement is Hive's rather than Trino's. */
    static boolean starts(Tokens tokens) {
        return tokens.isNext("CREATE", "EXTERNAL")
                || tokens.isNext("CREATE", "DATABASE")
                || tokens.isNext("CREATE", "SCHEMA")
                || tokens.isNext("DROP")
                || tokens.isNext("MSCK")
                || tokens.isNext("ALTER")
                || tokens.isNext("SHOW")
                || tokens.isNext("DESCRIBE")
                || tokens.isNext("DESC");
    }

    Parsed parse() throws InvalidStatementException {
        Parsed parsed = statement();
        tokens.expectEnd();
        return parsed;
    }

    private Parsed statement() throws InvalidStatementException {
        if (tokens.accept("CREATE", "EXTERNAL", "TABLE")) {
            return createTable();
        }
        if (tokens.accept("CREATE", "DATABASE") || tokens.accept("CREATE", "SCHEMA")) {
            boolean lenient = tokens.accept("IF", "NOT", "EXISTS");
            TableName name = tokens.tableName();
            if (tokens.accept("COMMENT")) {
                tokens.string();
            }
            if (tokens.accept("LOCATION")) {
                tokens.string();
            }
            return new Parsed.Simple(Action.CREATE_DATABASE, name, lenient, false);
        }
        if (tokens.accept("DROP")) {
            return drop();
        }
        if (tokens.accept("MSCK", "REPAIR", "TABLE")) {
            return new Parsed.Repair(tokens.tableName());
        }
        if (tokens.accept("ALTER", "TABLE")) {
            return alterTable();
        }
        if (tokens.accept("SHOW")) {
            return show();
        }
        tokens.next();
        if (!tokens.accept("FORMATTED")) {
            tokens.accept("EXTENDED");
        }
        return new Show(Show.What.DESCRIBE, tokens.tableName(), null);
    }

    private Parsed drop() throws InvalidStatementException {
        Action action;
        if (tokens.accept("TABLE")) {
            action = Action.DROP_TABLE;
        } else if (tokens.accept("VIEW")) {
            action = Action.DROP_VIEW;
        } else if (tokens.accept("DATABASE") || tokens.accept("SCHEMA")) {
            action = Action.DROP_DATABASE;
        } else {
            throw tokens.unexpected("'DATABASE', 'SCHEMA', 'TABLE', 'VIEW'");
        }
        boolean lenient = tokens.accept("IF", "EXISTS");
        TableName name = tokens.tableName();
        boolean cascade = tokens.accept("CASCADE");
        if (!cascade) {
            tokens.accept("RESTRICT");
        }
        return new Parsed.Simple(action, name, lenient, cascade);
    }

    /** Partitions are found by listing, so that adding or dropping one changes nothing here. */
    private Parsed alterTable() throws InvalidStatementException {
        TableName name = tokens.tableName();
        if (!tokens.isNext("ADD") && !tokens.isNext("DROP")) {
            throw tokens.unexpected("'ADD', 'DROP'");
        }
        tokens.next();
        if (!tokens.accept("IF", "NOT", "EXISTS")) {
            tokens.accept("IF", "EXISTS");
        }
        do {
            tokens.expect("PARTITION");
            tokens.parenthesised();
            if (tokens.accept("LOCATION")) {
                tokens.string();
            }
        } while (tokens.isNext("PARTITION") || tokens.accept(","));
        return new Parsed.Simple(Action.ALTER_TABLE, name, false, false);
    }

    private Show show() throws InvalidStatementException {
        if (tokens.accept("DATABASES") || tokens.accept("SCHEMAS")) {
            return new Show(Show.What.DATABASES, null, pattern());
        }
        if (tokens.accept("TABLES")) {
            TableName in = in() ? new TableName(tokens.identifier(), "") : null;
            return new Show(Show.What.TABLES, in, pattern());
        }
        if (tokens.accept("COLUMNS")) {
            if (!in()) {
                throw tokens.unexpected("'FROM', 'IN'");
            }
            TableName name = tokens.tableName();
            return new Show(Show.What.COLUMNS, in() ? new TableName(tokens.identifier(), name.table()) : name, null);
        }
        if (tokens.accept("PARTITIONS")) {
            return new Show(Show.What.PARTITIONS, tokens.tableName(), null);
        }
        if (tokens.accept("CREATE", "TABLE") || tokens.accept("CREATE", "VIEW")) {
            return new Show(Show.What.CREATE_TABLE, tokens.tableName(), null);
        }
        throw tokens.unexpected("'COLUMNS', 'CREATE', 'DATABASES', 'PARTITIONS', 'SCHEMAS', 'TABLES'");
    }

    private boolean in() {
        return tokens.accept("IN") || tokens.accept("FROM");
    }

    private @Nullable String pattern() throws InvalidStatementException {
        tokens.accept("LIKE");
        return tokens.peek().kind() == Tokens.Kind.STRING ? tokens.string() : null;
    }

    private Parsed createTable() throws InvalidStatementException {
        boolean lenient = tokens.accept("IF", "NOT", "EXISTS");
        TableName name = tokens.tableName();
        List<ColumnDefinition> columns = columns();
        List<ColumnDefinition> partitionKeys = List.of();
        String format = "TEXTFILE";
        String location = null;
        char delimiter = '\u0001';
        while (tokens.peek().kind() != Tokens.Kind.END) {
            if (tokens.accept("COMMENT")) {
                tokens.string();
            } else if (tokens.accept("PARTITIONED", "BY")) {
                partitionKeys = columns();
            } else if (tokens.accept("FIELDS", "TERMINATED", "BY")) {
                String text = tokens.string();
                delimiter = text.equals("\\t") ? '\t' : text.charAt(0);
            } else if (tokens.accept("LINES", "TERMINATED", "BY") || tokens.accept("ESCAPED", "BY")) {
                tokens.string();
            } else if (tokens.accept("ROW", "FORMAT", "SERDE")) {
                format = serde(tokens.string());
            } else if (tokens.accept("WITH", "SERDEPROPERTIES") || tokens.accept("TBLPROPERTIES")) {
                tokens.parenthesised();
            } else if (tokens.accept("STORED", "AS", "INPUTFORMAT")) {
                tokens.string();
                tokens.expect("OUTPUTFORMAT");
                tokens.string();
            } else if (tokens.accept("STORED", "AS")) {
                format = tokens.identifier().toUpperCase(Locale.ROOT);
            } else if (tokens.accept("LOCATION")) {
                location = tokens.string();
            } else if (!tokens.accept("ROW", "FORMAT", "DELIMITED")) {
                throw tokens.unexpected("'LOCATION', 'PARTITIONED', 'ROW', 'STORED', 'TBLPROPERTIES'");
            }
        }
        return new Parsed.CreateTable(name, lenient, columns, partitionKeys, format, location, delimiter);
    }

    private static String serde(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.contains("parquet") ? "PARQUET" : lower.contains("json") ? "JSON" : "TEXTFILE";
    }

    private List<ColumnDefinition> columns() throws InvalidStatementException {
        tokens.expect("(");
        List<ColumnDefinition> columns = new ArrayList<>();
        do {
            String name = tokens.identifier();
            tokens.accept(":");
            columns.add(new ColumnDefinition(name, hiveType()));
            if (tokens.accept("COMMENT")) {
                tokens.string();
            }
        } while (tokens.accept(","));
        tokens.expect(")");
        return columns;
    }

    /** The text of a type up to the comma or parenthesis that ends it. */
    private String hiveType() throws InvalidStatementException {
        int from = tokens.peek().from();
        int depth = 0;
        int to = from;
        while (true) {
            Tokens.Token token = tokens.peek();
            boolean ends = token.text().equals(",") || token.text().equals(")") || tokens.isNext("COMMENT");
            if (token.kind() == Tokens.Kind.END || (depth == 0 && ends)) {
                if (to == from) {
                    throw tokens.unexpected("<type>");
                }
                return tokens.between(from, to);
            }
            depth += "<(".contains(token.text()) ? 1 : ">)".contains(token.text()) ? -1 : 0;
            to = tokens.next().to();
        }
    }
}

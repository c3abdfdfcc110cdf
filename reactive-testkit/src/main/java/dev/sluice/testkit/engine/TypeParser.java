package dev.sluice.testkit.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads a type as SQL spells it. */
final class TypeParser {
    private static final List<String> LONG_NAMES = List.of(
            "timestamp with time zone", "time with time zone", "interval day to second", "interval year to month");
    private static final int DEFAULT_FRACTION_DIGITS = 3;

    private final String text;
    private int at;

    TypeParser(String text) {
        this.text = text;
    }

    AthenaType parse() {
        AthenaType type = type();
        if (at < text.length()) {
            throw broken("nothing more");
        }
        return type;
    }

    private AthenaType type() {
        blanks();
        for (String name : LONG_NAMES) {
            if (text.regionMatches(true, at, name, 0, name.length())) {
                at += name.length();
                blanks();
                return AthenaType.of(name, name.startsWith("time") ? DEFAULT_FRACTION_DIGITS : 0);
            }
        }
        String base = word().toLowerCase(Locale.ROOT);
        return switch (base) {
            case "array" -> AthenaType.array(fields(1, false).get(0).type());
            case "map" -> {
                List<AthenaType.Field> parts = fields(2, false);
                yield AthenaType.map(parts.get(0).type(), parts.get(1).type());
            }
            case "row" -> AthenaType.row(fields(0, true));
            case "int" -> AthenaType.of("integer");
            case "string" -> AthenaType.of("varchar");
            case "decimal" -> decimal(numbers());
            case "time", "timestamp" -> temporal(base);
            default -> {
                List<Integer> numbers = numbers();
                yield AthenaType.of(base, numbers.isEmpty() ? 0 : numbers.get(0));
            }
        };
    }

    private AthenaType decimal(List<Integer> numbers) {
        if (numbers.isEmpty()) {
            throw broken("a precision");
        }
        return AthenaType.decimal(numbers.get(0), numbers.size() < 2 ? 0 : numbers.get(1));
    }

    private AthenaType temporal(String base) {
        List<Integer> numbers = numbers();
        String zone = "with time zone";
        boolean zoned = text.regionMatches(true, at, zone, 0, zone.length());
        if (zoned) {
            at += zone.length();
            blanks();
        }
        return AthenaType.of(
                zoned ? base + " " + zone : base, numbers.isEmpty() ? DEFAULT_FRACTION_DIGITS : numbers.get(0));
    }

    private List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        if (accept('(')) {
            do {
                try {
                    numbers.add(Integer.valueOf(word()));
                } catch (NumberFormatException e) {
                    throw broken("a number");
                }
            } while (accept(','));
            expect(')');
        }
        return numbers;
    }

    private List<AthenaType.Field> fields(int count, boolean named) {
        List<AthenaType.Field> fields = new ArrayList<>();
        expect('(');
        do {
            String name = named ? fieldName() : null;
            fields.add(new AthenaType.Field(name, type()));
        } while (accept(','));
        expect(')');
        if (count > 0 && fields.size() != count) {
            throw broken(count + " types");
        }
        return fields;
    }

    /** A name, if a type follows it; else what stands here is the type of a field without a name. */
    private @Nullable String fieldName() {
        blanks();
        if (at < text.length() && text.charAt(at) == '"') {
            int end = text.indexOf('"', at + 1);
            if (end < 0) {
                throw broken("a closing quote");
            }
            String name = text.substring(at + 1, end);
            at = end + 1;
            return name;
        }
        for (String name : LONG_NAMES) {
            if (text.regionMatches(true, at, name, 0, name.length())) {
                return null;
            }
        }
        int start = at;
        String name = word();
        boolean typeFollows = at < text.length()
                && (Character.isLetter(text.charAt(at)) || text.charAt(at) == '"')
                && !text.regionMatches(true, at, "with time zone", 0, "with time zone".length());
        if (typeFollows) {
            return name;
        }
        at = start;
        return null;
    }

    private String word() {
        blanks();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (start == at) {
            throw broken("a name");
        }
        String word = text.substring(start, at);
        blanks();
        return word;
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean accept(char c) {
        blanks();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            blanks();
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw broken("'" + c + "'");
        }
    }

    private IllegalArgumentException broken(String expected) {
        return new IllegalArgumentException("not a type: " + text + " (expected " + expected + " at " + at + ")");
    }
}

package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import io.trino.sql.tree.ArithmeticBinaryExpression.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The type that two types have in common, and the type of arithmetic on them; null where it is left to DuckDB. */
final class CommonTypes {
    private static final List<String> NUMBERS =
            List.of("tinyint", "smallint", "integer", "bigint", "decimal", "real", "double");
    private static final Map<String, Integer> INTEGER_DIGITS =
            Map.of("tinyint", 3, "smallint", 5, "integer", 10, "bigint", 19);
    /** Of a decimal. */
    static final int MAX_DIGITS = 38;

    private CommonTypes() {}

    static @Nullable Typed of(List<@Nullable Typed> types) {
        Typed common = Typed.UNKNOWN;
        for (Typed type : types) {
            common = common == null || type == null ? null : of(common, type);
        }
        return common;
    }

    static @Nullable Typed of(Typed a, Typed b) {
        AthenaType type = of(a.type(), b.type());
        return type == null ? null : new Typed(type, zone(a, b));
    }

    private static java.time.@Nullable ZoneId zone(Typed a, Typed b) {
        if (!hasZone(a.type())) {
            return b.zone();
        }
        return !hasZone(b.type()) || Objects.equals(a.zone(), b.zone()) ? a.zone() : null;
    }

    static boolean hasZone(AthenaType type) {
        return type.base().equals("timestamp with time zone")
                || type.fields().stream().anyMatch(f -> hasZone(f.type()));
    }

    static boolean isNumber(Typed type) {
        return NUMBERS.contains(type.type().base());
    }

    private static @Nullable AthenaType of(AthenaType a, AthenaType b) {
        if (a.equals(b) || b.base().equals("unknown")) {
            return a;
        }
        if (a.base().equals("unknown")) {
            return b;
        }
        if (NUMBERS.contains(a.base()) && NUMBERS.contains(b.base())) {
            return number(a, b);
        }
        if (a.base().equals(b.base())) {
            return sameBase(a, b);
        }
        List<String> bases = List.of(a.base(), b.base());
        if (bases.contains("varchar") && bases.contains("char")) {
            return a.base().equals("varchar") ? a : b;
        }
        for (String wider : List.of("timestamp with time zone", "timestamp")) {
            if (bases.contains(wider) && (bases.contains("date") || bases.contains("timestamp"))) {
                return AthenaType.of(wider, Math.max(a.precision(), b.precision()));
            }
        }
        return null;
    }

    private static @Nullable AthenaType sameBase(AthenaType a, AthenaType b) {
        if (a.fields().isEmpty() && b.fields().isEmpty()) {
            return AthenaType.of(a.base(), Math.max(a.precision(), b.precision()));
        }
        if (a.fields().size() != b.fields().size()) {
            return null;
        }
        List<AthenaType.Field> fields = new ArrayList<>();
        for (int i = 0; i < a.fields().size(); i++) {
            AthenaType common = of(a.fields().get(i).type(), b.fields().get(i).type());
            if (common == null) {
                return null;
            }
            String name = a.fields().get(i).name();
            fields.add(
                    new AthenaType.Field(Objects.equals(name, b.fields().get(i).name()) ? name : null, common));
        }
        return new AthenaType(a.base(), 0, 0, fields);
    }

    private static AthenaType number(AthenaType a, AthenaType b) {
        String wider = NUMBERS.indexOf(a.base()) > NUMBERS.indexOf(b.base()) ? a.base() : b.base();
        if (!wider.equals("decimal")) {
            return AthenaType.of(wider);
        }
        AthenaType left = decimal(a);
        AthenaType right = decimal(b);
        int scale = Math.max(left.scale(), right.scale());
        int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
        return AthenaType.decimal(Math.min(MAX_DIGITS, whole + scale), scale);
    }

    private static AthenaType decimal(AthenaType type) {
        Integer digits = INTEGER_DIGITS.get(type.base());
        return digits == null ? type : AthenaType.decimal(digits, 0);
    }

    static @Nullable Typed arithmetic(Operator operator, Typed a, Typed b) {
        if (isNumber(a) && isNumber(b)) {
            AthenaType common = number(a.type(), b.type());
            return Typed.of(
                    common.base().equals("decimal")
                            ? decimals(operator, decimal(a.type()), decimal(b.type()))
                            : common);
        }
        if (a.is("interval day to second") || a.is("interval year to month")) {
            return isNumber(b) ? a : interval(a, b);
        }
        if (b.is("interval day to second") || b.is("interval year to month")) {
            return isNumber(a) ? b : a;
        }
        boolean times = a.type().base().startsWith("timestamp") || a.is("date");
        return operator == Operator.SUBTRACT && times ? Typed.of("interval day to second") : null;
    }

    private static Typed interval(Typed interval, Typed other) {
        return other.type().base().startsWith("interval") ? interval : other;
    }

    /** Trino's own rules; the scale of a division is what newer ones give. */
    private static AthenaType decimals(Operator operator, AthenaType a, AthenaType b) {
        int wholeA = a.precision() - a.scale();
        int wholeB = b.precision() - b.scale();
        int scale = Math.max(a.scale(), b.scale());
        return switch (operator) {
            case ADD, SUBTRACT -> bounded(Math.max(wholeA, wholeB) + scale + 1, scale);
            case MULTIPLY -> bounded(a.precision() + b.precision(), a.scale() + b.scale());
            case DIVIDE -> {
                int digits = Math.max(6, a.scale() + b.precision() + 1);
                yield bounded(wholeA + b.scale() + digits, Math.min(digits, MAX_DIGITS));
            }
            case MODULUS -> bounded(Math.min(wholeA, wholeB) + scale, scale);
        };
    }

    private static AthenaType bounded(int precision, int scale) {
        return AthenaType.decimal(Math.min(MAX_DIGITS, precision), Math.min(MAX_DIGITS, scale));
    }
}

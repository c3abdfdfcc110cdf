package dev.sluice.testkit.duckdb;

import dev.sluice.testkit.engine.AthenaType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an expression is: its type and, where there are timestamps with a zone in it, the zone they are shown in. DuckDB keeps
 * the instant alone, so one zone serves for all the values of a column; null is UTC.
 *
 * <p>Inside, a varchar without a length has the greatest length, since {@code ''} has the length 0.
 */
record Typed(AthenaType type, @Nullable ZoneId zone) {
    static final int UNBOUNDED = Integer.MAX_VALUE;
    static final Typed BOOLEAN = of("boolean");
    static final Typed BIGINT = of("bigint");
    static final Typed INTEGER = of("integer");
    static final Typed DOUBLE = of("double");
    static final Typed UNKNOWN = of("unknown");
    static final Typed VARCHAR = new Typed(AthenaType.of("varchar", UNBOUNDED), null);

    static Typed of(String base) {
        return new Typed(AthenaType.of(base), null);
    }

    static Typed of(AthenaType type) {
        return new Typed(type, null);
    }

    static Typed varchar(int length) {
        return of(AthenaType.of("varchar", length));
    }

    static Typed array(Typed element) {
        return new Typed(AthenaType.array(element.type), element.zone);
    }

    static Typed map(Typed key, Typed value) {
        return new Typed(AthenaType.map(key.type, value.type), key.zone == null ? value.zone : key.zone);
    }

    /** A declared type: there a varchar of length 0 is one without a length. */
    static Typed declared(AthenaType type) {
        return of(varchars(type, 0, UNBOUNDED));
    }

    /** The type as it is shown. */
    AthenaType shown() {
        return varchars(type, UNBOUNDED, 0);
    }

    boolean is(String base) {
        return type.base().equals(base);
    }

    /** The type of a part, with the zone of the whole. */
    Typed part(int index) {
        return new Typed(type.fields().get(index).type(), zone);
    }

    private static AthenaType varchars(AthenaType type, int from, int to) {
        if (type.base().equals("varchar")) {
            return type.precision() == from ? AthenaType.of("varchar", to) : type;
        }
        if (type.fields().isEmpty()) {
            return type;
        }
        List<AthenaType.Field> fields = new ArrayList<>();
        for (AthenaType.Field field : type.fields()) {
            fields.add(new AthenaType.Field(field.name(), varchars(field.type(), from, to)));
        }
        return new AthenaType(type.base(), type.precision(), type.scale(), fields);
    }
}

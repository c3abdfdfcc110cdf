package dev.sluice.reader.internal.row;

import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.UnsupportedResultException;
import java.util.Locale;
import java.util.OptionalInt;

/** Finds columns by the names that Java gives them: {@code countryCode} is {@code country_code}. */
final class ColumnNames {
    private ColumnNames() {}

    static OptionalInt find(ResultSchema schema, String javaName) {
        OptionalInt exact = schema.find(javaName);
        if (exact.isPresent()) {
            return exact;
        }
        String wanted = fold(javaName);
        for (int i = 0; i < schema.size(); i++) {
            if (fold(schema.column(i).name()).equals(wanted)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    static int indexOf(ResultSchema schema, String javaName, Class<?> owner) {
        return find(schema, javaName)
                .orElseThrow(() -> new UnsupportedResultException(
                        "no column is for '" + javaName + "' of " + owner.getName() + ": the result has " + schema,
                        ResultPlace.unknown(),
                        null));
    }

    private static String fold(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}

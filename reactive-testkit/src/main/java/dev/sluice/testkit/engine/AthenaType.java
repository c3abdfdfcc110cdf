package dev.sluice.testkit.engine;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A type as Athena names it, and the Java form in which an engine yields its values; NULL is null everywhere.
 *
 * <table>
 * <caption>Base name, value</caption>
 * <tr><td>boolean</td><td>Boolean</td></tr>
 * <tr><td>tinyint, smallint, integer, bigint</td><td>Byte, Short, Integer, Long</td></tr>
 * <tr><td>real, double</td><td>Float, Double</td></tr>
 * <tr><td>decimal</td><td>BigDecimal, of the type's scale</td></tr>
 * <tr><td>varchar, char, json, uuid, ipaddress, geometry and any other name</td><td>String: the very text</td></tr>
 * <tr><td>varbinary</td><td>byte[]</td></tr>
 * <tr><td>date</td><td>LocalDate</td></tr>
 * <tr><td>time</td><td>LocalTime</td></tr>
 * <tr><td>time with time zone</td><td>OffsetTime</td></tr>
 * <tr><td>timestamp</td><td>LocalDateTime</td></tr>
 * <tr><td>timestamp with time zone</td><td>ZonedDateTime</td></tr>
 * <tr><td>interval day to second</td><td>Duration</td></tr>
 * <tr><td>interval year to month</td><td>Period of months</td></tr>
 * <tr><td>array</td><td>List</td></tr>
 * <tr><td>map</td><td>Map, in the order of its entries</td></tr>
 * <tr><td>row</td><td>List, one value a field</td></tr>
 * <tr><td>unknown</td><td>null</td></tr>
 * </table>
 *
 * <p>Where a type has text that no Java value can carry (a timestamp of twelve digits), the value may be a String at any
 * place: it is the text, as it is.
 *
 * @param base the name without parameters, in lower case: {@code decimal}, {@code timestamp with time zone}, {@code row}
 * @param precision digits of a decimal, length of varchar and char, fraction digits of time and timestamp; 0 if there are none
 * @param scale of a decimal; else 0
 * @param fields the parts of array (one), map (key, value) and row
 * @since 0.1
 */
public record AthenaType(String base, int precision, int scale, List<Field> fields) {
    /**
     * Checks the name, copies the fields.
     *
     * @param base as the record says
     * @param precision as the record says
     * @param scale as the record says
     * @param fields as the record says
     */
    public AthenaType {
        Objects.requireNonNull(base, "base must not be null");
        fields = List.copyOf(fields);
    }

    /**
     * Reads a type as SQL spells it: {@code decimal(10,2)}, {@code timestamp(6) with time zone}, {@code row(a integer,
     * b array(varchar))}. As in SQL, a bare {@code timestamp} or {@code time} has three fraction digits.
     *
     * @param text the type
     * @return the type
     * @throws IllegalArgumentException if it is none
     */
    public static AthenaType parse(String text) {
        return new TypeParser(text).parse();
    }

    /**
     * A type without parts.
     *
     * @param base its base name
     * @return the type
     */
    public static AthenaType of(String base) {
        return new AthenaType(base, 0, 0, List.of());
    }

    /**
     * A type with a precision: varchar, char, time, timestamp.
     *
     * @param base its base name
     * @param precision its precision
     * @return the type
     */
    public static AthenaType of(String base, int precision) {
        return new AthenaType(base, precision, 0, List.of());
    }

    /**
     * A decimal.
     *
     * @param precision its digits
     * @param scale its digits behind the point
     * @return the type
     */
    public static AthenaType decimal(int precision, int scale) {
        return new AthenaType("decimal", precision, scale, List.of());
    }

    /**
     * An array.
     *
     * @param element the type of its elements
     * @return the type
     */
    public static AthenaType array(AthenaType element) {
        return new AthenaType("array", 0, 0, List.of(new Field(null, element)));
    }

    /**
     * A map.
     *
     * @param key the type of its keys
     * @param value the type of its values
     * @return the type
     */
    public static AthenaType map(AthenaType key, AthenaType value) {
        return new AthenaType("map", 0, 0, List.of(new Field(null, key), new Field(null, value)));
    }

    /**
     * A row.
     *
     * @param fields its fields
     * @return the type
     */
    public static AthenaType row(List<Field> fields) {
        return new AthenaType("row", 0, 0, fields);
    }

    /** The whole type in Athena's words: {@code decimal(10,2)}, {@code array(row(a integer))}. */
    @Override
    public String toString() {
        if (!fields.isEmpty()) {
            return base + fields.stream().map(Field::toString).collect(Collectors.joining(", ", "(", ")"));
        }
        if (base.equals("decimal")) {
            return "decimal(" + precision + "," + scale + ")";
        }
        return precision == 0 || base.contains(" ") ? base : base + "(" + precision + ")";
    }

    /**
     * A part of a nested type.
     *
     * @param name the name of a row's field; null where it has none, and in array and map
     * @param type its type
     */
    public record Field(@Nullable String name, AthenaType type) {
        @Override
        public String toString() {
            return name == null ? type.toString() : name + " " + type;
        }
    }
}

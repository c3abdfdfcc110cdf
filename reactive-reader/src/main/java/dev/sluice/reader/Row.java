package dev.sluice.reader;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/**
 * One row, by position or by name. Valid only where it is handed out: within {@link RowMapper#map(Row)}, or while its batch is
 * open. The values it returns are copies and live on.
 *
 * <p>Without a class asked for, a value is: {@code Boolean}; {@code Byte}, {@code Short}, {@code Integer}, {@code Long} for
 * tinyint to bigint; {@code Float} for real, {@code Double}; {@code BigDecimal} in the type's scale; {@code String} for varchar,
 * char, json, uuid, ipaddress, time with time zone and any type unknown to this version; {@code byte[]} for varbinary;
 * {@code LocalDate}, {@code LocalTime}, {@code LocalDateTime} for date, time, timestamp; {@code Instant} for timestamp with time
 * zone; {@code Duration} and {@code Period} for the two intervals; {@code List} and {@code Map} for array, map and row through
 * UNLOAD, their raw text through CSV and pages.
 *
 * <p>Methods that take a name find it as {@link ResultSchema#find(String)} does.
 *
 * @since 0.1
 */
public interface Row {
    /**
     * The columns.
     *
     * @return the schema
     */
    ResultSchema schema();

    /**
     * Whether a value is NULL.
     *
     * @param column position, from 0
     * @return true for NULL
     * @throws IndexOutOfBoundsException if there is no such column
     * @throws IllegalStateException if the row is no longer valid
     */
    boolean isNull(int column);

    /**
     * A value in the class that fits its type, see above.
     *
     * @param column position, from 0
     * @return the value, or null for NULL
     * @throws IndexOutOfBoundsException if there is no such column
     * @throws IllegalStateException if the row is no longer valid
     */
    @Nullable
    Object get(int column);

    /**
     * A value as a class of the caller's choice. Numbers widen, and narrow where the value fits; everything reads as
     * {@code String}; temporal values convert where nothing is lost or guessed.
     *
     * @param <T> the class
     * @param column position, from 0
     * @param type the class; a primitive's class stands for its wrapper
     * @return the value, or null for NULL
     * @throws IndexOutOfBoundsException if there is no such column
     * @throws IllegalStateException if the row is no longer valid
     * @throws UnsupportedResultException if the value can't be given as that class; the message names the column
     */
    <T> @Nullable T get(int column, Class<T> type);

    /**
     * Whether a value is NULL.
     *
     * @param column name
     * @return true for NULL
     * @throws IllegalArgumentException if there is no such column
     */
    default boolean isNull(String column) {
        return isNull(schema().indexOf(column));
    }

    /**
     * A value in the class that fits its type.
     *
     * @param column name
     * @return the value, or null for NULL
     * @throws IllegalArgumentException if there is no such column
     */
    default @Nullable Object get(String column) {
        return get(schema().indexOf(column));
    }

    /**
     * A value as a class of the caller's choice.
     *
     * @param <T> the class
     * @param column name
     * @param type the class
     * @return the value, or null for NULL
     * @throws IllegalArgumentException if there is no such column
     * @throws UnsupportedResultException if the value can't be given as that class
     */
    default <T> @Nullable T get(String column, Class<T> type) {
        return get(schema().indexOf(column), type);
    }

    /**
     * A value that is known not to be NULL, as a boolean, without boxing where the implementation can.
     *
     * @param column position, from 0
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default boolean getBoolean(int column) {
        return notNull(column, get(column, Boolean.class));
    }

    /**
     * A value that is known not to be NULL, as a boolean.
     *
     * @param column name
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default boolean getBoolean(String column) {
        return getBoolean(schema().indexOf(column));
    }

    /**
     * A value that is known not to be NULL, as an integer of at most 32 bits, without boxing where the implementation can.
     *
     * @param column position, from 0
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default int getInt(int column) {
        return notNull(column, get(column, Integer.class));
    }

    /**
     * A value that is known not to be NULL, as an integer of at most 32 bits.
     *
     * @param column name
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default int getInt(String column) {
        return getInt(schema().indexOf(column));
    }

    /**
     * A value that is known not to be NULL, as an integer, without boxing where the implementation can.
     *
     * @param column position, from 0
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default long getLong(int column) {
        return notNull(column, get(column, Long.class));
    }

    /**
     * A value that is known not to be NULL, as an integer.
     *
     * @param column name
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default long getLong(String column) {
        return getLong(schema().indexOf(column));
    }

    /**
     * A value that is known not to be NULL, as a real, without boxing where the implementation can.
     *
     * @param column position, from 0
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default float getFloat(int column) {
        return notNull(column, get(column, Float.class));
    }

    /**
     * A value that is known not to be NULL, as a real.
     *
     * @param column name
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default float getFloat(String column) {
        return getFloat(schema().indexOf(column));
    }

    /**
     * A value that is known not to be NULL, as a number, without boxing where the implementation can.
     *
     * @param column position, from 0
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default double getDouble(int column) {
        return notNull(column, get(column, Double.class));
    }

    /**
     * A value that is known not to be NULL, as a number.
     *
     * @param column name
     * @return the value
     * @throws UnsupportedResultException if it is NULL, or does not fit
     */
    default double getDouble(String column) {
        return getDouble(schema().indexOf(column));
    }

    /**
     * A value as text.
     *
     * @param column position, from 0
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable String getString(int column) {
        return get(column, String.class);
    }

    /**
     * A value as text.
     *
     * @param column name
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable String getString(String column) {
        return getString(schema().indexOf(column));
    }

    /**
     * A value as a decimal.
     *
     * @param column position, from 0
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable BigDecimal getBigDecimal(int column) {
        return get(column, BigDecimal.class);
    }

    /**
     * A value as a decimal.
     *
     * @param column name
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable BigDecimal getBigDecimal(String column) {
        return getBigDecimal(schema().indexOf(column));
    }

    /**
     * A value as a date.
     *
     * @param column position, from 0
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable LocalDate getLocalDate(int column) {
        return get(column, LocalDate.class);
    }

    /**
     * A value as a date.
     *
     * @param column name
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable LocalDate getLocalDate(String column) {
        return getLocalDate(schema().indexOf(column));
    }

    /**
     * A value as a time.
     *
     * @param column position, from 0
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable LocalTime getLocalTime(int column) {
        return get(column, LocalTime.class);
    }

    /**
     * A value as a time.
     *
     * @param column name
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable LocalTime getLocalTime(String column) {
        return getLocalTime(schema().indexOf(column));
    }

    /**
     * A value as a timestamp.
     *
     * @param column position, from 0
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable LocalDateTime getLocalDateTime(int column) {
        return get(column, LocalDateTime.class);
    }

    /**
     * A value as a timestamp.
     *
     * @param column name
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable LocalDateTime getLocalDateTime(String column) {
        return getLocalDateTime(schema().indexOf(column));
    }

    /**
     * A value as a timestamp with time zone.
     *
     * @param column position, from 0
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable Instant getInstant(int column) {
        return get(column, Instant.class);
    }

    /**
     * A value as a timestamp with time zone.
     *
     * @param column name
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default @Nullable Instant getInstant(String column) {
        return getInstant(schema().indexOf(column));
    }

    /**
     * A value as bytes.
     *
     * @param column position, from 0
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default byte @Nullable [] getBytes(int column) {
        return get(column, byte[].class);
    }

    /**
     * A value as bytes.
     *
     * @param column name
     * @return the value, or null for NULL
     * @throws UnsupportedResultException if it is something else
     */
    default byte @Nullable [] getBytes(String column) {
        return getBytes(schema().indexOf(column));
    }

    private <T> T notNull(int column, @Nullable T value) {
        if (value == null) {
            throw new UnsupportedResultException(
                    "the value is NULL, which a primitive can't hold; ask isNull first, or get(column, Class)",
                    ResultPlace.unknown().withColumn(schema().column(column).name()),
                    null);
        }
        return value;
    }
}

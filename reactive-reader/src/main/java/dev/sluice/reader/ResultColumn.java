package dev.sluice.reader;

import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column of a result.
 *
 * @param name its name as Athena gives it; several columns may share one
 * @param athenaType Athena's type, such as {@code varchar}, {@code decimal(10,2)} or {@code array(integer)}; on the text paths
 *     Athena does not tell what an array, map or row is made of, and the type is the bare word
 * @param field what it is in Arrow
 * @since 0.1
 */
public record ResultColumn(String name, String athenaType, Field field) {}

package dev.sluice.reader.internal.row;

import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Values in another class, where nothing is lost. A timestamp without a zone is taken as UTC, which is the zone that Athena
 * itself computes in.
 */
final class Conversions {
    private static final HexFormat SPACED_HEX = HexFormat.ofDelimiter(" ");

    private Conversions() {}

    /**
     * Converts a value.
     *
     * @param value not null
     * @param to the class; a primitive's stands for its wrapper
     * @return the value as that class
     * @throws ConversionException if it can't be
     */
    static Object convert(Object value, Class<?> to) {
        Class<?> target = MethodType.methodType(to).wrap().returnType();
        if (target.isInstance(value)) {
            return value;
        }
        if (target == String.class) {
            return text(value);
        }
        if (value instanceof Number number) {
            return Numbers.convert(number, target);
        }
        if (value instanceof String text) {
            return fromText(text, target);
        }
        if (value instanceof LocalDateTime || value instanceof Instant) {
            return temporal(value, target);
        }
        if (value instanceof byte[] bytes && target == ByteBuffer.class) {
            return ByteBuffer.wrap(bytes);
        }
        throw ConversionException.unknown(value.getClass(), to);
    }

    private static String text(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value instanceof byte[] bytes ? SPACED_HEX.formatHex(bytes) : value.toString();
    }

    private static Object temporal(Object value, Class<?> target) {
        OffsetDateTime utc = value instanceof Instant instant
                ? instant.atOffset(ZoneOffset.UTC)
                : ((LocalDateTime) value).atOffset(ZoneOffset.UTC);
        if (target == Instant.class) {
            return utc.toInstant();
        } else if (target == LocalDateTime.class) {
            return utc.toLocalDateTime();
        } else if (target == OffsetDateTime.class) {
            return utc;
        } else if (target == ZonedDateTime.class) {
            return utc.toZonedDateTime();
        }
        throw ConversionException.unknown(value.getClass(), target);
    }

    private static Object fromText(String text, Class<?> target) {
        try {
            if (target.isEnum()) {
                return constant(text, target);
            } else if (target == UUID.class) {
                return UUID.fromString(text);
            } else if (target == OffsetTime.class) {
                return OffsetTime.parse(text);
            } else if (target == Character.class && text.length() == 1) {
                return text.charAt(0);
            }
        } catch (DateTimeParseException | IllegalArgumentException e) {
            throw new ConversionException("the text is not a " + target.getSimpleName());
        }
        throw ConversionException.unknown(String.class, target);
    }

    private static Object constant(String text, Class<?> target) {
        Object found = null;
        for (Object constant : target.getEnumConstants()) {
            String name = ((Enum<?>) constant).name();
            if (name.equals(text)) {
                return constant;
            }
            if (name.equalsIgnoreCase(text)) {
                found = constant;
            }
        }
        if (found == null) {
            throw new ConversionException("the text is no constant of " + target.getTypeName());
        }
        return found;
    }

    /** Numbers to numbers. */
    private static final class Numbers {
        static Object convert(Number value, Class<?> target) {
            if (target == Double.class || target == Float.class) {
                return floating(value, target);
            }
            BigDecimal exact = exact(value, target);
            try {
                if (target == Long.class) {
                    return exact.longValueExact();
                } else if (target == Integer.class) {
                    return exact.intValueExact();
                } else if (target == Short.class) {
                    return exact.shortValueExact();
                } else if (target == Byte.class) {
                    return exact.byteValueExact();
                } else if (target == BigInteger.class) {
                    return exact.toBigIntegerExact();
                } else if (target == BigDecimal.class) {
                    return exact;
                }
            } catch (ArithmeticException e) {
                throw ConversionException.doesNotFit(value, target);
            }
            throw ConversionException.unknown(value.getClass(), target);
        }

        private static BigDecimal exact(Number value, Class<?> target) {
            if (value instanceof BigDecimal decimal) {
                return decimal;
            } else if (value instanceof Double || value instanceof Float) {
                double number = value.doubleValue();
                if (Double.isNaN(number) || Double.isInfinite(number)) {
                    throw ConversionException.doesNotFit(value, target);
                }
                return new BigDecimal(number);
            }
            return BigDecimal.valueOf(value.longValue());
        }

        /** A decimal counts as held when the floating number prints as that decimal again, as 0.1 does. */
        private static Object floating(Number value, Class<?> target) {
            double number = value.doubleValue();
            boolean single = target == Float.class;
            if (value instanceof BigDecimal decimal) {
                String printed = single ? Float.toString(decimal.floatValue()) : Double.toString(number);
                if (Double.isInfinite(single ? decimal.floatValue() : number)
                        || new BigDecimal(printed).compareTo(decimal) != 0) {
                    throw ConversionException.doesNotFit(value, target);
                }
                return single ? (Object) decimal.floatValue() : (Object) number;
            }
            boolean whole = !(value instanceof Float || value instanceof Double);
            if (whole && !holds(value.longValue(), number)) {
                throw ConversionException.doesNotFit(value, target);
            }
            if (!single) {
                return number;
            }
            float narrow = value.floatValue();
            if (Double.compare(narrow, number) != 0) {
                throw ConversionException.doesNotFit(value, target);
            }
            return narrow;
        }

        private static boolean holds(long whole, double number) {
            return number < 0x1p63 && (long) number == whole;
        }
    }
}

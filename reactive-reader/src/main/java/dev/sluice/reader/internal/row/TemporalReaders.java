package dev.sluice.reader.internal.row;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Dates, times and intervals. */
final class TemporalReaders {
    private static final int MONTHS_A_YEAR = 12;
    private static final long NANOS_A_SECOND = 1_000_000_000;

    private TemporalReaders() {}

    static ColumnReader timestamp(TimeStampVector vector) {
        ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
        long unitsASecond = unitsASecond(type.getUnit());
        return type.getTimezone() == null
                ? new LocalTimestampReader(vector, unitsASecond)
                : new InstantReader(vector, unitsASecond);
    }

    private static long unitsASecond(TimeUnit unit) {
        return switch (unit) {
            case SECOND -> 1;
            case MILLISECOND -> 1_000;
            case MICROSECOND -> 1_000_000;
            case NANOSECOND -> NANOS_A_SECOND;
        };
    }

    static final class LocalTimestampReader extends ColumnReader {
        private final TimeStampVector vector;
        private final long unitsASecond;

        LocalTimestampReader(TimeStampVector vector, long unitsASecond) {
            super(vector);
            this.vector = vector;
            this.unitsASecond = unitsASecond;
        }

        @Override
        Object value(int row) {
            long units = vector.get(row);
            long nanos = Math.floorMod(units, unitsASecond) * (NANOS_A_SECOND / unitsASecond);
            return LocalDateTime.ofEpochSecond(Math.floorDiv(units, unitsASecond), (int) nanos, ZoneOffset.UTC);
        }
    }

    static final class InstantReader extends ColumnReader {
        private final TimeStampVector vector;
        private final long unitsASecond;

        InstantReader(TimeStampVector vector, long unitsASecond) {
            super(vector);
            this.vector = vector;
            this.unitsASecond = unitsASecond;
        }

        @Override
        Object value(int row) {
            long units = vector.get(row);
            long nanos = Math.floorMod(units, unitsASecond) * (NANOS_A_SECOND / unitsASecond);
            return Instant.ofEpochSecond(Math.floorDiv(units, unitsASecond), nanos);
        }
    }

    static final class DateReader extends ColumnReader {
        private final DateDayVector vector;

        DateReader(DateDayVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return LocalDate.ofEpochDay(vector.get(row));
        }
    }

    static final class TimeReader extends ColumnReader {
        private final TimeNanoVector vector;

        TimeReader(TimeNanoVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return LocalTime.ofNanoOfDay(vector.get(row));
        }
    }

    static final class DurationReader extends ColumnReader {
        private final DurationVector vector;

        DurationReader(DurationVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            return vector.getObjectNotNull(row);
        }
    }

    static final class PeriodReader extends ColumnReader {
        private final IntervalYearVector vector;

        PeriodReader(IntervalYearVector vector) {
            super(vector);
            this.vector = vector;
        }

        @Override
        Object value(int row) {
            int months = vector.get(row);
            return Period.of(months / MONTHS_A_YEAR, months % MONTHS_A_YEAR, 0);
        }
    }
}

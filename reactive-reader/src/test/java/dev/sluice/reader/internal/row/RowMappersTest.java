package dev.sluice.reader.internal.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.reader.ResultColumn;
import dev.sluice.reader.ResultSchema;
import dev.sluice.reader.Row;
import dev.sluice.reader.UnsupportedResultException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

class RowMappersTest {
    private static ResultSchema schema(String... names) {
        return new ResultSchema(Arrays.stream(names)
                .map(name -> new ResultColumn(name, "varchar", Field.nullable(name, ArrowType.Utf8.INSTANCE)))
                .toList());
    }

    /** A row of values as they are. */
    private record Values(ResultSchema schema, List<Object> values) implements Row {
        static Values of(ResultSchema schema, Object... values) {
            return new Values(schema, new ArrayList<>(Arrays.asList(values)));
        }

        @Override
        public boolean isNull(int column) {
            return values.get(column) == null;
        }

        @Override
        public Object get(int column) {
            return values.get(column);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T get(int column, Class<T> type) {
            return (T) values.get(column);
        }
    }

    record Download(long fileSize, String countryCode, LocalDate day) {}

    record Checked(int value) {
        Checked {
            if (value < 0) {
                throw new IllegalStateException("negative");
            }
        }
    }

    public static class Bean {
        private String countryCode = "none";
        private int size;
        private String untouched = "as it was";

        public void setCountryCode(String value) {
            countryCode = value;
        }

        public void setSize(int value) {
            size = value;
        }

        public void setUntouched(String value) {
            untouched = value;
        }

        public static void setNothing(String value) {
            throw new AssertionError("static: " + value);
        }
    }

    @Test
    void recordsAreMadeByNameInAnySpelling() {
        ResultSchema schema = schema("day", "COUNTRY_CODE", "file_size", "extra");
        Row row = Values.of(schema, LocalDate.of(2026, 1, 2), null, 7L, "x");
        assertThat(RowMappers.forClass(Download.class).map(row))
                .isEqualTo(new Download(7, null, LocalDate.of(2026, 1, 2)));
    }

    @Test
    void aMapperServesResultsOfDifferentShapes() {
        var mapper = RowMappers.forClass(Checked.class);
        assertThat(mapper.map(Values.of(schema("value"), 1))).isEqualTo(new Checked(1));
        assertThat(mapper.map(Values.of(schema("other", "value"), 5, 2))).isEqualTo(new Checked(2));
    }

    @Test
    void aComponentWithoutAColumnIsNamed() {
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> RowMappers.forClass(Checked.class).map(Values.of(schema("other"), 1)))
                .withMessageContaining("'value'")
                .withMessageContaining("other");
    }

    @Test
    void nullForAPrimitiveIsNamed() {
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> RowMappers.forClass(Checked.class).map(Values.of(schema("value"), (Object) null)))
                .satisfies(error -> assertThat(error.place().column()).isEqualTo("value"));
    }

    @Test
    void whatAConstructorThrowsComesAsItIs() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> RowMappers.forClass(Checked.class).map(Values.of(schema("value"), -1)))
                .withMessage("negative");
    }

    @Test
    void beansAreFilledByTheirSetters() {
        Bean bean = RowMappers.forClass(Bean.class).map(Values.of(schema("country_code", "size", "extra"), "DE", 3, 1));
        assertThat(bean.countryCode).isEqualTo("DE");
        assertThat(bean.size).isEqualTo(3);
        assertThat(bean.untouched).isEqualTo("as it was");
    }

    @Test
    void aSingleValueIsTheOneColumn() {
        assertThat(RowMappers.forClass(String.class).map(Values.of(schema("x"), "a")))
                .isEqualTo("a");
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> RowMappers.forClass(String.class).map(Values.of(schema("x", "y"), "a", "b")))
                .withMessageContaining("2 columns");
        assertThatExceptionOfType(UnsupportedResultException.class)
                .isThrownBy(() -> RowMappers.forClass(LocalDate.class).map(Values.of(schema("x"), (Object) null)))
                .withMessageContaining("NULL");
    }

    @Test
    void whatNoRowCanBecomeIsRefusedAtOnce() {
        for (Class<?> type : List.of(
                Row.class, Runnable.class, int.class, int[].class, Thread.State.class, Number.class, Object.class)) {
            assertThatIllegalArgumentException().as(type.getName()).isThrownBy(() -> RowMappers.forClass(type));
        }
    }
}

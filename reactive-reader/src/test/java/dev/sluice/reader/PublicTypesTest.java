package dev.sluice.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicTypesTest {
    @ParameterizedTest
    @CsvSource({
        "64MiB,67108864,64MiB",
        "64 mib,67108864,64MiB",
        "1KiB,1024,1KiB",
        "3GiB,3221225472,3GiB",
        "500kB,500000,500000B",
        "2MB,2000000,2000000B",
        "1GB,1000000000,1000000000B",
        "1024,1024,1KiB",
        "7B,7,7B",
        "0,0,0B"
    })
    void sizesAreReadAndWritten(String text, long bytes, String written) {
        assertThat(DataSize.parse(text).bytes()).isEqualTo(bytes);
        assertThat(DataSize.parse(text)).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MiB", "-1", "1.5MiB", "1TiB", "9223372036854775808", "9007199254740993GiB"})
    void whatIsNoSizeIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> DataSize.parse(text));
    }

    @Test
    void sizesOfUnits() {
        assertThat(DataSize.ofKibibytes(2)).isEqualTo(DataSize.ofBytes(2_048));
        assertThat(DataSize.ofMebibytes(2)).isEqualTo(DataSize.ofBytes(2 << 20));
        assertThat(DataSize.ofGibibytes(2)).isEqualTo(DataSize.ofBytes(2L << 30));
        assertThatIllegalArgumentException().isThrownBy(() -> DataSize.ofBytes(-1));
    }

    @Test
    void intervalsGrowToTheirLimitAndSpreadToBothSides() {
        PollBackoff backoff = new PollBackoff(Duration.ofMillis(100), Duration.ofSeconds(1), 2, 0.5);
        assertThat(backoff.interval(0, 0.5)).isEqualTo(Duration.ofMillis(100));
        assertThat(backoff.interval(0, 0)).isEqualTo(Duration.ofMillis(50));
        assertThat(backoff.interval(1, 0.75)).isEqualTo(Duration.ofMillis(250));
        assertThat(backoff.interval(4, 0.5)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backoff.interval(Integer.MAX_VALUE, 0.5)).isEqualTo(Duration.ofSeconds(1));
        assertThat(PollBackoff.defaults().interval(100, 0.999)).isLessThan(Duration.ofSeconds(6));
    }

    @Test
    void intervalsThatMakeNoSenseAreRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new PollBackoff(Duration.ZERO, second, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PollBackoff(second.negated(), second, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PollBackoff(second, Duration.ofMillis(1), 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PollBackoff(second, Duration.ofDays(2), 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PollBackoff(second, second, 0.9, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PollBackoff(second, second, Double.NaN, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PollBackoff(second, second, Double.POSITIVE_INFINITY, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PollBackoff(second, second, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PollBackoff(second, second, 1, -0.1));
    }

    private static ResultColumn column(String name) {
        return new ResultColumn(name, "varchar", Field.nullable(name, ArrowType.Utf8.INSTANCE));
    }

    @Test
    void columnsAreFoundByTheirVeryNameBeforeAnyOtherCase() {
        ResultSchema schema = new ResultSchema(List.of(column("ID"), column("id"), column("Straße"), column("id")));
        assertThat(schema.find("id")).hasValue(1);
        assertThat(schema.find("ID")).hasValue(0);
        assertThat(schema.find("iD")).hasValue(0);
        assertThat(schema.indexOf("straße")).isEqualTo(2);
        assertThat(schema.find("none")).isEqualTo(OptionalInt.empty());
        assertThat(schema.size()).isEqualTo(4);
        assertThat(schema.column(2).name()).isEqualTo("Straße");
        assertThat(schema.arrow().getFields()).hasSize(4);
        assertThat(schema).hasToString("(ID varchar, id varchar, Straße varchar, id varchar)");
        assertThat(schema)
                .isEqualTo(new ResultSchema(schema.columns()))
                .hasSameHashCodeAs(new ResultSchema(schema.columns()));
        assertThat(schema).isNotEqualTo(new ResultSchema(List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schema.indexOf("none"))
                .withMessageContaining("Straße");
    }

    @Test
    void aPlaceSaysWhatIsKnown() {
        assertThat(ResultPlace.unknown()).hasToString("");
        assertThat(ResultPlace.of("s3://b/k")
                        .withRowGroup(3)
                        .withColumn("a.b")
                        .withPage(7)
                        .withRow(9))
                .hasToString("s3://b/k, row group 3, column a.b, page 7, row 9");
    }

    @Test
    void statesAreReadByTheirNames() {
        assertThat(QueryState.of("RUNNING")).isEqualTo(QueryState.RUNNING);
        assertThat(QueryState.of("rewinding")).isEqualTo(QueryState.UNKNOWN);
        assertThat(QueryState.of(null)).isEqualTo(QueryState.UNKNOWN);
        assertThat(List.of(QueryState.values()).stream().filter(QueryState::isFinal))
                .containsExactly(QueryState.SUCCEEDED, QueryState.FAILED, QueryState.CANCELLED);
        assertThat(QueryFailedException.Category.of(1)).isEqualTo(QueryFailedException.Category.SYSTEM);
        assertThat(QueryFailedException.Category.of(3)).isEqualTo(QueryFailedException.Category.OTHER);
        assertThat(QueryFailedException.Category.of(4)).isEqualTo(QueryFailedException.Category.UNKNOWN);
        assertThat(TimestampUnit.MICROSECOND.arrow()).isEqualTo(TimeUnit.MICROSECOND);
        assertThat(TimestampUnit.NANOSECOND.arrow()).isEqualTo(TimeUnit.NANOSECOND);
    }

    static List<SluiceException> errorsWithoutAQuery() {
        ResultPlace place = ResultPlace.of("s3://b/k").withColumn("c");
        Exception cause = new IllegalStateException("cause");
        return List.of(
                new ResultReadException("what", true, cause),
                new ResultChangedException("what", cause),
                new MalformedResultException("what", place, cause),
                new UnsupportedResultException("what", place, cause),
                new MemoryLimitExceededException("what", place, 10, 5, cause),
                new QueryRejectedException("what", "CODE", true, cause),
                new QueryTimeoutException(Duration.ofSeconds(3), QueryState.RUNNING, null));
    }

    @ParameterizedTest
    @MethodSource("errorsWithoutAQuery")
    void anErrorLearnsItsQueryOnceAndKeepsAllElse(SluiceException error) throws Exception {
        error.addSuppressed(new IllegalStateException("suppressed"));
        SluiceException known = error.withQueryExecutionId("q1");
        assertThat(error.queryExecutionId()).isNull();
        assertThat(known).isExactlyInstanceOf(error.getClass()).hasMessage(error.getMessage() + " [query q1]");
        assertThat(known.queryExecutionId()).isEqualTo("q1");
        assertThat(known.withQueryExecutionId("q2")).isSameAs(known);
        assertThat(known.getCause()).isSameAs(error.getCause());
        assertThat(known.isRetryable()).isEqualTo(error.isRetryable());
        assertThat(known.getStackTrace()).isEqualTo(error.getStackTrace());
        assertThat(known.getSuppressed()).hasSize(1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(known);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat((Throwable) in.readObject()).hasMessage(known.getMessage());
        }
    }

    @Test
    void errorsSayWhatTheyKnow() {
        MemoryLimitExceededException exceeded = new MemoryLimitExceededException(
                "a page", ResultPlace.of("s3://b/k").withRowGroup(1), 10, 5, null);
        assertThat(exceeded)
                .hasMessage("a page needs 10 bytes but the memory limit leaves 5; raise memoryLimit"
                        + " (s3://b/k, row group 1)");
        assertThat(exceeded.neededBytes()).isEqualTo(10);
        assertThat(exceeded.limitBytes()).isEqualTo(5);
        assertThat(exceeded.isRetryable()).isFalse();
        assertThat(new QueryCancelledException(null, "q").reason()).isNull();
        assertThat(new QueryCancelledException("why", "q").isRetryable()).isFalse();
        assertThat(new QueryTimeoutException(Duration.ofSeconds(1), QueryState.QUEUED, "q").isRetryable())
                .isTrue();
        assertThat(new ResultChangedException("x", null).isRetryable()).isTrue();
    }
}

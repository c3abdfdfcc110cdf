package dev.sluice.reader.internal.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.ReadOptions;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.fs.budget.Permit;
import dev.sluice.reader.Await;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.Received;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.fake.MemoryFiles;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.ResultMemory;
import dev.sluice.reader.internal.flow.BatchSource;
import dev.sluice.reader.internal.text.TextColumn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class DelimitedBatchSourceTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final S3Path PATH = S3Path.parse("s3://b/out/q.csv");

    private final MemoryFiles files = new MemoryFiles();
    private final RootAllocator root = new RootAllocator();
    private final Scheduler decode = Schedulers.newParallel("test-decode", 2, true);
    private final List<Object> dropped = new CopyOnWriteArrayList<>();
    private ByteBudget budget = ByteBudget.ofBytes(16 << 20);
    private ByteBudget decodeShare;
    private int batchRows = 8_192;
    private int requestBytes = 8 << 20;

    @BeforeEach
    void watchDropped() {
        Hooks.onErrorDropped(dropped::add);
    }

    @AfterEach
    void nothingIsLeft() {
        decode.disposeGracefully().block(SOON);
        Hooks.resetOnErrorDropped();
        assertThat(budget.inUse()).isZero();
        assertThat(dropped).isEmpty();
        root.close();
    }

    private BatchSource open(boolean csv, String text, String... types) {
        return open(csv, text, decode, types);
    }

    private BatchSource open(boolean csv, String text, Scheduler decodeOn, String... types) {
        files.objects.put(PATH, text.getBytes(StandardCharsets.UTF_8));
        List<TextColumn> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            columns.add(TextColumn.of("c" + i, types[i], 0, 0, TimestampUnit.MICROSECOND));
        }
        ReadOptions options = new ReadOptions(4, requestBytes, 0, 3, Duration.ofSeconds(5));
        ResultMemory memory = new ResultMemory(budget, root);
        decodeShare = memory.decode();
        return (csv
                        ? DelimitedBatchSource.csv(files, options, PATH, columns, batchRows, memory, decodeOn)
                        : DelimitedBatchSource.lines(files, options, PATH, columns, batchRows, memory, decodeOn))
                .block(SOON);
    }

    private static List<List<String>> rows(DecodedBatch batch) {
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < batch.vectors().getRowCount(); row++) {
            List<String> cells = new ArrayList<>();
            for (FieldVector vector : batch.vectors().getFieldVectors()) {
                Object value = vector.getObject(row);
                cells.add(value == null ? null : value.toString());
            }
            rows.add(cells);
        }
        return rows;
    }

    private static List<List<String>> readAll(BatchSource source) {
        List<List<String>> all = new ArrayList<>();
        for (DecodedBatch batch = source.next().block(SOON);
                batch != null;
                batch = source.next().block(SOON)) {
            try (DecodedBatch open = batch) {
                all.addAll(rows(open));
            }
        }
        source.close();
        return all;
    }

    @Test
    void valuesOfSeveralTypesAreReadBehindTheHeader() {
        assertThat(readAll(open(
                        true,
                        "\"c0\",\"c1\",\"c2\"\n\"1\",\"ß😀\",\"1.5\"\n,\"\",\n\"3\",\"say \"\"hi\"\"\",\"NaN\"\n",
                        "bigint",
                        "varchar",
                        "double")))
                .containsExactly(
                        List.of("1", "ß😀", "1.5"), Arrays.asList(null, "", null), List.of("3", "say \"hi\"", "NaN"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 64})
    void recordsMayBeCutAnywhere(int bytes) {
        requestBytes = bytes;
        assertThat(readAll(
                        open(true, "\"x\",\"y\"\r\n\"a\"\"b\",\"ß😀\r\n\"\r\n,\"\"\n\"last\",", "varchar", "varchar")))
                .containsExactly(List.of("a\"b", "ß😀\r\n"), Arrays.asList(null, ""), Arrays.asList("last", null));
    }

    @Test
    void nothingIsReadBeforeABatchIsAskedFor() {
        BatchSource source = open(true, "\"c0\"\n\"1\"\n", "bigint");
        assertThat(files.reads).hasValue(0);
        assertThat(budget.inUse()).isZero();
        source.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"c0\"\n", "\"c0\""})
    void anObjectWithoutRowsIsEmpty(String text) {
        BatchSource source = open(true, text, "bigint");
        assertThat(source.schema().getFields()).hasSize(1);
        assertThat(readAll(source)).isEmpty();
    }

    @Test
    void askingAgainBehindTheEndIsEmptyAgain() {
        BatchSource source = open(true, "\"c0\"\n\"1\"\n", "bigint");
        source.next().block(SOON).close();
        StepVerifier.create(source.next()).expectComplete().verify(SOON);
        StepVerifier.create(source.next()).expectComplete().verify(SOON);
        source.close();
    }

    @Test
    void linesHaveNoHeaderAndNoQuotes() {
        assertThat(readAll(open(false, "id\tint\n\"q\tx\n", "string", "string")))
                .containsExactly(List.of("id", "int"), List.of("\"q", "x"));
    }

    @Test
    void batchesHaveAsManyRowsAsAskedFor() {
        batchRows = 2;
        BatchSource source = open(true, "\"c0\"\n\"1\"\n\"2\"\n\"3\"\n", "bigint");
        try (DecodedBatch first = source.next().block(SOON)) {
            assertThat(rows(first)).hasSize(2);
        }
        try (DecodedBatch second = source.next().block(SOON)) {
            assertThat(rows(second)).containsExactly(List.of("3"));
        }
        source.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 20, 4 << 20, 64 << 20})
    void manyRowsComeWholeWithinTheLimit(int limit) {
        budget = ByteBudget.ofBytes(limit);
        Random random = new Random(limit);
        StringBuilder text = new StringBuilder("\"id\",\"text\",\"n\"\n");
        List<List<String>> expected = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            String value = "v\"" + "x".repeat(random.nextInt(120)) + (i % 7 == 0 ? "\n" : ",") + i;
            String number = i % 3 == 0 ? null : String.valueOf(random.nextLong());
            text.append('"')
                    .append(i)
                    .append("\",\"")
                    .append(value.replace("\"", "\"\""))
                    .append("\",");
            text.append(number == null ? "" : "\"" + number + "\"").append('\n');
            expected.add(Arrays.asList(String.valueOf(i), value, number));
        }
        assertThat(readAll(open(true, text.toString(), "bigint", "varchar", "bigint")))
                .isEqualTo(expected);
        assertThat(budget.peak()).isLessThanOrEqualTo(limit);
    }

    @Test
    void aRecordLongerThanTheWindowMakesItGrow() {
        budget = ByteBudget.ofBytes(8 << 20);
        String large = "x".repeat(1_400_000);
        String text = "\"c0\"\n\"a\"\n\"" + large + "\"\n\"b\"\n\"" + large + "\"\n";
        assertThat(readAll(open(true, text, "varchar")))
                .containsExactly(List.of("a"), List.of(large), List.of("b"), List.of(large));
        assertThat(budget.peak()).isLessThanOrEqualTo(8 << 20);
    }

    @Test
    void aRecordThatCantFitIsAnErrorThatSaysWhere() {
        budget = ByteBudget.ofBytes(1 << 20);
        String text = "\"c0\"\n\"a\"\n\"" + "x".repeat(700_000) + "\"\n";
        BatchSource source = open(true, text, "varchar");
        source.next().block(SOON).close();
        StepVerifier.create(source.next())
                .expectErrorSatisfies(error -> {
                    MemoryLimitExceededException exceeded = (MemoryLimitExceededException) error;
                    assertThat(exceeded.place().object()).isEqualTo(PATH.toString());
                    assertThat(exceeded.place().row()).isEqualTo(1);
                })
                .verify(SOON);
        source.close();
    }

    @Test
    void aBrokenRecordNamesObjectAndRow() {
        BatchSource source = open(true, "\"a\",\"b\"\n\"1\",\"2\"\n\"3\"\n", "bigint", "bigint");
        StepVerifier.create(source.next())
                .expectErrorSatisfies(error -> {
                    MalformedResultException malformed = (MalformedResultException) error;
                    assertThat(malformed).hasMessageContaining("fewer values");
                    assertThat(malformed.place().object()).isEqualTo(PATH.toString());
                    assertThat(malformed.place().row()).isEqualTo(1);
                })
                .verify(SOON);
        source.close();
    }

    @Test
    void aBrokenHeaderIsToldFromABrokenRow() {
        BatchSource source = open(true, "\"a\"\n\"1\",\"2\"\n", "bigint", "bigint");
        StepVerifier.create(source.next())
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("in the header"))
                .verify(SOON);
        source.close();
    }

    @Test
    void aValueOfAnotherTypeNamesObjectRowAndColumnAndKeepsItself() {
        BatchSource source = open(true, "\"a\",\"b\"\n\"1\",\"2\"\n\"3\",\"secret\"\n", "bigint", "bigint");
        StepVerifier.create(source.next())
                .expectErrorSatisfies(error -> {
                    MalformedResultException malformed = (MalformedResultException) error;
                    assertThat(malformed.place().row()).isEqualTo(1);
                    assertThat(malformed.place().column()).isEqualTo("c1");
                    assertThat(malformed).hasMessageNotContaining("secret").hasMessageContaining("bigint");
                })
                .verify(SOON);
        source.close();
    }

    @Test
    void anErrorOfTheStoreComesThroughAndEverythingIsFreed() {
        requestBytes = 16;
        files.between = ranges -> ranges.take(2).concatWith(Flux.error(new IllegalStateException("store broke")));
        BatchSource source = open(true, "\"c0\"\n" + "\"1234567890\"\n".repeat(100), "bigint");
        StepVerifier.create(source.next()).expectErrorMessage("store broke").verify(SOON);
        source.close();
    }

    @Test
    void aConsumerThatKeepsItsBatchesStopsTheReading() {
        budget = ByteBudget.ofBytes(1 << 20);
        BatchSource source = open(true, "\"c0\"\n" + ("\"" + "x".repeat(1_000) + "\"\n").repeat(20_000), "varchar");
        List<DecodedBatch> kept = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            kept.add(source.next().block(SOON));
        }
        Received<DecodedBatch> waiting = Received.from(source.next());
        StepVerifier.create(Flux.never())
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(100))
                .thenCancel()
                .verify();
        assertThat(budget.inUse()).isLessThanOrEqualTo(1 << 20);
        int readSoFar = files.reads.get();
        assertThat(readSoFar).isLessThan(300);
        waiting.cancel();
        source.close();
        kept.forEach(DecodedBatch::close);
        waiting.values().forEach(DecodedBatch::close);
    }

    @Test
    void aThousandCancelsAtAnyMomentLeaveNothing() {
        requestBytes = 1_000;
        files.between = ranges -> ranges.subscribeOn(Schedulers.parallel());
        String text = "\"c0\",\"c1\"\n" + "\"1\",\"some text of a row\"\n".repeat(3_000);
        for (int round = 0; round < 1_000; round++) {
            budget = ByteBudget.ofBytes(1 << 20);
            batchRows = 1 + round % 700;
            BatchSource source = open(true, text, "bigint", "varchar");
            Received<Void> reading = Received.from(
                    source.next().repeat(5).doOnNext(DecodedBatch::close).then());
            long until = System.nanoTime() + ThreadLocalRandom.current().nextInt(1_500_000);
            while (System.nanoTime() < until && !reading.ended()) {
                Thread.onSpinWait();
            }
            reading.cancel();
            source.close();
            ByteBudget mine = budget;
            Await.until(() -> mine.inUse() == 0 && root.getAllocatedMemory() == 0);
        }
    }

    @Test
    void roomForALargeRecordThatComesAsItIsCancelledIsGivenBack() throws Exception {
        budget = ByteBudget.ofBytes(1 << 20);
        ExecutorService one = Executors.newSingleThreadExecutor();
        CountDownLatch gate = new CountDownLatch(1);
        BatchSource source =
                open(true, "\"c0\"\n\"" + "x".repeat(150_000) + "\"\n", Schedulers.fromExecutorService(one), "varchar");
        ByteBudget decoding = decodeShare;
        Permit taken = decoding.acquire(decoding.limit() - (112 << 10)).block(SOON);
        Received<DecodedBatch> waiting = Received.from(source.next());
        Await.until(() -> decoding.waiting() == 1);
        one.execute(() -> await(gate));
        taken.close();
        assertThat(decoding.waiting())
                .as("granted, and on its way to a thread that is busy")
                .isZero();
        waiting.cancel();
        source.close();
        gate.countDown();
        one.shutdown();
        assertThat(one.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(waiting.values()).isEmpty();
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

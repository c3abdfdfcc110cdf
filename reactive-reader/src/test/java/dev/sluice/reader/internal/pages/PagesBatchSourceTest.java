package dev.sluice.reader.internal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.MemoryLimitExceededException;
import dev.sluice.reader.ResultReadException;
import dev.sluice.reader.TimestampUnit;
import dev.sluice.reader.fake.FakeAthena;
import dev.sluice.reader.fake.Pages;
import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.arrow.ResultMemory;
import dev.sluice.reader.internal.text.TextColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import software.amazon.awssdk.services.athena.model.GetQueryResultsResponse;

class PagesBatchSourceTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final FakeAthena athena = new FakeAthena();
    private final RootAllocator root = new RootAllocator();
    private final Scheduler decode = Schedulers.immediate();
    private ByteBudget budget = ByteBudget.ofBytes(8 << 20);
    private int batchRows = 8_192;

    @AfterEach
    void nothingIsLeft() {
        assertThat(budget.inUse()).isZero();
        root.close();
    }

    private PagesBatchSource source(boolean header, String... types) {
        List<TextColumn> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            columns.add(TextColumn.of("c" + i, types[i], 0, 0, TimestampUnit.MICROSECOND));
        }
        return new PagesBatchSource(
                new ResultPages(athena, Schedulers.parallel()),
                "q1",
                columns,
                header,
                batchRows,
                new ResultMemory(budget, root),
                decode);
    }

    private static Pages pages(String... types) {
        Pages pages = new Pages();
        for (int i = 0; i < types.length; i++) {
            pages.column("c" + i, types[i]);
        }
        return pages;
    }

    /** Every row to the end, as text; NULL as null. */
    private List<List<String>> readAll(PagesBatchSource source) {
        List<List<String>> rows = new ArrayList<>();
        for (DecodedBatch batch = source.next().block(SOON);
                batch != null;
                batch = source.next().block(SOON)) {
            try (DecodedBatch open = batch) {
                for (int row = 0; row < open.vectors().getRowCount(); row++) {
                    List<String> cells = new ArrayList<>();
                    for (FieldVector vector : open.vectors().getFieldVectors()) {
                        Object value = vector.getObject(row);
                        cells.add(value == null ? null : value.toString());
                    }
                    rows.add(cells);
                }
            }
        }
        source.close();
        return rows;
    }

    @Test
    void nullAndEmptyAreToldApartAndTheHeaderIsLeftOut() {
        athena.onPage = pages("varchar", "bigint")
                .header()
                .row("", "1")
                .row(null, null)
                .row("NULL", "2")
                .serve();
        assertThat(readAll(source(true, "varchar", "bigint")))
                .containsExactly(Arrays.asList("", "1"), Arrays.asList(null, null), Arrays.asList("NULL", "2"));
    }

    @Test
    void aRowThatEqualsTheHeaderSurvives() {
        athena.onPage = pages("varchar").header().row("c0").row("x").serve();
        assertThat(readAll(source(true, "varchar"))).containsExactly(List.of("c0"), List.of("x"));
    }

    @Test
    void theFirstRowOfAShowIsARow() {
        athena.onPage = pages("string").row("c0").row("t1").row("t2").serve();
        assertThat(readAll(source(false, "string"))).containsExactly(List.of("c0"), List.of("t1"), List.of("t2"));
    }

    @Test
    void aFirstRowThatIsNoHeaderIsARow() {
        athena.onPage = pages("varchar", "varchar").row("c0", "other").row("a").serve();
        assertThat(readAll(source(true, "varchar", "varchar")))
                .containsExactly(List.of("c0", "other"), Arrays.asList("a", null));
    }

    @Test
    void pagesAreOfAThousandRowsAndTheHeaderIsOnTheFirstOnly() {
        Pages pages = pages("varchar").header();
        for (int i = 0; i < 2_500; i++) {
            pages.row(i % 1_000 == 999 ? "c0" : "r" + i);
        }
        athena.onPage = pages.serve();
        List<List<String>> rows = readAll(source(true, "varchar"));
        assertThat(rows).hasSize(2_500);
        assertThat(rows.get(999)).containsExactly("c0");
        assertThat(rows.get(2_499)).containsExactly("r2499");
        assertThat(athena.pages).extracting(request -> request.maxResults()).containsExactly(1_000, 1_000, 1_000);
        assertThat(athena.pages).extracting(request -> request.nextToken()).containsExactly(null, "1000", "2000");
    }

    @Test
    void nothingIsFetchedBeforeABatchIsAskedForAndNoPageAhead() {
        Pages pages = pages("varchar").header();
        for (int i = 0; i < 5_000; i++) {
            pages.row("r" + i);
        }
        athena.onPage = pages.serve();
        PagesBatchSource source = source(true, "varchar");
        assertThat(athena.pages).isEmpty();
        source.next().block(SOON).close();
        assertThat(athena.pages).hasSize(1);
        source.close();
    }

    @Test
    void batchesHaveAsManyRowsAsAskedFor() {
        batchRows = 300;
        Pages pages = pages("bigint").header();
        for (int i = 0; i < 999; i++) {
            pages.row(String.valueOf(i));
        }
        athena.onPage = pages.serve();
        PagesBatchSource source = source(true, "bigint");
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            try (DecodedBatch batch = source.next().block(SOON)) {
                sizes.add(batch.vectors().getRowCount());
            }
        }
        assertThat(sizes).containsExactly(300, 300, 300, 99);
        StepVerifier.create(source.next()).expectComplete().verify(SOON);
        source.close();
    }

    @Test
    void shortRowsArePaddedAndDescribesOneCellIsItsColumns() {
        athena.onPage = pages("string", "string", "string")
                .row("id                  \tint                 \tthe key")
                .row("name                \tstring")
                .row("")
                .serve();
        assertThat(readAll(source(false, "string", "string", "string")))
                .containsExactly(
                        List.of("id                  ", "int                 ", "the key"),
                        Arrays.asList("name                ", "string", null),
                        Arrays.asList("", null, null));
    }

    @Test
    void aTabInTheOneColumnIsText() {
        athena.onPage = pages("string")
                .row("Partitions not in metastore:\tt:2019/08/07/14")
                .serve();
        assertThat(readAll(source(false, "string")))
                .containsExactly(List.of("Partitions not in metastore:\tt:2019/08/07/14"));
    }

    @Test
    void aRowOfTooManyValuesIsAnError() {
        athena.onPage = pages("varchar").header().row("a", "b").serve();
        StepVerifier.create(source(true, "varchar").next())
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(MalformedResultException.class)
                        .hasMessageContaining("2 values"))
                .verify(SOON);
        release();
    }

    /** A failed source is closed by the flow; here the test does it. */
    private void release() {
        budget = ByteBudget.ofBytes(1);
    }

    @Test
    void aValueOfAnotherTypeNamesThePageTheRowAndTheColumn() {
        athena.onPage = pages("bigint").header().row("1").row("secret").serve();
        PagesBatchSource source = source(true, "bigint");
        StepVerifier.create(source.next())
                .expectErrorSatisfies(error -> {
                    MalformedResultException malformed = (MalformedResultException) error;
                    assertThat(malformed.place().page()).isZero();
                    assertThat(malformed.place().row()).isEqualTo(1);
                    assertThat(malformed.place().column()).isEqualTo("c0");
                    assertThat(malformed).hasMessageNotContaining("secret");
                })
                .verify(SOON);
        source.close();
    }

    @Test
    void theSameTokenTwiceIsAnErrorAndNoLoop() {
        Pages pages = pages("varchar").header().row("a");
        athena.onPage = request -> CompletableFuture.completedFuture(pages.page(pages.rows(), "again"));
        PagesBatchSource source = source(true, "varchar");
        source.next().block(SOON).close();
        StepVerifier.create(source.next())
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(MalformedResultException.class)
                        .hasMessageContaining("continuation"))
                .verify(SOON);
        source.close();
    }

    @Test
    void emptyPagesAreGoneThroughAndAMissingResultIsEmpty() {
        List<GetQueryResultsResponse> answers = new ArrayList<>();
        Pages pages = pages("varchar").header().row("late");
        for (int i = 0; i < 2_000; i++) {
            answers.add(GetQueryResultsResponse.builder().nextToken("t" + i).build());
        }
        answers.add(pages.page(pages.rows().subList(1, 2), null));
        athena.onPage = request -> CompletableFuture.completedFuture(answers.remove(0));
        assertThat(readAll(source(true, "varchar"))).containsExactly(List.of("late"));
    }

    @Test
    void anEmptyTokenIsTheEnd() {
        Pages pages = pages("varchar").header().row("a");
        athena.onPage = request -> CompletableFuture.completedFuture(pages.page(pages.rows(), ""));
        assertThat(readAll(source(true, "varchar"))).hasSize(1);
        assertThat(athena.pages).hasSize(1);
    }

    @Test
    void aResultOfTheHeaderAloneIsEmpty() {
        athena.onPage = pages("varchar").header().serve();
        assertThat(readAll(source(true, "varchar"))).isEmpty();
    }

    @Test
    void aPageTooLargeForTheLimitIsAskedForInParts() {
        budget = ByteBudget.ofBytes(1 << 20);
        Pages pages = pages("varchar").header();
        for (int i = 0; i < 1_500; i++) {
            pages.row("x".repeat(4_000) + i);
        }
        athena.onPage = pages.serve();
        List<List<String>> rows = readAll(source(true, "varchar"));
        assertThat(rows).hasSize(1_500);
        assertThat(rows.get(1_499).get(0)).endsWith("x1499");
        assertThat(budget.peak()).isLessThanOrEqualTo(1 << 20);
        assertThat(athena.pages.size()).isGreaterThan(3);
    }

    @Test
    void aRowTooLargeForTheLimitIsAnErrorThatSaysHowMuch() {
        budget = ByteBudget.ofBytes(1 << 20);
        athena.onPage = pages("varchar").header().row("x".repeat(3 << 20)).serve();
        PagesBatchSource source = source(true, "varchar");
        StepVerifier.create(source.next())
                .expectErrorSatisfies(error -> {
                    MemoryLimitExceededException exceeded = (MemoryLimitExceededException) error;
                    assertThat(exceeded.limitBytes()).isEqualTo(1 << 19);
                    assertThat(exceeded.neededBytes()).isGreaterThan(6 << 20);
                })
                .verify(SOON);
        source.close();
    }

    @Test
    void throttlingAndLostAnswersAreTriedAgainWithoutLosingRows() {
        Pages pages = pages("varchar").header().row("a");
        int[] calls = {0};
        athena.onPage = request -> switch (calls[0]++) {
            case 0 -> CompletableFuture.failedFuture(FakeAthena.throttled());
            case 1 ->
                CompletableFuture.failedFuture(
                        software.amazon.awssdk.core.exception.SdkClientException.create("reset"));
            default -> pages.serve().apply(request);
        };
        assertThat(readAll(source(true, "varchar"))).containsExactly(List.of("a"));
        assertThat(calls[0]).isEqualTo(3);
    }

    @Test
    void aRefusalIsAnErrorAtOnce() {
        athena.onPage = request -> CompletableFuture.failedFuture(FakeAthena.denied("GetQueryResults"));
        PagesBatchSource source = source(true, "varchar");
        StepVerifier.create(source.next())
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ResultReadException.class)
                        .hasMessageContaining("not authorized to perform GetQueryResults"))
                .verify(SOON);
        assertThat(athena.pages).hasSize(1);
        source.close();
    }

    @Test
    void closingWhileAPageIsOnItsWayFreesEverything() {
        CompletableFuture<GetQueryResultsResponse> answer = new CompletableFuture<>();
        athena.onPage = request -> answer;
        PagesBatchSource source = source(true, "varchar");
        Disposable subscription = source.next().subscribe();
        assertThat(budget.inUse()).isPositive();
        subscription.dispose();
        source.close();
        assertThat(answer).isCancelled();
        assertThat(budget.inUse()).isZero();
    }

    @Test
    void closingWhileADecoderIsAwaitedFreesEverything() {
        Scheduler stuck = Schedulers.fromExecutorService(Executors.newSingleThreadExecutor());
        Pages pages = pages("varchar").header().row("a").row("b");
        athena.onPage = pages.serve();
        PagesBatchSource source = new PagesBatchSource(
                new ResultPages(athena, Schedulers.parallel()),
                "q1",
                List.of(TextColumn.of("c0", "varchar", 0, 0, TimestampUnit.MICROSECOND)),
                true,
                1,
                new ResultMemory(budget, root),
                stuck);
        source.next().block(SOON).close();
        CountDownLatch gate = new CountDownLatch(1);
        stuck.schedule(() -> await(gate));
        Disposable subscription = source.next().subscribe(DecodedBatch::close);
        subscription.dispose();
        source.close();
        gate.countDown();
        stuck.disposeGracefully().block(SOON);
        assertThat(budget.inUse()).isZero();
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.sluice.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.reader.fake.FakeAthena;
import dev.sluice.reader.fake.NoFiles;
import dev.sluice.reader.fake.Pages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Whose a batch is that came through {@link AthenaQuery#ownedBatches()}, and for how long. */
class OwnedBatchesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final FakeAthena athena = new FakeAthena();
    private final List<Object> dropped = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Runs nothing by itself: what is given to it stands in a queue. */
    private final Scheduler asleep = Schedulers.fromExecutor(tasks::add);

    private final AthenaReader reader = AthenaReader.builder()
            .athena(athena)
            .fileSystem(NoFiles.INSTANCE)
            .pollBackoff(new PollBackoff(Duration.ofMillis(1), Duration.ofMillis(5), 1.5, 0.2))
            .batchRows(1)
            .build();

    @BeforeEach
    void fourRowsEachABatch() {
        Hooks.onErrorDropped(dropped::add);
        athena.fallback = FakeAthena.states("SUCCEEDED");
        athena.onPage = new Pages()
                .column("id", "bigint")
                .header()
                .row("0")
                .row("1")
                .row("2")
                .row("3")
                .serve();
    }

    @AfterEach
    void nothingIsLeft() {
        reader.closeAsync().block(SOON);
        Hooks.resetOnErrorDropped();
        assertThat(reader.metrics().openBatches()).isZero();
        assertThat(reader.metrics().bytesInUse()).isZero();
        assertThat(reader.metrics().allocatedBytes()).isZero();
        assertThat(dropped).isEmpty();
    }

    private Flux<OwnedBatch> batches() {
        return reader.sql("SELECT id FROM t").pages().ownedBatches();
    }

    private static long idOf(OwnedBatch batch) {
        try (batch) {
            return batch.row(0).getLong(0);
        }
    }

    @Test
    void theFirstBatchAloneIsOpen() {
        assertThat(idOf(batches().blockFirst(SOON))).isZero();
        assertThat(idOf(batches().next().block(SOON))).isZero();
        assertThat(idOf(batches().elementAt(0).block(SOON))).isZero();
    }

    @Test
    void whatTakeLetThroughIsOpenBehindAThreadBoundary() {
        List<Long> ids = new ArrayList<>();
        batches().take(2).publishOn(asleep, 4).subscribe(batch -> ids.add(idOf(batch)));
        Await.until(
                () -> reader.metrics().runningQueries() == 0 && reader.metrics().openBatches() == 2);
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        assertThat(ids).containsExactly(0L, 1L);
    }

    @Test
    void aCancelFromOutsideClosesWhatStandsInAQueue() {
        StepVerifier.create(batches().publishOn(asleep, 3), 0)
                .then(() -> Await.until(() -> reader.metrics().openBatches() == 3))
                .thenCancel()
                .verify(SOON);
        assertThat(reader.metrics().openBatches()).isZero();
    }

    @Test
    void aCancelFromOutsideClosesAlsoWhatTakeLetThrough() {
        StepVerifier.create(batches().take(2).publishOn(asleep, 4), 0)
                .then(() -> Await.until(() -> reader.metrics().openBatches() == 2))
                .thenCancel()
                .verify(SOON);
        assertThat(reader.metrics().openBatches()).isZero();
    }

    @Test
    void aCancelBehindTheEndClosesWhatStandsInAQueue() {
        StepVerifier.create(batches().publishOn(asleep, 8), 0)
                .then(() -> Await.until(() -> reader.metrics().openBatches() == 4))
                .thenCancel()
                .verify(SOON);
        assertThat(reader.metrics().openBatches()).isZero();
    }

    @Test
    void aBatchThatWasLookedIntoStaysItsReceivers() {
        List<OwnedBatch> seen = new ArrayList<>();
        StepVerifier.create(batches().doOnNext(seen::add).doOnNext(OwnedBatch::vectors), 0)
                .thenRequest(2)
                .expectNextCount(2)
                .thenCancel()
                .verify(SOON);
        assertThat(seen).noneMatch(OwnedBatch::isClosed).hasSize(2);
        assertThat(seen).map(OwnedBatchesTest::idOf).containsExactly(0L, 1L);
        OwnedBatch closed = seen.get(0);
        assertThatIllegalStateException().isThrownBy(closed::vectors).withMessageContaining("user close");
    }

    @Test
    void anErrorOfTheResultPassesAndLeavesBatchesOpen() {
        var first = athena.onPage;
        athena.onPage = request -> request.nextToken() == null
                ? first.apply(request).thenApply(page -> page.copy(copy -> copy.nextToken("more")))
                : CompletableFuture.failedFuture(new IllegalStateException("the second page is gone"));
        List<OwnedBatch> seen = new ArrayList<>();
        StepVerifier.create(batches().doOnNext(seen::add))
                .expectNextCount(4)
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("the second page is gone"))
                .verify(SOON);
        assertThat(seen).noneMatch(OwnedBatch::isClosed);
        seen.forEach(OwnedBatch::close);
    }

    @Test
    void anErrorBehindABatchLeavesItOpen() {
        List<OwnedBatch> seen = new ArrayList<>();
        StepVerifier.create(batches().doOnNext(seen::add).map(batch -> {
                    throw new IllegalStateException("the user's own");
                }))
                .expectErrorMessage("the user's own")
                .verify(SOON);
        assertThat(seen).hasSize(1).noneMatch(OwnedBatch::isClosed);
        seen.get(0).close();
    }
}

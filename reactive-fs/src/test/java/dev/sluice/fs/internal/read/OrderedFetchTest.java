package dev.sluice.fs.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.ByteRange;
import dev.sluice.fs.FetchedRange;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.RangeExceedsBudgetException;
import dev.sluice.fs.RangeRequest;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.StorageRequestRejectedException;
import dev.sluice.fs.budget.BudgetExceededException;
import dev.sluice.fs.budget.ByteBudget;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Order, read-ahead and demand. */
class OrderedFetchTest {
    private final ReadFixture fixture = new ReadFixture();
    private final FakeTransport transport = fixture.transport;

    @Test
    void nothingIsReadBeforeTheFirstRequest() {
        AtomicInteger iterated = new AtomicInteger();
        Iterable<RangeRequest> ranges = () -> {
            iterated.incrementAndGet();
            return fixture.apart(5, 100).iterator();
        };
        Received received = fixture.subscribe(ranges);

        assertThat(transport.calls).isEmpty();
        assertThat(iterated).hasValue(0);
        assertThat(fixture.budget.peak()).isZero();
        received.cancel();
        fixture.assertNothingIsHeld();
        assertThat(iterated).hasValue(0);
    }

    @Test
    void eachSubscriptionReadsAnew() {
        var flux = fixture.read(fixture.apart(2, 100));
        for (int i = 0; i < 2; i++) {
            StepVerifier.create(flux.doOnNext(FetchedRange::close))
                    .expectNextCount(2)
                    .verifyComplete();
        }
        assertThat(transport.calls).hasSize(4);
    }

    @Test
    void oneRequestedRangeReadsAheadNoFurtherThanTheConcurrency() {
        Received received = fixture.subscribe(fixture.apart(20, 100));
        received.request(1);

        assertThat(received.ranges).hasSize(1);
        assertThat(transport.calls).as("the delivered one and three ahead").hasSize(4);
        received.request(1);
        assertThat(transport.calls).hasSize(5);
        received.cancel();
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void noMoreRequestsAreInFlightThanTheConcurrency() {
        transport.holdAll();
        Received received = fixture.subscribe(fixture.apart(20, 100));
        received.requestUnbounded();

        for (int i = 0; i < 20; i++) {
            assertThat(transport.calls).hasSize(Math.min(20, i + 3));
            transport.calls.get(i).answer();
        }
        assertThat(transport.mostOpen).hasValue(3);
        assertThat(received.ranges).hasSize(20);
        assertThat(received.completed).isTrue();
    }

    @Test
    void deliversInOrderWhateverOrderTheAnswersComeIn() {
        for (int seed = 0; seed < 50; seed++) {
            ReadFixture run = new ReadFixture().concurrency(8);
            run.transport.holdAll();
            Received received = run.subscribe(run.apart(30, 100));
            received.requestUnbounded();
            Random random = new Random(seed);
            AtomicInteger answered = new AtomicInteger();
            List<FakeTransport.Call> pending = new ArrayList<>();
            while (answered.get() < 30) {
                pending.addAll(
                        run.transport.calls.subList(answered.get() + pending.size(), run.transport.calls.size()));
                FakeTransport.Call next = pending.remove(random.nextInt(pending.size()));
                answered.incrementAndGet();
                next.answer();
            }
            assertThat(received.offsets())
                    .as("seed " + seed)
                    .containsExactlyElementsOf(
                            LongStream.range(0, 30).map(i -> i * 101).boxed().toList());
            received.ranges.forEach(run::assertHolds);
            received.closeAll();
            run.assertNothingIsHeld();
        }
    }

    @Test
    void deliversExactlyWhatIsRequested() {
        Received received = fixture.subscribe(fixture.apart(6, 100));
        received.request(2);
        assertThat(received.ranges).hasSize(2);
        received.request(3);
        assertThat(received.ranges).hasSize(5);
        assertThat(received.completed).isFalse();
        received.request(Long.MAX_VALUE);
        received.request(Long.MAX_VALUE);
        assertThat(received.ranges).hasSize(6);
        assertThat(received.completed).isTrue();
    }

    @Test
    void completesWithoutFurtherDemand() {
        Received received = fixture.subscribe(fixture.apart(1, 100));
        received.request(1);
        assertThat(received.completed).isTrue();
    }

    @Test
    void nothingToReadCompletesAtTheFirstRequest() {
        StepVerifier.create(fixture.read(List.of()), 0)
                .expectSubscription()
                .thenRequest(1)
                .verifyComplete();
    }

    @Test
    void aRequestInsideOnNextKeepsTheStackFlat() {
        ObjectHandle other = transport.put("s3://bucket/other", 10_000);
        List<RangeRequest> ranges = IntStream.range(0, 20_000)
                .mapToObj(i -> new RangeRequest(i % 2 == 0 ? fixture.object : other, new ByteRange(i / 2, 1)))
                .toList();
        AtomicInteger deepest = new AtomicInteger();
        Received received = new Received() {
            @Override
            void hookOnNext(FetchedRange range) {
                super.hookOnNext(range);
                deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
                range.close();
                request(1);
            }
        };
        fixture.read(ranges).subscribe(received);
        received.request(1);

        assertThat(received.ranges).hasSize(20_000);
        assertThat(received.completed).isTrue();
        assertThat(deepest.get()).isLessThan(250);
        fixture.assertNothingIsHeld();
    }

    @Test
    void aRangeAskedForOverAndOverIsReadOnce() {
        StepVerifier.create(fixture.read(Collections.nCopies(1_000, fixture.range(5, 10)))
                        .doOnNext(FetchedRange::close))
                .expectNextCount(1_000)
                .verifyComplete();
        assertThat(transport.calls).hasSize(1);
        fixture.assertNothingIsHeld();
    }

    @Test
    void readsSeveralObjectsAheadInOneSequence() {
        ObjectHandle other = transport.put("s3://bucket/other", 500);
        transport.holdAll();
        Received received = fixture.subscribe(List.of(
                fixture.range(0, 100), new RangeRequest(other, new ByteRange(100, 100)), fixture.range(200, 100)));
        received.requestUnbounded();

        assertThat(transport.calls).hasSize(3);
        transport.calls.get(2).answer();
        transport.calls.get(1).answer();
        transport.calls.get(0).answer();
        assertThat(received.ranges)
                .extracting(range -> range.object().path().key())
                .containsExactly("object", "other", "object");
        received.ranges.forEach(fixture::assertHolds);
    }

    @Test
    void aRangeLongerThanARequestIsReadBySeveralIntoOneBuffer() {
        transport.holdAll();
        Received received = fixture.subscribe(List.of(fixture.range(500, 4_500), fixture.range(6_000, 10)));
        received.requestUnbounded();

        assertThat(fixture.budget.inUse())
                .as("granted whole before the first request")
                .isEqualTo(4_500);
        assertThat(transport.ranges()).containsExactly("bytes=500-1499", "bytes=1500-2499", "bytes=2500-3499");
        transport.calls.get(1).answer();
        transport.calls.get(2).answer();
        assertThat(transport.ranges().subList(3, 5)).containsExactly("bytes=3500-4499", "bytes=4500-4999");
        transport.calls.get(3).answer();
        transport.calls.get(4).answer();
        assertThat(received.ranges).isEmpty();
        transport.calls.get(0).answer();
        assertThat(received.ranges).hasSize(1);
        transport.calls.get(5).answer();
        assertThat(received.ranges).hasSize(2);
        received.ranges.forEach(fixture::assertHolds);
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void neighboursShareARequestAndItsBytesUntilTheLastIsClosed() {
        fixture.coalesceGap(50);
        Received received = fixture.subscribe(List.of(
                fixture.range(0, 100), fixture.range(150, 100), fixture.range(240, 60), fixture.range(351, 10)));
        received.requestUnbounded();

        assertThat(transport.ranges()).containsExactly("bytes=0-299", "bytes=351-360");
        assertThat(received.offsets()).containsExactly(0L, 150L, 240L, 351L);
        received.ranges.forEach(fixture::assertHolds);
        received.ranges.get(3).close();
        received.ranges.get(0).close();
        received.ranges.get(2).close();
        received.ranges.get(2).close();
        assertThat(fixture.budget.inUse()).as("the gap counts too").isEqualTo(300);
        assertThat(fixture.fs.metrics().bytesInUse()).isEqualTo(300);
        received.ranges.get(1).close();
        fixture.assertNothingIsHeld();
    }

    @Test
    void aSharedRequestNeverOutgrowsTheBudget() {
        fixture.coalesceGap(1_000).limit(150);
        StepVerifier.create(fixture.read(fixture.apart(5, 100)).doOnNext(FetchedRange::close))
                .expectNextCount(5)
                .verifyComplete();
        assertThat(fixture.budget.peak()).isEqualTo(100);
    }

    @Test
    void permitsAreAskedForBeforeTheRequestAndInOrder() {
        fixture.limit(250);
        Received received = fixture.subscribe(fixture.apart(5, 100));
        received.requestUnbounded();

        assertThat(transport.calls).hasSize(2);
        assertThat(fixture.budget.waiting()).as("one wish at a time").isEqualTo(1);
        received.ranges.get(1).close();
        assertThat(transport.calls).hasSize(3);
        assertThat(received.offsets()).containsExactly(0L, 101L, 202L);
        received.ranges.get(0).close();
        received.ranges.get(2).close();
        assertThat(received.ranges).hasSize(5);
        assertThat(fixture.budget.peak()).isLessThanOrEqualTo(250);
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void aBudgetOfTheLargestRangeIsEnoughForAllOfThem() {
        int[] lengths = {900, 10, 1000, 1, 999, 500, 500, 1000};
        for (int seed = 0; seed < 20; seed++) {
            ReadFixture run = new ReadFixture().concurrency(8).limit(1_000);
            run.transport.holdAll();
            List<RangeRequest> ranges = IntStream.range(0, 8)
                    .mapToObj(i -> run.range(i * 1_100L, lengths[i]))
                    .toList();
            Received received = new Received() {
                @Override
                void hookOnNext(FetchedRange range) {
                    super.hookOnNext(range);
                    range.close();
                }
            };
            run.read(ranges).subscribe(received);
            received.requestUnbounded();
            Random random = new Random(seed);
            List<FakeTransport.Call> pending = new ArrayList<>();
            for (int answered = 0; answered < 8; answered++) {
                pending.addAll(run.transport.calls.subList(answered + pending.size(), run.transport.calls.size()));
                assertThat(pending).as("no deadlock").isNotEmpty();
                pending.remove(random.nextInt(pending.size())).answer();
            }
            assertThat(received.completed).isTrue();
            assertThat(run.budget.peak()).isLessThanOrEqualTo(1_000);
            run.assertNothingIsHeld();
        }
    }

    @Test
    void aRangeLargerThanTheBudgetFailsNamingItAfterThoseBefore() {
        fixture.limit(500);
        StepVerifier.create(fixture.read(List.of(fixture.range(0, 100), fixture.range(1_000, 501)))
                        .doOnNext(FetchedRange::close))
                .expectNextCount(1)
                .verifyErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(RangeExceedsBudgetException.class)
                        .hasMessageContaining("s3://bucket/object")
                        .hasMessageContaining("bytes 1000-1500")
                        .hasMessageContaining("501")
                        .hasMessageContaining("500")
                        .hasCauseInstanceOf(BudgetExceededException.class));
        fixture.assertNothingIsHeld();
        assertThat(transport.calls).hasSize(1);
    }

    @Test
    void anErrorComesAfterAllRangesBeforeItAndStopsAllBehindIt() {
        transport.holdAll();
        Received received = fixture.concurrency(4).subscribe(fixture.apart(10, 100));
        received.requestUnbounded();
        transport.calls.get(3).answer();
        transport.calls.get(2).fail(Kind.REJECTED);

        assertThat(received.error).isNull();
        assertThat(transport.calls).as("nothing more is begun").hasSize(4);
        assertThat(fixture.budget.inUse()).as("of the two before it").isEqualTo(200);
        transport.calls.get(1).answer();
        assertThat(received.error).isNull();
        transport.calls.get(0).answer();
        assertThat(received.ranges).hasSize(2);
        assertThat(received.error)
                .isInstanceOf(StorageRequestRejectedException.class)
                .hasMessageContaining("bytes 202-301");
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void anErrorBehindAFailureIsNotHeard() {
        transport.holdAll();
        Received received = fixture.subscribe(fixture.apart(10, 100));
        received.requestUnbounded();
        transport.calls.get(1).fail(Kind.ACCESS_DENIED);
        assertThat(transport.calls.get(2).cancelled).isTrue();
        transport.calls.get(0).fail(Kind.REJECTED);

        assertThat(received.error).isInstanceOf(StorageRequestRejectedException.class);
        assertThat(received.ranges).isEmpty();
        fixture.assertNothingIsHeld();
    }

    @Test
    void anErrorNeedsNoDemand() {
        transport.onGet(call -> {
            if (call.offset == 101) {
                call.fail(Kind.REJECTED);
            } else {
                call.answer();
            }
        });
        Received received = fixture.subscribe(fixture.apart(10, 100));
        received.request(1);
        assertThat(received.ranges).hasSize(1);
        assertThat(received.error).isInstanceOf(StorageRequestRejectedException.class);
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void oneFailedPartOfALongRangeStopsTheOthers() {
        transport.holdAll();
        Received received = fixture.subscribe(List.of(fixture.range(0, 5_000)));
        received.requestUnbounded();
        transport.calls.get(1).fail(Kind.REJECTED);

        assertThat(received.error).isInstanceOf(StorageRequestRejectedException.class);
        assertThat(transport.calls).allMatch(call -> call.cancelled || call == transport.calls.get(1));
        fixture.assertNothingIsHeld();
    }

    @Test
    void whatTheIterableThrowsComesAfterWhatItGave() {
        transport.holdAll();
        Iterable<RangeRequest> ranges = () -> new Iterator<>() {
            private int given;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public RangeRequest next() {
                if (given == 2) {
                    throw new IllegalStateException("mine");
                }
                return fixture.range(given++ * 500L, 100);
            }
        };
        Received received = fixture.subscribe(ranges);
        received.requestUnbounded();
        assertThat(received.error).isNull();
        transport.calls.get(0).answer();
        assertThat(received.error).isInstanceOf(IllegalStateException.class).hasMessage("mine");
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void theIterableIsTakenOnlyAsFarAsNeeded() {
        AtomicInteger taken = new AtomicInteger();
        Iterable<RangeRequest> endless = () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public RangeRequest next() {
                return fixture.range(taken.getAndIncrement() * 3L % 9_000, 1);
            }
        };
        Received received = fixture.subscribe(endless);
        received.request(1);
        assertThat(taken.get()).as("one delivered, three ahead, one look").isEqualTo(5);
        received.cancel();
        received.closeAll();
        fixture.assertNothingIsHeld();
    }

    @Test
    void aShareThatIsFullHoldsUpTheReadNotTheWhole() {
        ByteBudget whole = ByteBudget.ofBytes(1_000);
        fixture.budget = whole.share(300);
        Received received = fixture.subscribe(fixture.apart(9, 100));
        received.requestUnbounded();
        assertThat(received.ranges).hasSize(3);
        assertThat(whole.inUse()).isEqualTo(300);
        StepVerifier.create(whole.acquire(700)).expectNextCount(1).verifyComplete();
        received.cancel();
        received.closeAll();
        assertThat(whole.inUse()).isEqualTo(700);
    }

    @Test
    void requestsOfNothingAreRefusedByRule3Dot9() {
        for (long bad : new long[] {0, -1, Long.MIN_VALUE}) {
            BadRequester requester = new BadRequester(bad);
            fixture.read(fixture.apart(3, 100)).subscribe(requester);
            assertThat(requester.error)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("3.9");
        }
        assertThat(transport.calls).isEmpty();
        fixture.assertNothingIsHeld();
    }

    @Test
    void contextReachesEveryRequest() {
        List<String> seen = new ArrayList<>();
        ObjectTransport contextual = new ObjectTransport() {
            @Override
            public Mono<Void> get(RangeGet request, BodyReceiver receiver) {
                return Mono.deferContextual(context -> {
                    seen.add(context.get("key"));
                    return transport.get(request, receiver);
                });
            }

            @Override
            public Mono<ObjectHandle> head(S3Path path) {
                return transport.head(path);
            }
        };
        RangeFileSystem fs = new RangeFileSystem(contextual, 5, fixture.options, fixture.time);
        StepVerifier.create(fs.read(fixture.apart(2, 10), fixture.options, fixture.budget)
                        .doOnNext(FetchedRange::close)
                        .contextWrite(context -> context.put("key", "value")))
                .expectNextCount(2)
                .verifyComplete();
        assertThat(seen).containsExactly("value", "value");
    }
}

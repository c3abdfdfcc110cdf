package dev.sluice.reader.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.util.RaceTestUtils;

class OnFirstRequestTest {
    private final AtomicInteger subscriptions = new AtomicInteger();

    private <T> Flux<T> deferred(Flux<T> source) {
        return new OnFirstRequest<>(source.doOnSubscribe(subscription -> subscriptions.incrementAndGet()));
    }

    @Test
    void nothingIsSubscribedToBeforeTheFirstRequest() {
        StepVerifier.create(deferred(Flux.range(0, 5)), 0)
                .expectSubscription()
                .then(() -> assertThat(subscriptions).hasValue(0))
                .thenRequest(2)
                .expectNext(0, 1)
                .thenRequest(1)
                .expectNext(2)
                .thenRequest(10)
                .expectNext(3, 4)
                .verifyComplete();
        assertThat(subscriptions).hasValue(1);
    }

    @Test
    void demandIsPassedOnAndNoMore() {
        TestPublisher<Integer> source = TestPublisher.create();
        StepVerifier.create(deferred(source.flux()), 0)
                .thenRequest(3)
                .then(() -> source.assertMinRequested(3))
                .then(() -> source.assertMaxRequested(3))
                .thenCancel()
                .verify();
        source.assertCancelled();
    }

    @Test
    void aCancelBeforeTheFirstRequestStartsNothing() {
        StepVerifier.create(deferred(Flux.never()), 0).thenCancel().verify();
        assertThat(subscriptions).hasValue(0);
    }

    @Test
    void errorsAndContextPass() {
        StepVerifier.create(deferred(Flux.deferContextual(context -> Flux.just(context.<String>get("key"))
                                .concatWith(Flux.error(new IllegalStateException("end")))))
                        .contextWrite(context -> context.put("key", "value")))
                .expectNext("value")
                .verifyErrorMessage("end");
    }

    @Test
    void requestsThatRaceSubscribeOnceAndAllCount() {
        for (int round = 0; round < 2_000; round++) {
            subscriptions.set(0);
            AtomicInteger received = new AtomicInteger();
            reactor.core.publisher.BaseSubscriber<Integer> subscriber = new reactor.core.publisher.BaseSubscriber<>() {
                @Override
                protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {
                    // asks for nothing yet
                }

                @Override
                protected void hookOnNext(Integer value) {
                    received.incrementAndGet();
                }
            };
            deferred(Flux.range(0, 100)).subscribe(subscriber);
            RaceTestUtils.race(() -> subscriber.request(3), () -> subscriber.request(4));
            assertThat(received).hasValue(7);
            assertThat(subscriptions).hasValue(1);
            subscriber.cancel();
        }
    }
}

package dev.sluice.reader.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reader.Received;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.util.RaceTestUtils;

class ReplyTest {
    private final List<Object> dropped = new ArrayList<>();
    private final AtomicReference<Reply<String>> begun = new AtomicReference<>();
    private final AtomicInteger cancels = new AtomicInteger();

    private final Mono<String> mono = Reply.mono(reply -> {
        reply.onCancel(cancels::incrementAndGet);
        begun.set(reply);
    });

    @BeforeEach
    void watchDropped() {
        Hooks.onErrorDropped(dropped::add);
        Hooks.onNextDropped(dropped::add);
    }

    @AfterEach
    void nothingWasDropped() {
        Hooks.resetOnErrorDropped();
        Hooks.resetOnNextDropped();
        assertThat(dropped).isEmpty();
    }

    @Test
    void beginsOnceAndAtTheFirstRequest() {
        StepVerifier.create(mono, 0)
                .expectSubscription()
                .then(() -> assertThat(begun).hasNullValue())
                .thenRequest(1)
                .then(() -> begun.getAndSet(null).context())
                .thenRequest(1)
                .then(() -> assertThat(begun).hasNullValue())
                .thenCancel()
                .verify();
        assertThat(cancels).hasValue(1);
    }

    @Test
    void onlyTheFirstAnswerCounts() {
        Received<String> received = Received.from(mono);
        begun.get().succeed("first");
        begun.get().succeed("second");
        begun.get().fail(new IllegalStateException("third"));
        assertThat(received.value()).isEqualTo("first");
        assertThat(received.completed()).isTrue();
        assertThat(received.error()).isNull();
    }

    @Test
    void anAnswerWithoutAValueCompletesOnce() {
        Received<String> received = Received.from(mono);
        begun.get().complete();
        begun.get().succeed("late");
        begun.get().complete();
        assertThat(received.completed()).isTrue();
        assertThat(received.value()).isNull();
    }

    @Test
    void anErrorEnds() {
        Received<String> received = Received.from(mono);
        begun.get().fail(new IllegalStateException("own"));
        begun.get().succeed("late");
        assertThat(received.error()).hasMessage("own");
        assertThat(received.value()).isNull();
    }

    @Test
    void aBeginThatThrowsIsAnError() {
        Mono<String> broken = Reply.mono(reply -> {
            throw new IllegalStateException("broken");
        });
        StepVerifier.create(broken).verifyErrorMessage("broken");
    }

    @Test
    void anAnswerAfterTheCancelIsForgotten() {
        Received<String> received = Received.from(mono);
        received.cancel();
        received.cancel();
        begun.get().succeed("late");
        begun.get().fail(new IllegalStateException("later"));
        assertThat(cancels).hasValue(1);
        assertThat(received.value()).isNull();
        assertThat(received.ended()).isFalse();
    }

    @Test
    void aCancelAfterTheAnswerDoesNothing() {
        Received<String> received = Received.from(mono);
        begun.get().succeed("value");
        received.cancel();
        assertThat(cancels).hasValue(0);
    }

    @Test
    void aCancelBeforeTheRequestBeginsNothing() {
        StepVerifier.create(mono, 0).expectSubscription().thenCancel().verify();
        assertThat(begun).hasNullValue();
        assertThat(cancels).hasValue(0);
    }

    @Test
    void aCancelThatCameWhileBeginningIsHeardOf() {
        Mono<String> late = Reply.mono(reply -> {
            reply.cancel();
            reply.onCancel(cancels::incrementAndGet);
        });
        Received<String> received = Received.from(late);
        assertThat(cancels).hasValue(1);
        assertThat(received.ended()).isFalse();
    }

    @Test
    void cancelOrAnswerWinsAndNeverBoth() {
        for (int round = 0; round < 5_000; round++) {
            cancels.set(0);
            Received<String> received = Received.from(mono);
            Reply<String> reply = begun.get();
            RaceTestUtils.race(() -> reply.succeed("value"), received::cancel);
            assertThat(cancels.get() == 1).isEqualTo(received.value() == null);
        }
    }
}

package dev.sluice.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.blockhound.BlockingOperationError;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** The watch is on: without this, every other test would pass with it off. */
class BlockHoundTest {
    @RegisterExtension
    final LocalS3Fixture local = new LocalS3Fixture();

    @ParameterizedTest
    @ValueSource(strings = {"aws-java-sdk-NettyEventLoop-0-1", "sdk-async-response-0-1"})
    void blockingOnAThreadOfTheSdkIsSeen(String name) throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Thread thread = new Thread(() -> seen.complete(blocked()), name);
        thread.start();
        assertThat(seen.get(10, TimeUnit.SECONDS)).isInstanceOf(BlockingOperationError.class);
    }

    @Test
    void blockingOnAReactorThreadIsSeen() throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Schedulers.parallel().schedule(() -> seen.complete(blocked()));
        assertThat(seen.get(10, TimeUnit.SECONDS)).isInstanceOf(BlockingOperationError.class);
    }

    @Test
    void blockingInsideAReceiversOnNextIsSeenAndOthersGoOn() {
        ObjectHandle object = local.open();
        StepVerifier.create(local.read(object, 1 << 20).map(range -> {
                    range.close();
                    Throwable error = blocked();
                    return error instanceof BlockingOperationError;
                }))
                .expectNext(true, true, true)
                .expectComplete()
                .verify(LocalS3Fixture.PATIENCE);
    }

    private static Throwable blocked() {
        try {
            LockSupport.parkNanos(1_000_000);
            return new AssertionError("nobody minded");
        } catch (BlockingOperationError error) {
            return error;
        }
    }
}

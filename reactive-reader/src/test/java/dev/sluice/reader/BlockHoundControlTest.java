package dev.sluice.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.blockhound.BlockingOperationError;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** BlockHound is there and sees the threads that matter; without this the other tests would pass for nothing. */
class BlockHoundControlTest {
    private static void block() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Throwable errorOf(FutureTask<?> task) throws Exception {
        try {
            task.get(10, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sdk-async-response-0-1", "aws-java-sdk-NettyEventLoop-0-1"})
    void blockingOnAThreadOfTheSdkIsSeen(String name) throws Exception {
        FutureTask<Void> task = new FutureTask<>(BlockHoundControlTest::block, null);
        new Thread(task, name).start();
        assertThat(errorOf(task)).isInstanceOf(BlockingOperationError.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void blockingOnTheReadersThreadsIsSeen(boolean single) throws Exception {
        Scheduler scheduler =
                single ? Schedulers.newSingle("sluice-control") : Schedulers.newParallel("sluice-decode", 1);
        FutureTask<Void> task = new FutureTask<>(BlockHoundControlTest::block, null);
        scheduler.schedule(task);
        assertThat(errorOf(task)).isInstanceOf(BlockingOperationError.class);
        scheduler.dispose();
    }
}

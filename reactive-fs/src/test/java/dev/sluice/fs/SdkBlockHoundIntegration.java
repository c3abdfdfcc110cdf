package dev.sluice.fs;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * The SDK's threads are no more to be blocked than Reactor's and Netty's. What Netty itself waits for when the SDK closes a
 * connection pool is not ours to judge.
 */
public final class SdkBlockHoundIntegration implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.nonBlockingThreadPredicate(current -> current.or(thread -> isOfSdk(thread.getName())))
                // The SDK hands work to a pool from its event loop: the pool's own locks, held for moments. An error
                // thrown in the midst of taking one would leave it locked for ever.
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "execute")
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor$Worker", "lock")
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "getTask")
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "processWorkerExit")
                .allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove")
                .allowBlockingCallsInside("io.netty.channel.pool.SimpleChannelPool", "close");
    }

    static boolean isOfSdk(String thread) {
        return thread.startsWith("sdk-async-response") || thread.startsWith("aws-java-sdk-NettyEventLoop");
    }
}

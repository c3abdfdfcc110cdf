package dev.sluice.reader;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * The SDK's threads are no more to be blocked than Reactor's and Netty's. Locks that the JDK and the SDK hold for moments around
 * a queue or a pool are allowed: an error thrown in the midst of taking one would leave it locked for ever.
 */
public final class SdkBlockHoundIntegration implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.nonBlockingThreadPredicate(current -> current.or(thread -> isOfSdk(thread.getName())))
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "execute")
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor$Worker", "lock")
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "getTask")
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "processWorkerExit")
                .allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove")
                .allowBlockingCallsInside("java.util.concurrent.LinkedBlockingDeque", "pollFirst")
                .allowBlockingCallsInside("java.util.concurrent.LinkedBlockingDeque", "offerFirst")
                .allowBlockingCallsInside("software.amazon.awssdk.checksums.internal.DigestAlgorithm", "getDigest")
                .allowBlockingCallsInside(
                        "software.amazon.awssdk.checksums.internal.DigestAlgorithm$CloseableMessageDigest", "close")
                .allowBlockingCallsInside("io.netty.channel.pool.SimpleChannelPool", "close");
    }

    static boolean isOfSdk(String thread) {
        return thread.startsWith("sdk-async-response") || thread.startsWith("aws-java-sdk-NettyEventLoop");
    }
}

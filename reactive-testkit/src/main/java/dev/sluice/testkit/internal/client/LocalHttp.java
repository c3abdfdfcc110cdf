package dev.sluice.testkit.internal.client;

import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;

/**
 * HTTP for the SDK's clients of local services. They share event loops, which live as long as the JVM: a client with loops of
 * its own takes two seconds to close (the quiet period of their shutdown), in each test.
 */
public final class LocalHttp {
    private LocalHttp() {}

    /**
     * HTTP clients over the shared loops, with the SDK's defaults otherwise.
     *
     * @return a builder
     */
    public static NettyNioAsyncHttpClient.Builder builder() {
        return NettyNioAsyncHttpClient.builder().eventLoopGroup(Loops.SHARED);
    }

    private static final class Loops {
        static final SdkEventLoopGroup SHARED =
                SdkEventLoopGroup.create(new NioEventLoopGroup(4, new DefaultThreadFactory("testkit-client", true)));
    }
}

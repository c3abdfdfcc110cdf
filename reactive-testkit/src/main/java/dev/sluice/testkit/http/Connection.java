package dev.sluice.testkit.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: takes requests one after another, hands each to the server's threads, writes the answers. It always
 * has a read outstanding, so that a client that goes away is noticed, unless a handler is behind with a body.
 */
// A write that fails closes the channel, and that is where the call ends: its future tells nothing more.
@SuppressWarnings("FutureReturnValueIgnored")
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final LocalHttpServer server;
    private final long number;
    private final Queue<HttpObject> pipelined = new ArrayDeque<>();
    private @Nullable Exchange exchange;
    private @Nullable TokenBucket upload;
    private @Nullable TokenBucket download;
    private Shaping shaping = Shaping.NONE;
    private boolean readAsked;
    private boolean readScheduled;

    Connection(LocalHttpServer server, long number) {
        this.server = server;
        this.number = number;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        readMore(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        HttpObject object = (HttpObject) message;
        if (exchange != null && exchange.body.isComplete()) {
            pipelined.add(object);
        } else {
            accept(ctx, object);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        readAsked = false;
        readMore(ctx);
    }

    private void accept(ChannelHandlerContext ctx, HttpObject object) {
        if (object instanceof HttpRequest request) {
            if (!request.decoderResult().isSuccess()) {
                ReferenceCountUtil.release(object);
                ctx.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.BAD_REQUEST))
                        .addListener(done -> ctx.close());
                return;
            }
            applyShaping(server.shaping());
            exchange = new Exchange(ctx, request);
            server.callBegins();
            server.execute(exchange);
        }
        if (object instanceof HttpContent content && exchange != null) {
            int bytes = content.content().readableBytes();
            if (upload != null && bytes > 0) {
                upload.charge(bytes);
            }
            exchange.body.add(content.content());
            if (!content.decoderResult().isSuccess()) {
                exchange.body.fail(new IOException(
                        "The body cannot be decoded", content.decoderResult().cause()));
                ctx.close();
            } else if (content instanceof LastHttpContent) {
                exchange.body.complete();
                nextIfDone(ctx);
            }
        } else if (!(object instanceof HttpRequest)) {
            ReferenceCountUtil.release(object);
        }
    }

    private void applyShaping(Shaping wanted) {
        if (wanted.equals(shaping)) {
            return;
        }
        shaping = wanted;
        upload = wanted.limitsRate() ? new TokenBucket(wanted.bytesPerSecond(), System::nanoTime) : null;
        download = wanted.limitsRate() ? new TokenBucket(wanted.bytesPerSecond(), System::nanoTime) : null;
    }

    private void readMore(ChannelHandlerContext ctx) {
        if (readAsked || readScheduled || !pipelined.isEmpty() || !ctx.channel().isActive()) {
            return;
        }
        if (exchange != null && exchange.body.isFull()) {
            return;
        }
        long wait = upload == null ? 0 : upload.nanosUntil(1);
        if (wait > 0) {
            readScheduled = true;
            ctx.executor()
                    .schedule(
                            () -> {
                                readScheduled = false;
                                readMore(ctx);
                            },
                            wait,
                            TimeUnit.NANOSECONDS);
            return;
        }
        readAsked = true;
        ctx.read();
    }

    private void nextIfDone(ChannelHandlerContext ctx) {
        while (exchange != null && exchange.sent && exchange.body.isComplete()) {
            exchange = null;
            while (!pipelined.isEmpty() && (exchange == null || !exchange.body.isComplete())) {
                accept(ctx, pipelined.remove());
            }
        }
        readMore(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (exchange != null && exchange.writer != null && ctx.channel().isWritable()) {
            exchange.writer.pump();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        pipelined.forEach(ReferenceCountUtil::release);
        pipelined.clear();
        if (exchange != null) {
            if (!exchange.sent) {
                exchange.sent = true;
                server.callEnds();
            }
            exchange.body.fail(new IOException("The connection was closed"));
            if (exchange.writer != null) {
                exchange.writer.abort();
            }
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A client that resets its connection is an everyday matter; what it asked for ends with channelInactive.
        LOG.debug("Connection {} breaks", number, cause);
        ctx.close();
    }

    /** One request and its answer. */
    final class Exchange {
        final RequestBody body;
        final HttpCall call;
        private final ChannelHandlerContext ctx;
        private final boolean keepAlive;
        private boolean continueOwed;
        private boolean sent;
        private @Nullable ReplyWriter writer;

        Exchange(ChannelHandlerContext ctx, HttpRequest request) {
            this.ctx = ctx;
            this.keepAlive = HttpUtil.isKeepAlive(request);
            this.continueOwed = HttpUtil.is100ContinueExpected(request);
            this.body = new RequestBody(
                    () -> onLoop(this::sendContinue, Duration.ZERO), () -> onLoop(() -> readMore(ctx), Duration.ZERO));
            this.call = new HttpCall(
                    number, request.method().name(), request.uri(), HttpFields.of(request.headers()), body);
        }

        private void sendContinue() {
            if (continueOwed && writer == null) {
                continueOwed = false;
                ctx.writeAndFlush(
                        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE),
                        ctx.voidPromise());
            }
        }

        /** Any thread: answers, after the treatment's and the shaping's delay. */
        void answer(RecordedCall recorded, HttpReply reply, Treatment treatment) {
            onLoop(() -> write(recorded, reply, treatment), treatment.delay().plus(shaping.firstByte()));
        }

        /** Runs something on the connection's thread; a server that is closing has no connection left to run it for. */
        private void onLoop(Runnable action, Duration delay) {
            try {
                if (delay.isZero()) {
                    ctx.executor().execute(action);
                } else {
                    ctx.executor().schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
                }
            } catch (RejectedExecutionException e) {
                LOG.debug("The server closed before {} was over", call.method(), e);
            }
        }

        private void write(RecordedCall recorded, HttpReply reply, Treatment treatment) {
            // A client that still waits for leave to send its body must not send it as its next request.
            boolean keep = keepAlive && !continueOwed;
            writer = new ReplyWriter(ctx.channel(), recorded, reply, treatment.cut(), download, keep, () -> {
                sent = true;
                server.callEnds();
                nextIfDone(ctx);
            });
            try {
                writer.start();
            } catch (RuntimeException e) {
                LOG.warn(
                        "The answer to {} cannot be written",
                        recorded.operation().name(),
                        e);
                ctx.close();
            }
        }
    }
}

package dev.sluice.testkit.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/1.1 server on loopback for services that block. Each call runs on a thread of its own, off the event loop;
 * files go out by the kernel ({@code sendfile}); connections are kept alive. What an {@link Interceptor} decides is done
 * to each call.
 *
 * @since 0.1
 */
public final class LocalHttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalHttpServer.class);
    private static final Operation UNKNOWN = Operation.of("none", "Unknown");
    private static final int MAX_LINE_BYTES = 64 * 1024;
    private static final int CHUNK_BYTES = 64 * 1024;

    private final List<HttpHandler> handlers;
    private final Interceptor interceptor;
    private final EventLoopGroup loops = new NioEventLoopGroup(2, new DefaultThreadFactory("testkit-io", true));
    private final ExecutorService workers;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final AtomicLong connectionNumbers = new AtomicLong();
    private final AtomicInteger activeCalls = new AtomicInteger();
    private final Queue<RecordedCall> calls = new ConcurrentLinkedQueue<>();
    private final Channel listener;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean recording = true;
    private volatile Shaping shaping = Shaping.NONE;

    private LocalHttpServer(int port, Interceptor interceptor, List<HttpHandler> handlers) {
        this.interceptor = interceptor;
        this.handlers = List.copyOf(handlers);
        AtomicLong threads = new AtomicLong();
        // Plain threads: Netty's own count as non-blocking for BlockHound.
        this.workers = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "testkit-call-" + threads.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        connections.add(channel);
                        channel.pipeline()
                                .addLast(new HttpServerCodec(MAX_LINE_BYTES, MAX_LINE_BYTES, CHUNK_BYTES))
                                .addLast(new Connection(LocalHttpServer.this, connectionNumbers.incrementAndGet()));
                    }
                });
        try {
            this.listener = bootstrap
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .syncUninterruptibly()
                    .channel();
        } catch (Exception e) {
            // Netty throws the checked BindException without saying so.
            stopThreads();
            throw new IllegalStateException("Cannot listen on port " + port + " of the loopback interface", e);
        }
    }

    /**
     * Starts a server.
     *
     * @param port the port on the loopback interface; 0 for any free one
     * @param interceptor decides what is done to each call
     * @param handlers the services; the first that knows a call gets it
     * @return the running server
     */
    public static LocalHttpServer start(int port, Interceptor interceptor, List<HttpHandler> handlers) {
        return new LocalHttpServer(port, interceptor, handlers);
    }

    /**
     * Starts a server that leaves every call alone.
     *
     * @param port the port on the loopback interface; 0 for any free one
     * @param handlers the services; the first that knows a call gets it
     * @return the running server
     */
    public static LocalHttpServer start(int port, HttpHandler... handlers) {
        return start(port, Interceptor.NONE, List.of(handlers));
    }

    /**
     * The port.
     *
     * @return the one it listens on
     */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /**
     * Where clients find it.
     *
     * @return {@code http://127.0.0.1:port}
     */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /**
     * How many connections are open now, idle ones too.
     *
     * @return the count
     */
    public int openConnections() {
        return connections.size();
    }

    /**
     * How many calls have been taken up whose answer is not sent yet and whose connection is still there. They count
     * whether they are recorded or not.
     *
     * @return the count
     */
    public int activeCalls() {
        return activeCalls.get();
    }

    /** Closes every open connection in order (FIN), as a server does with those that were idle too long. */
    public void closeConnections() {
        connections.close().syncUninterruptibly();
    }

    /**
     * Pretends another network for the requests to come.
     *
     * @param network the latency and the rate; {@link Shaping#NONE} for loopback as it is
     */
    public void shape(Shaping network) {
        this.shaping = network;
    }

    /**
     * Switches the record of calls on or off. It is on at first; a long-running server wants it off, since it only grows.
     *
     * @param on whether the calls to come are recorded
     */
    public void record(boolean on) {
        this.recording = on;
    }

    /**
     * The calls so far, those still going on too.
     *
     * @return them, in the order they were taken up
     */
    public List<RecordedCall> calls() {
        return List.copyOf(calls);
    }

    /** Forgets the calls so far. */
    public void clearCalls() {
        calls.clear();
    }

    void callBegins() {
        activeCalls.incrementAndGet();
    }

    void callEnds() {
        activeCalls.decrementAndGet();
    }

    Shaping shaping() {
        return shaping;
    }

    void execute(Connection.Exchange exchange) {
        try {
            workers.execute(() -> run(exchange));
        } catch (RejectedExecutionException e) {
            LOG.debug("Not taking up {}: the server is closing", exchange.call, e);
        }
    }

    private void run(Connection.Exchange exchange) {
        try {
            serve(exchange);
        } catch (RuntimeException | Error e) {
            LOG.warn("Cannot serve {} {}", exchange.call.method(), exchange.call.path(), e);
            exchange.answer(new RecordedCall(exchange.call, UNKNOWN), HttpReply.empty(500), Treatment.NONE);
        } finally {
            exchange.body.close();
        }
    }

    private void serve(Connection.Exchange exchange) {
        HttpCall call = exchange.call;
        HttpHandler handler = null;
        Operation operation = null;
        for (HttpHandler candidate : handlers) {
            operation = candidate.identify(call);
            if (operation != null) {
                handler = candidate;
                break;
            }
        }
        RecordedCall recorded = new RecordedCall(call, operation == null ? UNKNOWN : operation);
        if (recording) {
            calls.add(recorded);
        }
        if (handler == null) {
            exchange.answer(recorded, HttpReply.empty(404), Treatment.NONE);
            return;
        }
        Treatment treatment = interceptor.treat(call, recorded.operation());
        HttpReply reply = reply(handler, call, recorded.operation(), treatment);
        exchange.answer(recorded, reply, treatment);
    }

    private static HttpReply reply(HttpHandler handler, HttpCall call, Operation operation, Treatment treatment) {
        HttpReply answer = null;
        try {
            treatment.before().forEach(Runnable::run);
            if (treatment.skipsWork()) {
                return HttpReply.empty(500);
            }
            Refusal refusal = treatment.refusal();
            answer = refusal == null ? handler.handle(call, operation) : handler.refuse(call, operation, refusal);
            for (ReplyEdit edit : treatment.edits()) {
                answer = edit.edit(answer);
            }
            return answer;
        } catch (Exception e) {
            if (answer != null) {
                answer.content().close();
            }
            LOG.debug("{} failed", operation.name(), e);
            return handler.refuse(call, operation, new Refusal(500, "InternalError", describe(e)));
        }
    }

    private static String describe(@Nullable Throwable error) {
        return error == null ? "Unknown" : error.getClass().getSimpleName() + ": " + error.getMessage();
    }

    /** Stops listening, closes the connections in order, and waits for the threads; calls still running are interrupted. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        listener.close().syncUninterruptibly();
        closeConnections();
        stopThreads();
    }

    private void stopThreads() {
        workers.shutdownNow();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
        try {
            if (!workers.awaitTermination(5, TimeUnit.SECONDS)) {
                LOG.warn("A call of the local server did not end within 5 s of its interruption");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

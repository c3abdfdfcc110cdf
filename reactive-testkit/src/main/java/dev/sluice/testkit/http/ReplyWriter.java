package dev.sluice.testkit.http;

import dev.sluice.testkit.http.Treatment.Cut;
import dev.sluice.testkit.http.Treatment.Ending;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes one answer, whole or up to where it is cut, as fast as the connection's bucket lets it. Event loop only. */
// A write that fails closes the channel, and that is where the call ends: its future tells nothing more.
@SuppressWarnings("FutureReturnValueIgnored")
final class ReplyWriter {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);
    private static final int PIECE_BYTES = 64 * 1024;
    private static final long RESET_DELAY_MILLIS = 50;

    private final Channel channel;
    private final RecordedCall recorded;
    private final HttpReply reply;
    private final @Nullable Cut cut;
    private final @Nullable TokenBucket bucket;
    private final boolean headOnly;
    private final boolean keepAlive;
    private final Runnable onSent;
    private long position;
    private long end;
    private boolean scheduled;
    private boolean over;

    ReplyWriter(
            Channel channel,
            RecordedCall recorded,
            HttpReply reply,
            @Nullable Cut cut,
            @Nullable TokenBucket bucket,
            boolean keepAlive,
            Runnable onSent) {
        this.channel = channel;
        this.recorded = recorded;
        this.reply = reply;
        this.cut = cut;
        this.bucket = bucket;
        this.headOnly = recorded.call().method().equals("HEAD");
        this.keepAlive = keepAlive;
        this.onSent = onSent;
    }

    void start() {
        if (!channel.isActive()) {
            finish();
            return;
        }
        if (cut != null && cut.afterBytes() == Cut.BEFORE_HEAD) {
            breakOff(cut.ending());
            return;
        }
        recorded.answered(reply.status());
        channel.write(head(), channel.voidPromise());
        long length = headOnly ? 0 : reply.content().length();
        end = cut == null ? length : Math.min(length, cut.afterBytes());
        if (bucket == null) {
            writeAtOnce();
        } else {
            pump();
        }
    }

    private HttpResponse head() {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()));
        for (Map.Entry<String, String> header : reply.headers()) {
            head.headers().add(header.getKey(), header.getValue());
        }
        boolean bodyAllowed = reply.status() != 204 && reply.status() != 304;
        if (bodyAllowed && !head.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
            head.headers().set(HttpHeaderNames.CONTENT_LENGTH, reply.content().length());
        }
        if (!head.headers().contains(HttpHeaderNames.DATE)) {
            head.headers().set(HttpHeaderNames.DATE, DATE.format(ZonedDateTime.now(ZoneOffset.UTC)));
        }
        if (!keepAlive) {
            head.headers().set(HttpHeaderNames.CONNECTION, "close");
        }
        return head;
    }

    private void writeAtOnce() {
        ChannelFuture last;
        if (cut != null) {
            Cut where = cut;
            last = end > 0
                    ? channel.writeAndFlush(reply.content().piece(0, end))
                    : channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
            last.addListener(done -> {
                recorded.sent(done.isSuccess() ? end : 0);
                breakOff(where.ending());
            });
            return;
        }
        if (end > 0) {
            channel.write(reply.content().piece(0, end), channel.voidPromise());
        }
        last = channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
        last.addListener((ChannelFutureListener) done -> {
            if (done.isSuccess()) {
                recorded.sent(end);
            }
            complete();
        });
    }

    /** Writes what the bucket and the socket take now; called again when either has room. */
    void pump() {
        if (over || scheduled || bucket == null) {
            return;
        }
        while (position < end) {
            if (!channel.isActive()) {
                finish();
                return;
            }
            if (!channel.isWritable()) {
                channel.flush();
                return;
            }
            long wanted = Math.min(PIECE_BYTES, end - position);
            long count = bucket.take(wanted);
            if (count == 0) {
                channel.flush();
                scheduled = true;
                channel.eventLoop().schedule(this::resume, bucket.nanosUntil(wanted), TimeUnit.NANOSECONDS);
                return;
            }
            channel.write(reply.content().piece(position, count), channel.voidPromise());
            position += count;
            recorded.sent(position);
        }
        over = true;
        if (cut != null) {
            Ending ending = cut.ending();
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> breakOff(ending));
        } else {
            channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(done -> complete());
        }
    }

    private void resume() {
        scheduled = false;
        pump();
    }

    /** The connection is gone. */
    void abort() {
        over = true;
        finish();
    }

    private void breakOff(Ending ending) {
        over = true;
        switch (ending) {
            case RESET -> {
                if (cut != null && cut.afterBytes() > 0) {
                    // A reset throws away what the kernel has not sent yet: give it a moment.
                    channel.eventLoop().schedule(this::reset, RESET_DELAY_MILLIS, TimeUnit.MILLISECONDS);
                } else {
                    reset();
                }
            }
            case CLOSE -> channel.close();
            case STALL -> {
                // Silence is the fault; the call is over when the connection is.
            }
        }
    }

    private void reset() {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.close();
        }
    }

    private void complete() {
        finish();
        if (!keepAlive) {
            channel.close();
        }
        onSent.run();
    }

    private void finish() {
        if (!recorded.isOver()) {
            recorded.finished();
            reply.content().close();
        }
    }
}

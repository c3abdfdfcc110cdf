package dev.sluice.fs.internal.read;

import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** Objects in memory behind the transport's seam. What is done with a request is the test's to say. */
final class FakeTransport implements ObjectTransport {
    final List<Call> calls = new CopyOnWriteArrayList<>();
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger mostOpen = new AtomicInteger();
    private final Map<S3Path, byte[]> objects = new ConcurrentHashMap<>();
    private volatile Consumer<Call> script = Call::answer;
    private volatile Mono<ObjectHandle> headScript = Mono.empty();

    static FakeTransport withObject(String path, int size) {
        FakeTransport transport = new FakeTransport();
        transport.put(path, size);
        return transport;
    }

    ObjectHandle put(String path, int size) {
        S3Path place = S3Path.parse(path);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + i / 251 + path.length());
        }
        objects.put(place, bytes);
        return new ObjectHandle(place, size, "\"v1\"");
    }

    byte[] bytes(S3Path path, long offset, long length) {
        return Arrays.copyOfRange(objects.get(path), (int) offset, (int) (offset + length));
    }

    /** What happens to each request from now on. */
    void onGet(Consumer<Call> behaviour) {
        script = behaviour;
    }

    /** Leaves every request open until the test does something with it. */
    void holdAll() {
        script = call -> {};
    }

    void onHead(Mono<ObjectHandle> answer) {
        headScript = answer;
    }

    List<String> ranges() {
        return calls.stream().map(call -> call.request.range()).toList();
    }

    @Override
    public Mono<Void> get(RangeGet request, BodyReceiver receiver) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super Void> actual) {
                Call call = new Call(request, receiver, actual);
                actual.onSubscribe(call);
            }
        };
    }

    @Override
    public Mono<ObjectHandle> head(S3Path path) {
        return Mono.defer(() -> headScript);
    }

    /** One request that was sent. */
    final class Call implements Subscription {
        final RangeGet request;
        final long offset;
        final long length;
        volatile boolean cancelled;
        private final BodyReceiver receiver;
        private final CoreSubscriber<? super Void> actual;
        private final byte[] object;
        private final AtomicBoolean sentOff = new AtomicBoolean();
        private final AtomicBoolean ended = new AtomicBoolean();
        private int sent;

        private Call(RangeGet request, BodyReceiver receiver, CoreSubscriber<? super Void> actual) {
            this.request = request;
            this.receiver = receiver;
            this.actual = actual;
            this.object = objects.getOrDefault(request.path(), new byte[0]);
            String[] bounds = request.range().substring("bytes=".length()).split("-", -1);
            if (bounds[0].isEmpty()) {
                this.length = Math.min(Long.parseLong(bounds[1]), object.length);
                this.offset = object.length - length;
            } else {
                this.offset = Long.parseLong(bounds[0]);
                this.length = Long.parseLong(bounds[1]) - offset + 1;
            }
        }

        void answer() {
            head();
            bytes((int) length);
            complete();
        }

        void head() {
            head(new ResponseHead(offset, length, object.length, "\"v1\""));
        }

        void head(ResponseHead head) {
            guarded(() -> receiver.head(head));
        }

        void bytes(int count) {
            ByteBuffer chunk =
                    ByteBuffer.wrap(object, (int) offset + sent, count).slice();
            sent += count;
            guarded(() -> receiver.bytes(chunk));
        }

        void bytes(ByteBuffer chunk) {
            guarded(() -> receiver.bytes(chunk));
        }

        @Override
        public void request(long n) {
            if (sentOff.compareAndSet(false, true)) {
                calls.add(this);
                mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
                script.accept(this);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            end();
        }

        void complete() {
            if (end()) {
                actual.onComplete();
            }
        }

        void fail(Kind kind) {
            fail(new TransportException(kind, "as scripted"));
        }

        void fail(Throwable error) {
            if (end()) {
                actual.onError(error);
            }
        }

        private boolean end() {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            if (sentOff.get()) {
                open.decrementAndGet();
            }
            return true;
        }

        private void guarded(Runnable signal) {
            try {
                signal.run();
            } catch (RuntimeException refused) {
                fail(refused);
            }
        }
    }
}

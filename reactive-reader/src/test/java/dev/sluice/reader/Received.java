package dev.sluice.reader;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * Keeps all that comes, without bound, also what was under way when it was cancelled. Reactor's own receivers report such a
 * signal as dropped, or lose it: in a race of a cancel and a signal that would be taken for a fault of ours.
 *
 * @param <T> what comes
 */
public final class Received<T> implements CoreSubscriber<T> {
    private final List<T> values = new CopyOnWriteArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private volatile Subscription subscription;
    private volatile boolean completed;

    private Received() {}

    public static <T> Received<T> from(Publisher<? extends T> publisher) {
        Received<T> received = new Received<>();
        publisher.subscribe(received);
        return received;
    }

    @Override
    public void onSubscribe(Subscription upstream) {
        subscription = upstream;
        upstream.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(T value) {
        values.add(value);
    }

    @Override
    public void onError(Throwable error) {
        errors.add(error);
    }

    @Override
    public void onComplete() {
        completed = true;
    }

    public void cancel() {
        subscription.cancel();
    }

    public List<T> values() {
        return values;
    }

    /** The only value; null while there is none. */
    public T value() {
        return values.isEmpty() ? null : only(values);
    }

    /** The only error; null while there is none. */
    public Throwable error() {
        return errors.isEmpty() ? null : only(errors);
    }

    public boolean completed() {
        return completed;
    }

    /** Whether the publisher has said that nothing more comes. */
    public boolean ended() {
        return completed || !errors.isEmpty();
    }

    private static <E> E only(List<E> seen) {
        if (seen.size() != 1) {
            throw new AssertionError("more than one came: " + seen);
        }
        return seen.get(0);
    }
}

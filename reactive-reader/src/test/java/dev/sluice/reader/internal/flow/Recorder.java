package dev.sluice.reader.internal.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** Writes down every signal, asks for what it is told to, and does something on each element if the test wishes. */
final class Recorder<T> implements CoreSubscriber<T> {
    final List<T> elements = new ArrayList<>();
    final List<Throwable> errors = new ArrayList<>();
    int completions;
    Consumer<T> onElement = element -> {};
    private Subscription subscription;
    private boolean busy;

    static <T> Recorder<T> of(Publisher<? extends T> publisher) {
        Recorder<T> recorder = new Recorder<>();
        publisher.subscribe(recorder);
        return recorder;
    }

    Recorder<T> request(long n) {
        subscription.request(n);
        return this;
    }

    void cancel() {
        subscription.cancel();
    }

    boolean ended() {
        return completions + errors.size() > 0;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
    }

    @Override
    public void onNext(T element) {
        if (busy || ended()) {
            throw new AssertionError("a signal inside another, or behind the end: " + element);
        }
        busy = true;
        elements.add(element);
        onElement.accept(element);
        busy = false;
    }

    @Override
    public void onError(Throwable error) {
        if (busy) {
            errors.add(new AssertionError("an error inside onNext"));
        }
        errors.add(error);
    }

    @Override
    public void onComplete() {
        if (busy) {
            errors.add(new AssertionError("a completion inside onNext"));
        }
        completions++;
    }
}

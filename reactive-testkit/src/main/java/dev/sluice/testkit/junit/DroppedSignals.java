package dev.sluice.testkit.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Hooks;

/**
 * Hears of the signals that Reactor drops. The hooks are global, and Reactor can only take back all of a kind at once, so
 * tests under it do not run side by side in one JVM, and set no such hooks of their own.
 */
final class DroppedSignals implements AutoCloseable {
    private static final String KEY = "dev.sluice.testkit.dropped-signals";

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Throwable> lastOperatorError = new AtomicReference<>();

    DroppedSignals() {
        Hooks.onErrorDropped(error -> seen.add("an error was dropped: " + error));
        Hooks.onNextDropped(value ->
                seen.add("a value was dropped, of class " + value.getClass().getName()));
        // An operator's error that goes downstream is no loss; it only helps to explain what was dropped.
        Hooks.onOperatorError(KEY, (error, value) -> {
            lastOperatorError.set(error);
            return error;
        });
    }

    /** What was dropped so far, in words. */
    List<String> seen() {
        List<String> all = new ArrayList<>(seen);
        Throwable error = lastOperatorError.get();
        if (!all.isEmpty() && error != null) {
            all.add("the last error of an operator was " + error);
        }
        return all;
    }

    @Override
    public void close() {
        Hooks.resetOnErrorDropped();
        Hooks.resetOnNextDropped();
        Hooks.resetOnOperatorError(KEY);
    }
}

package dev.sluice.reader.internal.query;

import java.util.ArrayList;
import java.util.List;

/** One id that somebody waits for. Belongs to the poller, on its loop. */
final class Watch {
    final String id;
    private final List<Watcher> watchers = new ArrayList<>(1);
    /** How many intervals went by. */
    int round;

    long dueNanos;
    long intervalNanos;
    /** Being asked for; not to be asked for again until answered. */
    boolean inCall;
    /** Asked for by itself, since a call for many could not tell what is wrong with it. */
    boolean alone;
    /** To be asked for again as soon as the call in flight is over. */
    boolean askAgain;
    /** Throttled answers in a row, which double the interval. */
    int throttled;
    /** Answers in a row that did not tell the state. */
    int failures;

    Watch(String id) {
        this.id = id;
    }

    void add(Watcher watcher) {
        watchers.add(watcher);
    }

    /** Takes one watcher off. */
    boolean remove(Watcher watcher) {
        watchers.remove(watcher);
        return watchers.isEmpty();
    }

    /** A copy, since watchers leave while they are told. */
    List<Watcher> watchers() {
        return List.copyOf(watchers);
    }
}

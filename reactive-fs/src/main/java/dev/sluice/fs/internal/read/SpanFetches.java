package dev.sluice.fs.internal.read;

import dev.sluice.fs.ReadOptions;
import java.util.Iterator;

/** Makes a fetch of each span, when it is its turn. */
record SpanFetches(Iterator<Span> spans, ReadOptions options, Requests requests) implements Iterator<Fetch> {
    @Override
    public boolean hasNext() {
        return spans.hasNext();
    }

    @Override
    public Fetch next() {
        return new SpanFetch(spans.next(), options, requests);
    }
}

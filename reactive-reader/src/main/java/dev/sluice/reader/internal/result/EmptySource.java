package dev.sluice.reader.internal.result;

import dev.sluice.reader.internal.arrow.DecodedBatch;
import dev.sluice.reader.internal.flow.BatchSource;
import org.apache.arrow.vector.types.pojo.Schema;
import reactor.core.publisher.Mono;

/**
 * A result without rows.
 *
 * @param schema its columns all the same
 */
public record EmptySource(Schema schema) implements BatchSource {
    @Override
    public Mono<DecodedBatch> next() {
        return Mono.empty();
    }

    @Override
    public void close() {
        // holds nothing
    }
}

package dev.sluice.testkit.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * What must hold of the key for a write to be done.
 *
 * @param ifMatch the entity tag it must have, or null
 * @param ifNoneMatch {@code *} when it must not be there, or null
 */
public record WriteCondition(
        @Nullable String ifMatch, @Nullable String ifNoneMatch) {
    /** No condition. */
    public static final WriteCondition NONE = new WriteCondition(null, null);

    void check(String key, @Nullable Entry current) {
        if (ifNoneMatch != null && current != null && ETags.matches(ifNoneMatch, current.etag())) {
            throw StorageFailure.preconditionFailed("If-None-Match");
        }
        if (ifMatch != null) {
            if (current == null) {
                throw StorageFailure.noSuchKey(key);
            }
            if (!ETags.matches(ifMatch, current.etag())) {
                throw StorageFailure.preconditionFailed("If-Match");
            }
        }
    }
}

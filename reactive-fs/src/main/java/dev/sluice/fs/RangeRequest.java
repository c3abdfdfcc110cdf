package dev.sluice.fs;

/**
 * A range of an object that is to be read.
 *
 * @param object the pinned object
 * @param range a range inside it
 * @since 0.1
 */
public record RangeRequest(ObjectHandle object, ByteRange range) {
    /**
     * Checks that the range ends inside the object.
     *
     * @param object as the record says
     * @param range as the record says
     */
    public RangeRequest {
        if (range.end() > object.size()) {
            throw new IllegalArgumentException(
                    range + " runs over the end of " + object.path() + " (" + object.size() + " bytes)");
        }
    }
}

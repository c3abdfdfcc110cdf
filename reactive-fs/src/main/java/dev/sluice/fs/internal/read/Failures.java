package dev.sluice.fs.internal.read;

import dev.sluice.fs.ObjectChangedException;
import dev.sluice.fs.ObjectHandle;
import dev.sluice.fs.ObjectNotFoundException;
import dev.sluice.fs.RangeNotSatisfiableException;
import dev.sluice.fs.S3Path;
import dev.sluice.fs.StorageAccessDeniedException;
import dev.sluice.fs.StorageException;
import dev.sluice.fs.StorageRequestRejectedException;
import dev.sluice.fs.StorageUnavailableException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Words for failures: what was read, and how often it was tried.
 *
 * @param path where
 * @param what the range, in words
 * @param pinned the pinned version, if there is one yet
 */
record Failures(S3Path path, String what, Supplier<@Nullable ObjectHandle> pinned) {
    StorageException of(TransportException failure, long attempts) {
        String message = path + " (" + what + "): " + failure.reason() + "; "
                + (attempts == 1 ? "1 attempt" : attempts + " attempts");
        ObjectHandle object = pinned.get();
        return switch (failure.kind()) {
            case NOT_FOUND -> new ObjectNotFoundException(message, failure.getCause());
            case ACCESS_DENIED -> new StorageAccessDeniedException(message, failure.getCause());
            case RANGE_NOT_SATISFIABLE -> new RangeNotSatisfiableException(message, failure.getCause());
            case CHANGED ->
                object == null
                        ? new StorageRequestRejectedException(message, failure.getCause())
                        : new ObjectChangedException(object, failure.getCause());
            case REJECTED -> new StorageRequestRejectedException(message, failure.getCause());
            case THROTTLED, TRANSIENT -> new StorageUnavailableException(message, failure.getCause());
        };
    }
}

package dev.sluice.reader.internal.parquet;

import dev.sluice.reader.MalformedResultException;
import dev.sluice.reader.ResultPlace;
import dev.sluice.reader.UnsupportedResultException;
import java.util.function.Supplier;

/** Gives errors of the decoders their place in the result. */
final class Failures {
    private Failures() {}

    /** Runs a step that gives nothing. */
    static void at(Supplier<ResultPlace> place, Runnable step) {
        boolean unused = at(place, () -> {
            step.run();
            return true;
        });
    }

    /** Runs a step; the place is asked for only if it fails. */
    static <T> T at(Supplier<ResultPlace> place, Supplier<T> step) {
        try {
            return step.get();
        } catch (CorruptDataException e) {
            throw new MalformedResultException(String.valueOf(e.getMessage()), place.get(), e.getCause());
        } catch (UnsupportedDataException e) {
            throw new UnsupportedResultException(String.valueOf(e.getMessage()), place.get(), null);
        } catch (ArithmeticException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            // Numbers that no sound file has, caught by the JDK's own checks before ours.
            throw new MalformedResultException("the bytes contradict themselves", place.get(), e);
        }
    }
}

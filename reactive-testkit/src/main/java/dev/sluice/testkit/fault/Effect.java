package dev.sluice.testkit.fault;

import dev.sluice.testkit.http.Operation;
import java.util.function.BiConsumer;

/**
 * What a fault does.
 *
 * @param decides whether it decides how the call ends, which only one fault can
 * @param action writes it down
 */
record Effect(boolean decides, BiConsumer<Operation, TreatmentBuilder> action) {
    static Effect deciding(BiConsumer<Operation, TreatmentBuilder> action) {
        return new Effect(true, action);
    }

    static Effect changing(BiConsumer<Operation, TreatmentBuilder> action) {
        return new Effect(false, action);
    }

    void apply(Operation operation, TreatmentBuilder treatment) {
        action.accept(operation, treatment);
    }
}

package dev.sluice.testkit.fault;

import dev.sluice.testkit.http.Refusal;
import dev.sluice.testkit.http.ReplyEdit;
import dev.sluice.testkit.http.Treatment;
import dev.sluice.testkit.http.Treatment.Cut;
import dev.sluice.testkit.http.Treatment.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers what the faults that strike one call do to it. */
final class TreatmentBuilder {
    private final List<Runnable> before = new ArrayList<>();
    private final List<ReplyEdit> edits = new ArrayList<>();
    private Duration delay = Duration.ZERO;
    private @Nullable Refusal refusal;
    private @Nullable Cut cut;
    private boolean skipsWork;

    boolean isDecided() {
        return refusal != null || cut != null;
    }

    void delay(Duration more) {
        delay = delay.plus(more);
    }

    void refuse(Refusal with) {
        refusal = with;
    }

    void cut(long afterBytes, Ending ending) {
        cut = new Cut(afterBytes, ending);
    }

    void cutInsteadOfWork(Ending ending) {
        cut(Cut.BEFORE_HEAD, ending);
        skipsWork = true;
    }

    void before(Runnable action) {
        before.add(action);
    }

    void edit(ReplyEdit change) {
        edits.add(change);
    }

    Treatment build() {
        return new Treatment(delay, refusal, cut, skipsWork, before, edits);
    }
}

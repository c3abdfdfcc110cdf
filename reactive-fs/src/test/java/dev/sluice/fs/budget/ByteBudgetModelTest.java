package dev.sluice.fs.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random histories against a plain model: lists walked from the front, nothing clever. */
class ByteBudgetModelTest {
    @Test
    void randomHistoriesAgreeWithTheModel() {
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            Model root = new Model(null, 1 + random.nextInt(100), ByteBudget.ofBytes(1));
            root.real = ByteBudget.ofBytes(root.limit);
            List<Model> nodes = new ArrayList<>(List.of(root));
            for (int i = random.nextInt(5); i > 0; i--) {
                Model parent = nodes.get(random.nextInt(nodes.size()));
                long limit = 1 + random.nextInt(120);
                nodes.add(new Model(parent, Math.min(limit, parent.limit), parent.real.share(limit)));
            }
            List<Ask> asks = new ArrayList<>();
            for (int step = 0; step < 150; step++) {
                act(random, nodes, asks);
                String where = "seed " + seed + ", step " + step;
                for (Ask ask : asks) {
                    assertThat(ask.real.granted()).as(where).isEqualTo(ask.granted);
                }
                for (Model node : nodes) {
                    assertThat(node.real.limit()).as(where).isEqualTo(node.limit);
                    assertThat(node.real.inUse()).as(where).isEqualTo(node.inUse);
                    assertThat(node.real.peak()).as(where).isEqualTo(node.peak);
                    assertThat(node.real.waiting()).as(where).isEqualTo(node.waiting(asks));
                }
            }
        }
    }

    private static void act(Random random, List<Model> nodes, List<Ask> asks) {
        int action = random.nextInt(10);
        if (action < 5 || asks.isEmpty()) {
            Model node = nodes.get(random.nextInt(nodes.size()));
            long bytes = random.nextInt((int) node.limit + 1);
            Ask ask = new Ask(node, bytes);
            asks.add(ask);
            node.queue.add(ask);
            node.pump();
            ask.real = Waiter.on(node.real, bytes);
            return;
        }
        Ask ask = asks.get(random.nextInt(asks.size()));
        if (action < 6) {
            ask.cancel();
            ask.real.cancel();
        } else if (ask.granted) {
            long keep = action < 7 ? ask.held / 2 : 0;
            ask.node.giveBack(ask.held - keep);
            ask.held = keep;
            if (action < 7) {
                ask.real.permit.shrinkTo(ask.closed ? 0 : keep);
            } else {
                ask.closed = true;
                ask.real.close();
            }
        }
    }

    private static final class Ask {
        private final Model node;
        private final long bytes;
        private Waiter real = new Waiter();
        private long held;
        private boolean granted;
        private boolean cancelled;
        private boolean closed;

        Ask(Model node, long bytes) {
            this.node = node;
            this.bytes = bytes;
        }

        void cancel() {
            if (granted || cancelled) {
                return;
            }
            cancelled = true;
            for (Model at = node; at != null; at = at.parent) {
                if (at.queue.remove(this)) {
                    break;
                }
                at.reserved -= bytes;
            }
            node.pump();
        }
    }

    private static final class Model {
        private final Model parent;
        private final long limit;
        private ByteBudget real;
        private final List<Ask> queue = new ArrayList<>();
        private long reserved;
        private long inUse;
        private long peak;

        Model(Model parent, long limit, ByteBudget real) {
            this.parent = parent;
            this.limit = limit;
            this.real = real;
        }

        void giveBack(long bytes) {
            for (Model at = this; at != null; at = at.parent) {
                at.reserved -= bytes;
                at.inUse -= bytes;
            }
            pump();
        }

        void pump() {
            for (Model at = this; at != null; at = at.parent) {
                while (!at.queue.isEmpty() && at.reserved + at.queue.get(0).bytes <= at.limit) {
                    Ask head = at.queue.remove(0);
                    at.reserved += head.bytes;
                    if (at.parent != null) {
                        at.parent.queue.add(head);
                        continue;
                    }
                    head.granted = true;
                    head.held = head.bytes;
                    for (Model counted = head.node; counted != null; counted = counted.parent) {
                        counted.inUse += head.bytes;
                        counted.peak = Math.max(counted.peak, counted.inUse);
                    }
                }
            }
        }

        long waiting(List<Ask> asks) {
            return asks.stream()
                    .filter(ask -> !ask.granted && !ask.cancelled && ask.node.isIn(this))
                    .count();
        }

        private boolean isIn(Model other) {
            for (Model at = this; at != null; at = at.parent) {
                if (at == other) {
                    return true;
                }
            }
            return false;
        }
    }
}

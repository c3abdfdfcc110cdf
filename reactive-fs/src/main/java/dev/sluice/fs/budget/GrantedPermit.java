package dev.sluice.fs.budget;

/** A permit; its fields are guarded by its tree's lock. */
final class GrantedPermit implements Permit {
    private final BudgetNode node;

    long held;
    boolean closed;

    GrantedPermit(BudgetNode node, long bytes) {
        this.node = node;
        this.held = bytes;
    }

    @Override
    public long bytes() {
        return node.held(this);
    }

    @Override
    public void shrinkTo(long bytes) {
        node.shrink(this, bytes);
    }

    @Override
    public void close() {
        node.close(this);
    }

    @Override
    public String toString() {
        return "Permit[" + bytes() + " bytes]";
    }
}

package io.pragh.core.durable;

/**
 * The log of one node of a graph of several processes, with the decisions that other nodes may ask for. Any thread.
 */
public final class PartLog implements CommitLog {
    private final LogWriter writer;
    private final KeptDecisionLog decisions;

    /** The log of a node's folder. */
    public PartLog(LogWriter writer, KeptDecisionLog decisions) {
        this.writer = writer;
        this.decisions = decisions;
    }

    @Override
    public KeptDecisionLog decisions() {
        return decisions;
    }

    @Override
    public boolean isKept() {
        return true;
    }

    @Override
    public long append(byte[] record) {
        return writer.append(record);
    }

    @Override
    public void await(long ticket) {
        writer.await(ticket);
    }

    @Override
    public void whenDurable(long ticket, Runnable then) {
        writer.whenDurable(ticket, then);
    }
}

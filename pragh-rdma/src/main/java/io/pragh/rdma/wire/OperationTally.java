package io.pragh.rdma.wire;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.FabricCounters;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a fabric is asked to do on other nodes. Any thread. */
public final class OperationTally {
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder atomics = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder batches = new LongAdder();
    private final LongAdder messages = new LongAdder();
    private final LongAdder messageBytes = new LongAdder();

    /** Counts an operation. */
    public void operation(Batch.Kind kind, int length) {
        switch (kind) {
            case READ -> reads.increment();
            case WRITE -> writes.increment();
            case CAS, FETCH_ADD -> atomics.increment();
        }
        bytes.add(length);
    }

    /** Counts a batch that had an operation on another node. */
    public void batch() {
        batches.increment();
    }

    /** Counts a message. */
    public void message(int payloadBytes) {
        messages.increment();
        messageBytes.add(payloadBytes);
    }

    /** All so far. */
    public FabricCounters counters() {
        return new FabricCounters(
                reads.sum(),
                writes.sum(),
                atomics.sum(),
                bytes.sum(),
                batches.sum(),
                messages.sum(),
                messageBytes.sum());
    }
}

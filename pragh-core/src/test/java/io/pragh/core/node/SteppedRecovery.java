package io.pragh.core.node;

import io.pragh.core.access.SlotLookup;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import java.util.BitSet;
import java.util.List;

/** A {@link Recovery} that a test makes step by step. One thread. */
public final class SteppedRecovery {
    private final Recovery recovery;

    /** The node it works for. */
    public interface Survivor {
        /** Its partitions now. */
        List<Partition> partitions();

        /** Swaps words of these. */
        OwnWords words();

        /** Its picture of the cluster. */
        ClusterView view();

        /** Its migrator forgets what it knows of a partition. */
        void forget(int partition);

        /** Whether one of its migrations works on the block at an address. */
        boolean isUnderWay(long address);

        /** Every key whose value died is marked. */
        void marked();
    }

    /** The recovery of one node. */
    public SteppedRecovery(Survivor node, SlotLookup slots, long restNanos, boolean sweeps) {
        recovery = new Recovery(
                new RecoveryContext(
                        node::partitions,
                        node.words(),
                        node::view,
                        node::forget,
                        node::isUnderWay,
                        () -> {},
                        node::marked),
                slots,
                restNanos,
                sweeps);
    }

    /** A member that served these partitions is gone and fenced. */
    public void lost(BitSet partitions, long nowNanos) {
        recovery.lost(partitions, nowNanos);
    }

    /** Does a little. */
    public void step(long nowNanos) {
        recovery.step(nowNanos);
    }

    /** Whether nothing is left to do. */
    public boolean idle() {
        return recovery.idle();
    }
}

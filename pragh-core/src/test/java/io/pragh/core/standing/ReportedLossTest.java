package io.pragh.core.standing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what others hear of a loss between its report and the end of its work. */
class ReportedLossTest {
    private static final LeasePolicy LEASE = new LeasePolicy(1_000, 100);

    private final List<String> heard = new ArrayList<>();
    private final Recovery recovery = new Recovery(new NobodysRecovery(), null, LEASE);

    /** A node without partitions, which asks in the middle of its recovery how far it is. */
    private final class NobodysRecovery implements Recovery.Survivor {
        @Override
        public List<Partition> partitions() {
            return List.of();
        }

        @Override
        public OwnWords words() {
            throw new AssertionError("no partition, no word");
        }

        @Override
        public ClusterView view() {
            return ClusterView.inTurn(1, 1);
        }

        @Override
        public void forget(int partition) {
            heard.add("begun: idle=" + recovery.idle() + " marked=" + recovery.isMarked());
        }

        @Override
        public boolean isUnderWay(long address) {
            return false;
        }

        @Override
        public void retarget() {}

        @Override
        public void marked() {
            if (heard.size() == 1) {
                recovery.lost(partition(2), LEASE.reclaimNanos()); // while the first one is found marked
            }
        }

        @Override
        public boolean isAgreed(long nowNanos) {
            return false;
        }
    }

    private static BitSet partition(int id) {
        return BitSet.valueOf(new long[] {1L << id});
    }

    /** A partition could be sealed, or keys taken for marked, while nobody works on what was lost. */
    @Test
    void aLossIsUnderWayFromItsReportOn() {
        assertTrue(recovery.idle());
        recovery.lost(partition(1), 0);
        assertFalse(recovery.idle());
        assertFalse(recovery.isMarked());
        recovery.step(0);
        assertFalse(recovery.idle());
        recovery.step(LEASE.reclaimNanos());
        assertFalse(recovery.isMarked(), "a second loss was reported");
        recovery.step(LEASE.reclaimNanos());
        assertFalse(recovery.isMarked());
        for (int lease = 2; lease < 6; lease++) {
            recovery.step(lease * LEASE.reclaimNanos());
        }
        assertTrue(recovery.idle());
        assertTrue(recovery.isMarked());
        assertEquals(List.of("begun: idle=false marked=false", "begun: idle=false marked=false"), heard);
    }
}

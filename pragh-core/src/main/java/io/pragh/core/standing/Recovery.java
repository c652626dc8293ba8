package io.pragh.core.standing;

import io.pragh.core.access.SlotLookup;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.store.LostValues;
import io.pragh.core.store.OrphanSweep;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.value.BlockFate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of a node after the loss of a member, in small steps: marks the keys whose values were lost, and retires
 * the blocks that the member left behind. One thread, but for {@link #lost}.
 */
// Order (h8, h10). The node has fenced the member and cleared its location cache before this class acts. Lost keys
// are marked, which allows new values, when no reader anywhere begins to follow an address that it had cached before:
// - when all members have confirmed that they have fenced and cleared as well, and the lost member must be silent
//   (ViewAgreement); a read that began before then may take the value that it would have taken at its beginning;
// - otherwise after a lease and its margin. The assumption that other nodes have seen the view and fenced by then
//   rests on views reaching all members within the margin of a lease; a member that they do not reach must act as
//   expelled (Membership.connected).
// Blocks are invalidated after a lease and its margin, because their memory is used again, which a read that began
// before must not see.
//
// A crash of this node at any point leaves behind only the effects of its own loss.
public final class Recovery {
    private static final int SLOTS_PER_STEP = 1024;
    private static final int BLOCKS_PER_STEP = 256;
    /**
     * The number of passes without any action, begun a lease apart, after which no block is left behind. A block that
     * two passes had to leave for another look, because its key was busy or its home out of reach, counts as action.
     */
    private static final int QUIET_PASSES = 2;

    /** The node that recovers. */
    public interface Survivor {
        /** The partitions that it serves now. */
        List<Partition> partitions();

        /** Swaps words of these partitions. */
        OwnWords words();

        /** Its latest view of the cluster. */
        ClusterView view();

        /** Makes its migrator forget the state of a partition that died. */
        void forget(int partition);

        /** Whether a migration into the node works on the block at an address. */
        boolean isUnderWay(long address);

        /** Makes its migrator pull into its present partitions. */
        void retarget();

        /** Called when every key whose value was lost is marked. */
        void marked();

        /**
         * Whether every member is known to have fenced the lost members and to use no address from before, and the
         * lost members, if they still run, are silent after {@code silenceNanos}.
         */
        boolean isAgreed(long nowNanos);

        /**
         * Receives the keys that are held because their values were lost and are to be restored from a log; null
         * where there is no log.
         */
        default @Nullable LongConsumer restoring() {
            return null;
        }
    }

    private record Loss(BitSet partitions, long nanos) {}

    private final Survivor node;
    private final SlotLookup slots;
    private final long restNanos;
    private final long silenceNanos;
    private final ConcurrentLinkedQueue<Loss> losses = new ConcurrentLinkedQueue<>();
    private final BitSet unmarked = new BitSet();
    private final List<LostValues> markers = new ArrayList<>();
    private final List<OrphanSweep> sweeping = new ArrayList<>();
    private long lostNanos;
    private long passAtNanos;
    private int quietPasses = QUIET_PASSES;
    private int at;
    private int unsettled;
    private volatile long retired;
    private volatile long marked;
    private volatile boolean busy;
    private volatile boolean allMarked = true;

    /**
     * The recovery of a node that looks slots up at their homes; nothing is lost yet.
     *
     * @param lease how long it waits until no reader follows an old address
     */
    public Recovery(Survivor node, SlotLookup slots, LeasePolicy lease) {
        this.node = node;
        this.slots = slots;
        this.restNanos = lease.reclaimNanos();
        this.silenceNanos = lease.silenceNanos() + lease.marginNanos();
    }

    /** Reports that a member that served these partitions, possibly none, is gone and fenced. Any thread. */
    public void lost(BitSet partitions, long nowNanos) {
        losses.add(new Loss(partitions, nowNanos));
    }

    /** Whether no work is left. Any thread. */
    public boolean idle() {
        return losses.isEmpty() && !busy; // in this order: a loss begins before it leaves the reported ones
    }

    /** Whether all keys with lost values are marked. Any thread. */
    public boolean isMarked() {
        return losses.isEmpty() && allMarked;
    }

    /** Whether every reported loss is marked. Any thread. */
    public boolean losesNothing() {
        return losses.isEmpty();
    }

    /** The number of keys marked as lost so far. Any thread. */
    public long marked() {
        return marked;
    }

    /** The number of left-behind blocks retired so far. Any thread. */
    public long retired() {
        return retired;
    }

    /** Does a step of the work. */
    public void step(long nowNanos) {
        // Removed last: a loss is either among the reported ones or has begun, also for who asks in between.
        for (Loss loss = losses.peek(); loss != null; loss = losses.peek()) {
            begin(loss);
            losses.remove();
        }
        if (!unmarked.isEmpty() && nobodyFollows(nowNanos)) {
            mark();
        }
        if (quietPasses < QUIET_PASSES && nowNanos - passAtNanos >= 0) {
            sweep(nowNanos);
        }
        if (busy && unmarked.isEmpty() && quietPasses >= QUIET_PASSES && losses.isEmpty()) {
            busy = false;
        }
    }

    /**
     * Whether no reader anywhere follows an address that was cached before the loss, except in reads that began
     * before.
     */
    private boolean nobodyFollows(long nowNanos) {
        long sinceNanos = nowNanos - lostNanos;
        return sinceNanos >= restNanos || sinceNanos >= silenceNanos && node.isAgreed(nowNanos);
    }

    private void begin(Loss loss) {
        busy = true;
        allMarked = false;
        loss.partitions.stream().forEach(node::forget);
        node.retarget();
        unmarked.or(loss.partitions);
        lostNanos = loss.nanos;
        markers.clear();
        BitSet died = (BitSet) unmarked.clone();
        for (Partition partition : node.partitions()) {
            markers.add(new LostValues(partition, node.words(), died::get, this::fate, node.restoring()));
        }
        sweeping.clear();
        for (Partition partition : node.partitions()) {
            sweeping.add(new OrphanSweep(partition, node.words(), restNanos, slots::word, node::isUnderWay));
        }
        quietPasses = 0;
        passAtNanos = loss.nanos + restNanos;
        at = 0;
        unsettled = 0;
    }

    /** A block of a partition that no member serves is gone; one that cannot be reached yet is looked at later. */
    private BlockFate fate(long key, long address) {
        BlockFate seen = slots.fate(key, address);
        boolean served = node.view().nodeOf(ValueAddress.partition(address)) != ClusterView.NOBODY;
        return seen == BlockFate.UNDECIDED && !served ? BlockFate.GONE : seen;
    }

    private void mark() {
        markers.removeIf(marker -> {
            long before = marker.marked();
            boolean done = marker.step(SLOTS_PER_STEP);
            marked = marked + marker.marked() - before;
            return done;
        });
        if (markers.isEmpty()) {
            unmarked.clear();
            allMarked = true;
            node.marked();
        }
    }

    private void sweep(long nowNanos) {
        if (at < sweeping.size()) {
            OrphanSweep sweep = sweeping.get(at);
            long before = sweep.retired();
            if (sweep.step(BLOCKS_PER_STEP, nowNanos)) {
                unsettled += sweep.acted() + sweep.lingering();
                at++;
            }
            retired = retired + sweep.retired() - before;
        } else {
            quietPasses = unsettled == 0 ? quietPasses + 1 : 0;
            passAtNanos = nowNanos + restNanos;
            at = 0;
            unsettled = 0;
        }
    }
}

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
 * What a node does, little by little, after a member has been lost: marks the keys whose values died with it, and retires the blocks
 * it left behind. One thread, but for {@link #lost}.
 */
// Order (h8, h10). The node has fenced the member and cleared its location cache before it comes here. Lost keys are
// marked, which lets new values in, when no reader anywhere begins to follow an address that it had cached before:
// - when all members have said that they have fenced and cleared, too, and the one that is gone must be silent
//   (ViewAgreement); a read that had begun before then may take the value that it would have taken at its begin;
// - else after a lease and its margin. That other nodes have seen the view and fenced too by then rests on views
//   reaching all members within the margin of a lease; a member they do not reach must act as expelled
//   (Membership.connected).
// Blocks are invalidated after a lease and its margin: their memory is used again, which a read of before must not see.
//
// A crash of this node at any point leaves nothing behind but what its own loss leaves.
public final class Recovery {
    private static final int SLOTS_PER_STEP = 1024;
    private static final int BLOCKS_PER_STEP = 256;
    /**
     * Passes without anything to do, begun a lease apart, after which no block is left behind. A block that both had to leave for
     * another look, because its key was busy or its home out of reach, is something to do.
     */
    private static final int QUIET_PASSES = 2;

    /** The node it works for. */
    public interface Survivor {
        /** Its partitions now. */
        List<Partition> partitions();

        /** Swaps words of these. */
        OwnWords words();

        /** Its latest picture of the cluster. */
        ClusterView view();

        /** Its migrator forgets what it knows of a partition that died. */
        void forget(int partition);

        /** Whether a migration into it works on the block at an address. */
        boolean isUnderWay(long address);

        /** Its migrator pulls into its partitions of now. */
        void retarget();

        /** Every key whose value died is marked. */
        void marked();

        /**
         * Whether every member is known to have fenced who is gone and to follow no address of before, and who is gone, if it lives on, is
         * silent after {@code silenceNanos}.
         */
        boolean isAgreed(long nowNanos);

        /** Takes keys that are held because their values died and are to be restored out of a log; null where there is none. */
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
     * Of a node that looks slots up at their homes; nothing is lost yet.
     *
     * @param lease how long it waits before nobody follows an old address any more
     */
    public Recovery(Survivor node, SlotLookup slots, LeasePolicy lease) {
        this.node = node;
        this.slots = slots;
        this.restNanos = lease.reclaimNanos();
        this.silenceNanos = lease.silenceNanos() + lease.marginNanos();
    }

    /** A member that served these partitions, perhaps none, is gone and fenced. Any thread. */
    public void lost(BitSet partitions, long nowNanos) {
        allMarked = false;
        losses.add(new Loss(partitions, nowNanos));
        busy = true;
    }

    /** Whether nothing is left to do. Any thread. */
    public boolean idle() {
        return !busy && losses.isEmpty();
    }

    /** Whether all keys are marked whose values were lost. Any thread. */
    public boolean isMarked() {
        return losses.isEmpty() && allMarked;
    }

    /** Whether no loss has come in that is not marked yet. Any thread. */
    public boolean losesNothing() {
        return losses.isEmpty();
    }

    /** Keys marked as lost so far. Any thread. */
    public long marked() {
        return marked;
    }

    /** Blocks retired so far that had been left behind. Any thread. */
    public long retired() {
        return retired;
    }

    /** Does a little. */
    public void step(long nowNanos) {
        for (Loss loss = losses.poll(); loss != null; loss = losses.poll()) {
            begin(loss);
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

    /** Whether nobody anywhere follows an address that was cached before the loss, but who has begun to before. */
    private boolean nobodyFollows(long nowNanos) {
        long sinceNanos = nowNanos - lostNanos;
        return sinceNanos >= restNanos || sinceNanos >= silenceNanos && node.isAgreed(nowNanos);
    }

    private void begin(Loss loss) {
        busy = true;
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

    /** Of a partition that nobody serves nothing is there; of one that cannot be reached, or not yet, it will be seen later. */
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
            allMarked = losses.isEmpty();
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

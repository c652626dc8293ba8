package io.pragh.core.standing;

import io.pragh.core.access.LocalShare;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.WordList;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import io.pragh.core.timestamp.OpenSnapshots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which partitions a node serves, and what it does about each later view and each change of its own standing. Any thread. */
public final class NodeShare {
    /** Who must hear of what a view has changed. */
    public interface Follower {
        /** A view is in force, and whoever it has lost is fenced. */
        void applied(ClusterView view);

        /** Members are gone, and what these partitions held, perhaps none, is lost. */
        void lost(BitSet partitions);

        /** A partition has come by a handover; it is served when this returns. */
        void arrived(PartitionCopy copy);

        /** The node's partitions are others than before. */
        void changed();
    }

    private final NodeBasis basis;
    private final Fabric fabric;
    private final Partition.Surroundings surroundings;
    private final OpenSnapshots snapshots;
    private final Supplier<Standing> standing;
    private final BitSet unmarked = new BitSet();
    private final Map<Integer, PartitionCopy> expected = new HashMap<>();
    private final int self;
    private ClusterView applied;
    /** The view that said of the latest loss; at first the one that the node came with, which knows nothing of earlier ones. */
    private long lossEpoch;

    private @Nullable Partition sealed;
    /** What was lost since the sealed partition was sealed; null when no member was. */
    private @Nullable BitSet lostMeanwhile;

    private volatile StoreShare share;
    private volatile LocalShare readers;
    /** Cut off, and perhaps expelled: its partitions are withdrawn until it is back. */
    private volatile boolean silent;

    private volatile boolean over;
    /** One of the node's own threads has failed. */
    private boolean broken;

    /**
     * The share that a view gives to a node; nothing is exposed yet.
     *
     * @param surroundings what all partitions share
     * @param snapshots registered in partitions, so that others know which are open here
     * @param standing how far the node may act as a member
     * @param empty a share without partitions
     */
    public NodeShare(
            NodeBasis basis,
            Partition.Surroundings surroundings,
            OpenSnapshots snapshots,
            Supplier<Standing> standing,
            StoreShare empty,
            ClusterView view) {
        this.basis = basis;
        this.fabric = basis.fabric();
        this.surroundings = surroundings;
        this.snapshots = snapshots;
        this.standing = standing;
        this.self = fabric.self();
        this.applied = view;
        this.lossEpoch = view.epoch();
        @Nullable Partition[] partitions = new Partition[view.partitions()];
        for (int id : view.partitionsOf(self)) {
            partitions[id] = created(id, view);
        }
        this.share = empty.with(partitions);
        this.readers = ShareViews.forReaders(share, Standing.MEMBER);
    }

    /** An empty partition: a new graph's, or in the place of one that was lost. */
    private Partition created(int id, ClusterView view) {
        Partition partition = view.lifeOf(id) == 0
                ? Partition.create(id, basis.homes(), basis.memory(), surroundings)
                : Partition.substitute(id, basis.homes(), basis.memory(), surroundings, view.epoch());
        snapshots.registerIn(partition.region(), basis.clock().nanos());
        return partition;
    }

    /** The partitions served now. */
    public StoreShare store() {
        return share;
    }

    /** What readers see of them. */
    public LocalShare readers() {
        return readers;
    }

    /** Whether the node has ended or was expelled. */
    public boolean isOver() {
        return over;
    }

    /** The node ends; a view that is being taken in is taken in whole before. */
    public synchronized void end() {
        over = true;
    }

    /** Whether this node's partitions are withdrawn, for now or for good: their words cannot be swapped. */
    public boolean isWithdrawn() {
        return silent || over;
    }

    /** Whether this node is cut off, and perhaps expelled. */
    public boolean isSilent() {
        return silent;
    }

    /** Lets others reach the partitions. */
    public void expose() {
        share.served().forEach(p -> fabric.expose(p.id(), p.region()));
    }

    /**
     * Takes a later view in: fences the members that are gone, forgets what was known of them, and serves the partitions that are this
     * node's now. What needs a lease to pass is done by the upkeep.
     */
    public synchronized void changed(ClusterView later, Follower follower) {
        if (over || later.epoch() <= applied.epoch()) {
            follower.applied(applied); // of the view that the node began with nobody has told it
            tell();
            return;
        }
        ClusterView former = applied;
        applied = later;
        if (!later.has(self)) {
            withdraw(former);
            return;
        }
        BitSet died = new BitSet();
        boolean loss = false;
        for (ClusterView.Member member : former.members()) {
            if (!later.has(member.node())) {
                fabric.fence(member.node());
                // one that had handed everything over before has left nothing behind
                int[] lost = Arrays.stream(former.partitionsOf(member.node()))
                        .filter(p -> former.lifeOf(p) != later.lifeOf(p) || later.nodeOf(p) == ClusterView.NOBODY)
                        .toArray();
                loss |= lost.length > 0;
                Arrays.stream(lost).forEach(died::set);
            }
        }
        if (loss && later.isKept()) {
            snapshots.expireAll(); // what comes back has no versions of before
        }
        follower.applied(later);
        serve(later, died, follower);
        if (loss) {
            // Not only what lay on the dead node: a block that it had pulled away from here still looks LIVE, and who
            // reads this memory follows a cached address without looking at its lease.
            basis.cache().clear(basis.clock().nanos());
            lossEpoch = later.isKept() ? lossEpoch : later.epoch();
            follower.lost(died);
            noteLoss(died);
        }
        tell();
    }

    /** Lets the others know which view is in force here: who has left is fenced, and what was cached before a loss is forgotten. */
    private void tell() {
        share.served().forEach(p -> p.region().setLongRelease(PartitionHeader.VIEW_OFFSET, applied.epoch()));
    }

    private void noteLoss(BitSet died) {
        BitSet lost = lostMeanwhile == null ? new BitSet() : lostMeanwhile;
        lost.or(died);
        lostMeanwhile = sealed == null ? null : lost;
    }

    /** Serves what is this node's now and was not before, and nothing else any more. */
    private void serve(ClusterView later, BitSet died, Follower follower) {
        @Nullable Partition[] partitions = new Partition[later.partitions()];
        List<Partition> fresh = new ArrayList<>();
        boolean others = false;
        for (int id = 0; id < partitions.length; id++) {
            if (later.nodeOf(id) != self) {
                others |= share.partition(id) != null;
                sealed = sealed != null && sealed.id() == id ? null : sealed; // handed over
                continue;
            }
            partitions[id] = share.partition(id);
            if (partitions[id] == null && (sealed == null || sealed.id() != id)) {
                Partition partition = arrived(id, later, follower);
                partitions[id] = partition;
                fresh.add(partition);
            }
        }
        unmarked.or(died);
        // who serves a partition may have to change words of it through the fabric
        if (!silent) {
            fresh.forEach(p -> fabric.expose(p.id(), p.region()));
        }
        publish(share.with(partitions).withUnmarked(unmarked));
        if (others || !fresh.isEmpty()) {
            follower.changed();
        }
    }

    private Partition arrived(int id, ClusterView later, Follower follower) {
        PartitionCopy copy = expected.remove(id);
        if (copy == null || !copy.lives(later.lifeOf(id))) {
            boolean neverHeld = later.lifeOf(id) == 0;
            Invariant.check(neverHeld || !later.isKept(), "what was kept is served by who has restored it", id);
            return created(id, later);
        }
        follower.arrived(copy);
        registerInCopy(copy.partition());
        return copy.partition();
    }

    /** Registers open snapshots in a partition that another node, or nobody, has served until now. */
    private void registerInCopy(Partition partition) {
        snapshots.registerIn(partition.region(), basis.clock().nanos() + OpenSnapshots.SETTLE_NANOS);
    }

    /** This node was expelled: it serves nothing any more, and nobody listens to it. */
    private void withdraw(ClusterView former) {
        publish(share.with(new Partition[former.partitions()]));
        over = true;
        Arrays.stream(former.partitionsOf(self)).forEach(fabric::withdraw);
    }

    private void publish(StoreShare now) {
        share = now;
        readers = ShareViews.forReaders(now, standing.get());
    }

    /** As when the node is cut off from all others, and for good. */
    public synchronized void stopServing() {
        if (!over && !broken) {
            serveAs(Standing.SILENT);
        }
        broken = true;
    }

    /** Puts into force how far this node may act as a member. */
    public synchronized void standingChanged(Standing standing) {
        if (over || broken) {
            return;
        }
        serveAs(standing);
        if (standing != Standing.DOUBTED) {
            // of what was cached before a view that this node may have missed
            basis.cache().clear(basis.clock().nanos());
        }
    }

    /** Serves as a standing allows. A node that fails falls silent by it, so it asks nothing that may fail for the same reason, as a clock. */
    private void serveAs(Standing standing) {
        boolean wasSilent = silent;
        silent = standing == Standing.SILENT;
        boolean takesUpdates = standing == Standing.MEMBER || standing == Standing.DOUBTED;
        if (wasSilent && !silent) {
            expose();
        }
        publish(share.takingUpdates(takesUpdates));
        if (silent) {
            share.served().forEach(p -> fabric.withdraw(p.id()));
        }
    }

    /** All keys that had died are marked. */
    public synchronized void marked() {
        unmarked.clear();
        publish(share.withUnmarked(unmarked));
    }

    /** Keys that a partition does not know are absent from now on, unless more was lost after the view of this epoch. */
    synchronized void restored(Partition partition, long epoch) {
        boolean all = hasAll(epoch);
        if (all) {
            partition.restored();
            publish(share);
        }
        partition.settled(epoch, all);
    }

    /** Whether nothing was lost after the view of an epoch, as far as is known here. */
    synchronized boolean hasAll(long epoch) {
        return lossEpoch <= epoch;
    }

    /** Whether a partition is served here at the moment. */
    @SuppressWarnings("ReferenceEquality") // it may have gone and come back, in other memory
    boolean serves(Partition partition) {
        return share.partition(partition.id()) == partition;
    }

    /** Begins nothing more at a home that is to be handed over; {@link StoreShare#NONE} takes it back. */
    public synchronized void leaving(int partition) {
        publish(share.leaving(partition));
    }

    /**
     * Serves a partition no more, though it is this node's until a view says otherwise. Its memory is exposed still. False, and nothing is
     * done, while a recovery may need it, this node is no certain member, or it would hide open snapshots.
     */
    // Under the lock with the taking in of views: a loss is seen by the recovery asked here, or noted as one since it
    // was sealed.
    public synchronized boolean seal(Partition partition, BooleanSupplier recovered) {
        if (isWithdrawn()
                || !recovered.getAsBoolean()
                || !snapshots.leave(partition.region(), basis.clock().nanos())) {
            return false;
        }
        @Nullable Partition[] rest = partitions();
        rest[partition.id()] = null;
        sealed = partition;
        lostMeanwhile = null;
        publish(share.with(rest).leaving(StoreShare.NONE));
        return true;
    }

    private @Nullable Partition[] partitions() {
        @Nullable Partition[] all = new Partition[share.partitions()];
        Arrays.setAll(all, share::partition);
        return all;
    }

    /** Whether a partition is sealed: no view has given it to another node yet. */
    @SuppressWarnings("ReferenceEquality") // it may have come back and be on its way again, in other memory
    public synchronized boolean isSealed(Partition partition) {
        return sealed == partition;
    }

    /** Whether a member was lost since a partition was sealed: it must be served again, to be recovered with all others. */
    public synchronized boolean hasLost() {
        return lostMeanwhile != null;
    }

    /** The epoch of the view that is in force here. */
    public synchronized long epoch() {
        return applied.epoch();
    }

    /** Serves a sealed partition again. */
    public synchronized void unseal(Partition partition, Follower follower) {
        if (!isSealed(partition) || over) {
            return;
        }
        sealed = null;
        @Nullable Partition[] all = partitions();
        all[partition.id()] = partition;
        BitSet lost = lostMeanwhile;
        lostMeanwhile = null;
        registerInCopy(partition);
        if (lost != null) {
            unmarked.or(lost);
        }
        if (!silent) {
            fabric.expose(partition.id(), partition.region());
        }
        publish(share.with(all).withUnmarked(unmarked));
        tell();
        follower.changed();
        if (lost != null) {
            follower.lost(lost);
        }
    }

    /**
     * A copy is complete; the node serves it as soon as a view says so. Replaces one of an earlier attempt.
     *
     * @param life which one the partition lives, or {@link PartitionCopy#NEXT_LIFE}
     * @param region its memory
     * @param description what its former node knew of that, and has answered; it is read from here on
     */
    public void expect(int id, int life, Region region, WordList description) {
        Partition copied = Partition.copied(
                id,
                basis.homes(),
                region,
                description,
                surroundings,
                basis.clock().nanos());
        synchronized (this) {
            expected.put(id, new PartitionCopy(copied, life, description));
        }
    }

    /** The former node has begun to give a partition anew: an earlier copy of it will never be served. */
    public synchronized void expectNot(int partition) {
        expected.remove(partition);
    }
}

package io.pragh.core.standing;

import io.pragh.core.access.LocalShare;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Determines which partitions a node serves: acts on each later view and on each change of the node's
 * {@link Standing}. Any thread.
 */
public final class NodeShare {
    /** Receives the effects of a view. */
    public interface Follower {
        /** A view is in force, and the members that it has lost are fenced. */
        void applied(ClusterView view);

        /** Members are gone, and the contents of these partitions, possibly none, are lost. */
        void lost(BitSet partitions);

        /** A partition has come by a handover; it is served when this returns. */
        void arrived(PartitionCopy copy);

        /** The set of the node's partitions has changed. */
        void changed();
    }

    private static final System.Logger LOG = System.getLogger(NodeShare.class.getName());
    private static final long ROOM_AGAIN_NANOS = 1_000_000_000;

    private final NodeBasis basis;
    private final Fabric fabric;
    private final Partition.Surroundings surroundings;
    private final OpenSnapshots snapshots;
    private final Supplier<Standing> standing;
    private final BitSet unmarked = new BitSet();
    private final Map<Integer, PartitionCopy> expected = new HashMap<>();
    private final int self;
    private ClusterView applied;
    /**
     * The epoch of the view that reported the latest loss; at first that of the view with which the node started,
     * which says nothing of earlier losses.
     */
    private long lossEpoch;

    /** The partitions that the view gives to this node, and for which it had no memory. */
    private BitSet roomless = new BitSet();

    private @Nullable Partition sealed;
    /** The partitions lost since the sealed partition was sealed; null when no member was lost. */
    private @Nullable BitSet lostMeanwhile;

    private volatile StoreShare share;
    private volatile LocalShare readers;
    /** Whether the node is cut off, and perhaps expelled: its partitions are withdrawn until it is back. */
    private volatile boolean silent;

    private volatile boolean over;
    private volatile boolean seeksRoom;
    private volatile long roomSoughtNanos;
    /** Whether one of the node's own threads has failed. */
    private boolean broken;

    /**
     * The share that a view gives to a node; nothing is exposed yet.
     *
     * @param surroundings the facilities that all partitions share
     * @param snapshots are registered in partitions, so that other nodes know which are open here
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

    /** An empty partition: of a new graph, or in the place of one that was lost. */
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

    /** The same partitions, for readers. */
    public LocalShare readers() {
        return readers;
    }

    /** Whether the node was closed or expelled. */
    public boolean isOver() {
        return over;
    }

    /** Closes the share; a view that is being applied is applied completely before. */
    public synchronized void end() {
        over = true;
    }

    /**
     * Whether this node's partitions are withdrawn, temporarily or for good, so that their words cannot be swapped.
     */
    public boolean isWithdrawn() {
        return silent || over;
    }

    /** Whether this node is cut off, and perhaps expelled. */
    public boolean isSilent() {
        return silent;
    }

    /** Exposes the partitions to other nodes. */
    public void expose() {
        share.served().forEach(p -> fabric.expose(p.id(), p.region()));
    }

    /**
     * Applies a later view: fences the members that are gone, forgets cached state about them, and serves the
     * partitions that are this node's now. Work that needs a lease to pass is left to the upkeep.
     */
    public synchronized void changed(ClusterView later, Follower follower) {
        if (over || later.epoch() <= applied.epoch()) {
            follower.applied(applied); // the follower has not heard of the view with which the node started
            tell();
            return;
        }
        ClusterView former = applied;
        applied = later;
        if (!later.has(self)) {
            withdraw(former);
            return;
        }
        for (ClusterView.Member member : former.members()) {
            if (!later.has(member.node())) {
                fabric.fence(member.node());
            }
        }
        // A member that had handed over all its partitions before has lost nothing.
        BitSet died = later.lostSince(former);
        boolean loss = !died.isEmpty();
        if (loss && later.isKept()) {
            snapshots.expireAll(); // what comes back has no versions of before
        }
        follower.applied(later);
        serve(later, died, follower);
        if (loss) {
            // All addresses, not only those on the dead node: a block that the dead node had pulled away from here
            // still looks LIVE, and a reader of this memory follows a cached address without checking its lease.
            basis.cache().clear(basis.clock().nanos());
            lossEpoch = later.isKept() ? lossEpoch : later.epoch();
            follower.lost(died);
            noteLoss(died);
        }
        tell();
    }

    /**
     * Publishes which view is in force here: lost members are fenced, and addresses cached before a loss are
     * forgotten.
     */
    private void tell() {
        share.served().forEach(p -> p.region().setLongRelease(PartitionHeader.VIEW_OFFSET, applied.epoch()));
    }

    private void noteLoss(BitSet died) {
        BitSet lost = lostMeanwhile == null ? new BitSet() : lostMeanwhile;
        lost.or(died);
        lostMeanwhile = sealed == null ? null : lost;
    }

    /** Serves the partitions that a view newly gives to this node, and stops serving the others. */
    private void serve(ClusterView later, BitSet died, Follower follower) {
        @Nullable Partition[] partitions = new Partition[later.partitions()];
        List<Partition> fresh = new ArrayList<>();
        BitSet lacking = new BitSet();
        boolean others = false;
        for (int id = 0; id < partitions.length; id++) {
            if (later.nodeOf(id) != self) {
                others |= share.partition(id) != null;
                sealed = sealed != null && sealed.id() == id ? null : sealed; // handed over
                continue;
            }
            sealed = sealed != null && sealed.id() == id && died.get(id) ? null : sealed; // lost with its new node
            partitions[id] = share.partition(id);
            if (partitions[id] == null && (sealed == null || sealed.id() != id)) {
                Partition partition = arrived(id, later, follower);
                partitions[id] = partition;
                lacking.set(id, partition == null);
                Stream.ofNullable(partition).forEach(fresh::add);
            }
        }
        roomless = lacking;
        roomSoughtNanos = basis.clock().nanos();
        seeksRoom = !lacking.isEmpty();
        unmarked.or(died);
        // Changes of a partition's words may have to go through the fabric.
        if (!silent) {
            fresh.forEach(p -> fabric.expose(p.id(), p.region()));
        }
        publish(share.with(partitions).withUnmarked(unmarked));
        if (others || !fresh.isEmpty()) {
            follower.changed();
        }
    }

    /** Null when there is no memory for it. */
    private @Nullable Partition arrived(int id, ClusterView later, Follower follower) {
        PartitionCopy copy = expected.remove(id);
        if (copy == null || !copy.lives(later.lifeOf(id))) {
            boolean neverHeld = later.lifeOf(id) == 0;
            Invariant.check(neverHeld || !later.isKept(), "what was kept is served by who has restored it", id);
            return createdIfRoom(id, later);
        }
        follower.arrived(copy);
        registerInCopy(copy.partition());
        return copy.partition();
    }

    private @Nullable Partition createdIfRoom(int id, ClusterView view) {
        try {
            return created(id, view);
        } catch (PraghException full) {
            if (!roomless.get(id)) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "a partition of a lost member came to this node, and is not served until there is memory for"
                                + " it; start another node, to which partitions of this one move: node={0}"
                                + " partition={1}: {2}",
                        self,
                        id,
                        full.getMessage());
            }
            return null;
        }
    }

    /** Serves the partitions for which there was no memory, if there is some now. */
    public void serveRoomless(Follower follower) {
        if (seeksRoom && basis.clock().nanos() - roomSoughtNanos > ROOM_AGAIN_NANOS) {
            synchronized (this) {
                if (!over) {
                    serve(applied, new BitSet(), follower);
                    tell();
                }
            }
        }
    }

    /** Registers open snapshots in a partition that another node, or none, has served until now. */
    private void registerInCopy(Partition partition) {
        snapshots.registerIn(partition.region(), basis.clock().nanos() + OpenSnapshots.SETTLE_NANOS);
    }

    /** Stops serving after this node was expelled; no node listens to it any more. */
    private void withdraw(ClusterView former) {
        publish(share.with(new Partition[former.partitions()]));
        over = true;
        Arrays.stream(former.partitionsOf(self)).forEach(fabric::withdraw);
    }

    private void publish(StoreShare now) {
        share = now;
        readers = ShareViews.forReaders(now, standing.get());
    }

    /** Stops serving for good, as if the node were cut off from all others. */
    public synchronized void stopServing() {
        if (!over && !broken) {
            serveAs(Standing.SILENT);
        }
        broken = true;
    }

    /** Puts a new standing into force. */
    public synchronized void standingChanged(Standing standing) {
        if (over || broken) {
            return;
        }
        serveAs(standing);
        if (standing != Standing.DOUBTED) {
            // Some addresses may have been cached before a view that this node has missed.
            basis.cache().clear(basis.clock().nanos());
        }
    }

    /**
     * Serves as far as a standing allows. A failing node becomes silent through this method, so it calls nothing that
     * may fail for the same reason, such as a clock.
     */
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

    /** Records that all lost keys are marked, if it is still so. */
    // Asked under the lock under which losses are reported, so that none comes between the answer and its effect.
    public synchronized void marked(BooleanSupplier losesNothing) {
        if (losesNothing.getAsBoolean()) {
            unmarked.clear();
            publish(share.withUnmarked(unmarked));
        }
    }

    /**
     * Declares keys that a partition does not know absent from now on, unless a loss followed after the view of this
     * epoch.
     */
    synchronized void restored(Partition partition, long epoch) {
        boolean all = hasAll(epoch);
        if (all) {
            partition.restored();
            publish(share);
        }
        partition.settled(epoch, all);
    }

    /** Whether no loss followed after the view of an epoch, as far as this node knows. */
    synchronized boolean hasAll(long epoch) {
        return lossEpoch <= epoch;
    }

    /** Whether a partition is served here at the moment. */
    @SuppressWarnings("ReferenceEquality") // a partition of this number may have left and come back, in other memory
    boolean serves(Partition partition) {
        return share.partition(partition.id()) == partition;
    }

    /** Begins no more updates at a home that is to be handed over; {@link StoreShare#NONE} ends that. */
    public synchronized void leaving(int partition) {
        publish(share.leaving(partition));
    }

    /**
     * Seals a partition: stops serving it, though it is this node's until a view says otherwise. Its memory stays
     * exposed. False, and without effect, while a recovery may need the partition, this node is not certainly a
     * member, or the seal would hide open snapshots.
     */
    // Under the same lock as the application of views: a loss is either seen by the recovery that is asked here, or
    // recorded as a loss after the seal.
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

    /** Whether a partition is sealed, so that no view has given it to another node yet. */
    @SuppressWarnings("ReferenceEquality") // it may have come back and be sealed again, in other memory
    public synchronized boolean isSealed(Partition partition) {
        return sealed == partition;
    }

    /**
     * Whether a member was lost since a partition was sealed. If so, the partition must be served again, so that it
     * is recovered like all others.
     */
    public synchronized boolean hasLost() {
        return lostMeanwhile != null;
    }

    /** The epoch of the view that is in force here. */
    public synchronized long epoch() {
        return applied.epoch();
    }

    /** Ends the seal and serves the partition again. */
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
     * Accepts a complete copy of a partition; the node serves it as soon as a view says so. Replaces a copy of an
     * earlier attempt.
     *
     * @param life the life of the partition, or {@link PartitionCopy#NEXT_LIFE}
     * @param region its memory
     * @param description the former node's description of the partition and of its answered requests; read from its
     *     present position
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

    /**
     * Discards an earlier copy of a partition that will not be served, because the former node has begun another
     * attempt.
     */
    public synchronized void expectNot(int partition) {
        expected.remove(partition);
    }
}

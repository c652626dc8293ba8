package io.pragh.core.node;

import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.api.NodeClosedException;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.TrafficBook;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.handover.HandoverContext;
import io.pragh.core.handover.Handovers;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.standing.FenceWatch;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.standing.NodeFailure;
import io.pragh.core.standing.NodeShare;
import io.pragh.core.standing.PartitionCopy;
import io.pragh.core.standing.Recovery;
import io.pragh.core.standing.Standing;
import io.pragh.core.standing.ViewAgreement;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one node, built in the order of their dependencies: an earlier part calls a later one only when the
 * node works. Any thread.
 */
final class NodeParts implements AutoCloseable {
    private static final int DELIVER_MAX = 64;
    /** When this many bytes were replaced since the last time, they are freed without waiting for the upkeep. */
    private static final long FREED_AT_ONCE_BYTES = 1 << 20;

    final NodeBasis basis;
    final NodeConfig config;
    final RefusedMessages refused;
    final NodeFailure failure;
    final FenceWatch fence;
    final NodeTimestamps timestamps;
    final NodeShare share;
    final NodePlacement placement;
    final StoreNode store;
    final ReaderContext readers;
    final NodeTransactions transactions;
    final NodeScans scans;
    final Recovery recovery;
    final ViewAgreement agreement;
    final Handovers handovers;
    final TrafficBook traffic;
    /** The node's part in backups. */
    final BackupShares backups;

    final LastingSum<Partition> pagesReturned =
            new LastingSum<>(partition -> partition.pages().returnedBytes());
    final LastingSum<Partition> pagesTakenAgain =
            new LastingSum<>(partition -> partition.pages().takenAgainBytes());

    /** Keys that are held because their values were lost with another node and are to be restored from the log. */
    final Queue<Long> toRestore = new ConcurrentLinkedQueue<>();

    private final NodeShare.Follower follower = new Following();
    private final Endpoint recoveryEndpoint;
    private final AtomicLong nextClient;
    private volatile boolean retarget;
    /** The number of resting bytes at the last look, or less. */
    private volatile long restingBefore;

    /**
     * The parts of a node that receives messages and whose partitions are exposed, but that does not act by itself
     * yet.
     */
    NodeParts(
            NodeBasis basis, NodeConfig config, @Nullable PlacementExchange exchange, List<ValueOperation> operations) {
        this.basis = basis;
        this.config = config;
        this.refused = new RefusedMessages(basis.fabric(), basis.clock());
        ClusterView view = basis.view();
        ValueOperations registry = new ValueOperations(operations);
        this.failure = new NodeFailure(basis.self(), this::stopServing);
        this.fence = new FenceWatch(basis, this::standingChanged, failure);
        this.timestamps = new NodeTimestamps(basis, config.snapshots(), () -> !isWithdrawn(), this::storeShare);
        Partition.Surroundings surroundings = new Partition.Surroundings(
                basis.pins(), basis.restNanos(), basis.words(), timestamps::horizon, basis.fabric()::region);
        this.share = new NodeShare(
                basis, surroundings, timestamps.snapshots(), fence::standing, noShare(view, registry), view);
        this.nextClient = new AtomicLong(((long) basis.self() + 1) << 32);
        this.placement = new NodePlacement(basis, share, config, exchange);
        this.store = new StoreNode(basis.fabric(), basis.homes(), timestamps::next, share::store);
        this.readers = new ReaderContext(
                basis.homes(),
                share::readers,
                basis.cache(),
                basis.lease(),
                basis.clock(),
                basis.running(),
                placement.recorder(),
                config.read(),
                registry.appends());
        this.transactions = new NodeTransactions(
                basis, share, newClient(), store, readers, timestamps, registry, config.log(), this::freeIfMuchRests);
        this.scans = new NodeScans(basis, share);
        this.recoveryEndpoint = basis.fabric().open();
        this.agreement = new ViewAgreement(basis);
        this.recovery = recovery();
        this.handovers = new Handovers(new HandoverContext(
                basis, share, follower, store, transactions.homes(), placement, recovery::idle, this::serve));
        this.backups = new BackupShares(basis.fabric());
        PeerAddresses.follow(basis.fabric(), basis.membership());
        basis.membership().attend(basis.lease().silenceNanos(), basis.fabric()::isRefused);
        this.traffic = TrafficBook.follow(basis.fabric(), basis.membership());
        basis.fabric()
                .receiveWith(new NodeMessages(
                        List.of(store::handle, transactions::handle, scans::handle, handovers::handle, backups::handle),
                        refused,
                        sender -> basis.view().has(sender)));
        share.expose();
    }

    private StoreShare noShare(ClusterView view, ValueOperations registry) {
        OwnWords words = basis.words();
        ValueInstaller installer = new ValueInstaller(registry, words, basis.clock());
        return new StoreShare(new Partition[view.partitions()], registry, installer, words);
    }

    private Recovery recovery() {
        SlotLookup slots = new SlotLookup(
                basis.homes(),
                share::readers,
                recoveryEndpoint,
                basis.clock(),
                basis.lease().cacheNanos());
        return new Recovery(new Surviving(), slots, basis.lease());
    }

    /** The node's reactions to a later view, beside serving its own partitions. */
    private final class Following implements NodeShare.Follower {
        @Override
        public void applied(ClusterView later) {
            agreement.applied(later, basis.clock().nanos());
            transactions.homes().applied(later);
        }

        @Override
        public void lost(BitSet partitions) {
            recovery.lost(partitions, basis.clock().nanos());
        }

        @Override
        public void arrived(PartitionCopy copy) {
            store.add(copy.answers());
            transactions.homes().add(copy.partition().id(), copy.answers());
            handovers.arrived(copy.partition().id()); // other homes are answered from here on
        }

        @Override
        public void changed() {
            retarget = true;
        }
    }

    /** This node, as its recovery sees it. */
    private final class Surviving implements Recovery.Survivor {
        @Override
        public List<Partition> partitions() {
            return share.store().served();
        }

        @Override
        public OwnWords words() {
            return basis.words();
        }

        @Override
        public ClusterView view() {
            return basis.view();
        }

        @Override
        public void forget(int partition) {
            placement.forget(partition);
        }

        @Override
        public boolean isUnderWay(long address) {
            return placement.isUnderWay(address);
        }

        @Override
        public void retarget() {
            placement.retarget();
        }

        @Override
        public void marked() {
            share.marked(recovery::losesNothing);
        }

        @Override
        public boolean isAgreed(long nowNanos) {
            return agreement.isAgreed(nowNanos);
        }

        @Override
        public @Nullable LongConsumer restoring() {
            return basis.view().isKept() ? toRestore::add : null;
        }
    }

    /** Follows every later view from now on. */
    void followViews() {
        basis.membership().onChange(later -> share.changed(later, follower));
        share.changed(basis.view(), follower);
    }

    /** Puts a new standing into force. On the fence's thread. */
    private void standingChanged(Standing standing) {
        share.standingChanged(standing);
    }

    /** Stops serving for good, as if the node were cut off from all others. Any thread. */
    private void stopServing() {
        share.stopServing();
    }

    private boolean isWithdrawn() {
        return share.isWithdrawn();
    }

    private StoreShare storeShare() {
        return share.store();
    }

    /** Whether the node serves a partition now. */
    boolean serves(int partition) {
        return share.store().partition(partition) != null;
    }

    /** The partitions of this node now. */
    List<Partition> partitions() {
        return share.store().served();
    }

    /** A number for a client, unique in the history of the graph. */
    long newClient() {
        return nextClient.getAndIncrement();
    }

    /** Throws when this node has ended or failed, so that waiting for it is in vain. */
    void checkNotOver() {
        if (share.isOver()) {
            throw new NodeClosedException(basis.self());
        }
        failure.check();
    }

    /** Throws when this node serves nothing, temporarily or for good. */
    void checkServing() {
        checkNotOver();
        if (share.isSilent()) {
            throw new PraghException(
                    "this node may be no member any more; try again, or use another one: node=" + basis.self(),
                    null,
                    true);
        }
    }

    /** Delivers messages and continues updates that had to wait; returns whether there were messages. */
    boolean poll() {
        boolean delivered = basis.fabric().deliver(DELIVER_MAX) > 0;
        transactions.poll();
        return delivered;
    }

    /** {@link #poll} for the node's own threads, which may call it a moment after the node's end. */
    boolean serve() {
        return !share.isOver() && poll();
    }

    /** {@link #poll} for a waiting thread; throws when the wait is in vain. */
    void pollIfServing() {
        checkServing();
        poll();
    }

    /**
     * Frees replaced versions on the thread that has made many of them, so that a load does not outrun the upkeep.
     * Not where versions have to rest for the sake of other nodes, which cannot be shortened. The caller reads
     * nothing meanwhile.
     */
    private void freeIfMuchRests() {
        if (basis.restNanos() > 0) {
            return;
        }
        long resting = store.restingBytes();
        if (resting - restingBefore >= FREED_AT_ONCE_BYTES) {
            long now = basis.clock().nanos();
            timestamps.raise(now);
            store.reclaim(now);
            restingBefore = store.restingBytes(); // so commits do not rescan versions that snapshots need
        } else if (resting < restingBefore) {
            restingBefore = resting;
        }
    }

    /** Whether this node may migrate values to itself: not while the membership's keeper is out of reach. */
    boolean mayMigrate() {
        return fence.standing() == Standing.MEMBER;
    }

    /** Follows changes by handovers and losses. On the upkeep's thread. */
    void followViewChanges() {
        share.serveRoomless(follower);
        if (retarget) {
            retarget = false; // first, so that a change meanwhile is noticed at the next call
            placement.retarget();
        }
        handovers.check();
    }

    /** Closes all parts, which must not be used afterwards. */
    @Override
    public void close() {
        fence.close();
        recoveryEndpoint.close();
        agreement.close();
        placement.close();
        transactions.close();
        basis.fabric().close();
    }
}

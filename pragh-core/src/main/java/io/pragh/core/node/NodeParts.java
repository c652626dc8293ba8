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
 * The parts of one node, put together in the order in which they need each other: what comes later is asked by what comes earlier only
 * once the node works. Any thread.
 */
final class NodeParts implements AutoCloseable {
    private static final int DELIVER_MAX = 64;
    /** So many bytes that were replaced since the last time are freed without waiting for the upkeep. */
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
    /** Keys that are held because their values died with another node and have to be restored out of the log. */
    final BackupShares backups;

    final Queue<Long> toRestore = new ConcurrentLinkedQueue<>();

    private final NodeShare.Follower follower = new Following();
    private final Endpoint recoveryEndpoint;
    private final AtomicLong nextClient;
    private volatile boolean retarget;
    /** What rested when that was looked at last, or less. */
    private volatile long restingBefore;

    /** Of a node that hears what others say, and whose partitions others reach, but does nothing of its own accord yet. */
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

    /** What this node does about a later view, beside serving what is its own. */
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
            if (recovery.losesNothing()) {
                share.marked();
            }
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

    /** Takes in every later view from now on. */
    void followViews() {
        basis.membership().onChange(later -> share.changed(later, follower));
        share.changed(basis.view(), follower);
    }

    /** Puts into force how far this node may act as a member. On the fence's thread. */
    private void standingChanged(Standing standing) {
        share.standingChanged(standing);
    }

    /** As when it is cut off from all others, and for good. Any thread. */
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

    /** A number that no other client of the graph has or ever had. */
    long newClient() {
        return nextClient.getAndIncrement();
    }

    /** Throws when this node has ended or failed: what it waits for will not come. */
    void checkNotOver() {
        if (share.isOver()) {
            throw new NodeClosedException(basis.self());
        }
        failure.check();
    }

    /** Throws when this node answers nothing, for now or for good. */
    void checkServing() {
        checkNotOver();
        if (share.isSilent()) {
            throw new PraghException(
                    "this node may be no member any more; try again, or use another one: node=" + basis.self(),
                    null,
                    true);
        }
    }

    /** Delivers messages and goes on with updates that had to wait; whether there were messages. */
    boolean poll() {
        boolean delivered = basis.fabric().deliver(DELIVER_MAX) > 0;
        transactions.poll();
        return delivered;
    }

    /** {@link #poll} by the node's own threads, which may come a moment after its end. */
    boolean serve() {
        return !share.isOver() && poll();
    }

    /** {@link #poll} by whoever waits for others, who is told when that is in vain. */
    void pollIfServing() {
        checkServing();
        poll();
    }

    /**
     * Frees replaced versions by whoever has made many of them: a load does not outrun the upkeep. Not where they have to rest for other
     * nodes' sake, which no haste makes shorter. The caller reads nothing meanwhile.
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
            restingBefore = store.restingBytes(); // what a snapshot needs still is not looked at with each commit
        } else if (resting < restingBefore) {
            restingBefore = resting;
        }
    }

    /** Whether this node may migrate values to itself: not while the membership's keeper is out of reach. */
    boolean mayMigrate() {
        return fence.standing() == Standing.MEMBER;
    }

    /** Takes in what handovers have changed. On the upkeep's thread. */
    void followHandovers() {
        if (retarget) {
            retarget = false; // before: what changes meanwhile is looked at again
            placement.retarget();
        }
        handovers.check();
    }

    /** Ends all parts; nobody may use them any more. */
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

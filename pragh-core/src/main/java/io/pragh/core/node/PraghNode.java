package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.placement.CoordinatorRole;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.migrate.MigrationCounters;
import io.pragh.core.standing.LossDeclaration;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.store.Partition;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One node: its partitions, readers, updates, monitor and migrator, over a fabric. Started by its constructor, ended
 * by {@link #close}. Any thread.
 */
public final class PraghNode implements AutoCloseable {
    final NodeParts parts;
    final OpenSessions sessions;
    private final NodeBasis basis;
    private final Upkeep upkeep;

    /**
     * Starts a node that serves the partitions that its membership's view assigns to it.
     *
     * @param exchange the connection to the coordinator, or null when there is none
     * @param operations the operations of updates
     */
    public PraghNode(
            Fabric fabric,
            Membership membership,
            @Nullable PlacementExchange exchange,
            NodeConfig config,
            List<ValueOperation> operations,
            Clock clock) {
        this.basis = NodeBasis.of(fabric, membership, config.memory(), config.lease(), config.cacheBytes(), clock);
        this.parts = new NodeParts(basis, config, exchange, operations);
        this.sessions = new OpenSessions(parts);
        this.upkeep = new Upkeep(parts, openSession());
        parts.placement.open();
        upkeep.start();
        parts.fence.start();
        parts.followViews();
    }

    /**
     * The reason why this node serves nothing any more, and advice; empty when none of its own threads has failed.
     */
    public String failure() {
        return parts.failure.text();
    }

    /**
     * Takes a partition over from the node that serves it, while requests of other nodes wait. Returns when this node
     * serves it; false when that did not happen in time, or another call is doing it. Any thread that may wait.
     */
    public boolean takeOver(int partition, long patienceNanos) {
        return parts.handovers.take(partition, patienceNanos);
    }

    /**
     * Makes other nodes take all partitions over, for a node that is to leave, and returns when they have; false when
     * that did not happen in time. The last partition goes when no snapshot is open on this node any more; none can
     * be opened afterwards.
     */
    public boolean handOverAll(long patienceNanos) {
        return parts.handovers.giveAll(patienceNanos);
    }

    /** Whether no recovery work is left here after the loss of a member. */
    public boolean recovered() {
        return parts.recovery.idle();
    }

    /** The number of blocks in this node's memory that crashed nodes left behind and that were retired. */
    public long orphansRetired() {
        return parts.recovery.retired();
    }

    /** The number of this node's keys whose values were lost with other nodes. */
    public long valuesLost() {
        return parts.recovery.marked();
    }

    /** Whether values were lost in the graph since the last declaration. */
    boolean hasLosses() {
        return !basis.view().isKept() && LossDeclaration.isNeeded(basis);
    }

    /** Declares the losses of the graph restored or given up: {@link LossDeclaration#make}. */
    int restored(long patienceNanos) {
        return LossDeclaration.make(basis, patienceNanos, parts::pollIfServing);
    }

    /** The bytes available for new values in each partition, a moment ago. The caller must not change the array. */
    long[] rooms() {
        return upkeep.rooms().known();
    }

    /** The number of this node. */
    public int self() {
        return basis.self();
    }

    /** Maps keys to their home partitions. */
    public HomeMap homes() {
        return basis.homes();
    }

    /** The latest view of the cluster. */
    public ClusterView view() {
        return basis.view();
    }

    /**
     * Whether this node serves all partitions that the latest view assigns to it. That is so a moment after the view
     * is known, unless the node is cut off.
     */
    boolean servesItsShare() {
        return !parts.share.isSilent()
                && IntStream.of(view().partitionsOf(self())).allMatch(parts::serves);
    }

    /** Whether this node was closed or expelled, so that it serves nothing any more. */
    boolean isOver() {
        return parts.share.isOver();
    }

    /** Whether this node is the home of a key. */
    public boolean isHome(long key) {
        return parts.store.isHome(key);
    }

    /**
     * Opens a session for one thread. {@code whileWaiting} runs while a call waits for other nodes: the services of
     * the thread's worker, or {@link #poll} of this node.
     */
    public NodeSession openSession(Runnable whileWaiting) {
        return sessions.open(whileWaiting);
    }

    /** Opens a session for one thread of the application. */
    public NodeSession openSession() {
        return openSession(this::pollUnlessFailed);
    }

    /** Delivers messages and continues updates that had to wait; workers call it between tasks. */
    public void poll() {
        parts.poll();
    }

    /** {@link #poll} for a waiting thread; throws when the node has failed, so that the wait is in vain. */
    private void pollUnlessFailed() {
        parts.failure.check();
        parts.poll();
    }

    /** The number of messages of other nodes that this node has refused because it did not understand them. */
    public long messagesRefused() {
        return parts.refused.count();
    }

    /** Follows a plan: queues the moves to this node and watches keys. */
    public void take(MigrationPlan plan) {
        parts.placement.take(plan);
    }

    /** Pulls a value into this node as soon as the throttle allows it. */
    public void pull(long key) {
        parts.placement.pull(key);
    }

    /** The counts of all reads of this node's sessions so far, in transactions and without. */
    public ReadCounters readCounters() {
        return sessions.reads();
    }

    /** The number of this node's values that were written again to keep its memory dense. */
    public long valuesCompacted() {
        return upkeep.compacted();
    }

    /** The number of lists whose slack for appends was taken back after a while without appends. */
    public long listsTrimmed() {
        return upkeep.trimmed();
    }

    /** The number of deleted keys whose tombstones lay here and were forgotten. */
    public long keysForgotten() {
        return upkeep.forgotten();
    }

    /** Counters of how this node's migrations ended. */
    public MigrationCounters migrationCounters() {
        return parts.placement.counters();
    }

    /** The counters and the state of a node in a process that does not stand for coordinator. */
    public NodeStatistics statistics() {
        return statistics(CoordinatorRole.NONE);
    }

    NodeStatistics statistics(CoordinatorRole coordinator) {
        return NodeCensus.of(this, coordinator);
    }

    /** This node's fabric. */
    public Fabric fabric() {
        return basis.fabric();
    }

    /** The partitions of this node now. */
    public List<Partition> partitions() {
        return parts.partitions();
    }

    /** Ends the node: its upkeep stops, its memory is withdrawn. Sessions must be closed before. */
    @Override
    public void close() {
        parts.share.end();
        upkeep.close();
        parts.close();
        parts.failure.check();
    }
}

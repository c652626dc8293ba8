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
 * One node: its partitions, readers, updates, monitor and migrator, over a fabric. Started by its constructor, ended by
 * {@link #close}. Any thread.
 */
public final class PraghNode implements AutoCloseable {
    final NodeParts parts;
    final OpenSessions sessions;
    private final NodeBasis basis;
    private final Upkeep upkeep;

    /**
     * Starts a node that serves the partitions its membership's view gives it.
     *
     * @param exchange the way to the coordinator, or null when nobody plans
     * @param operations what updates can do
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

    /** Why this node serves nothing any more, and what to do; empty when none of its own threads has failed. */
    public String failure() {
        return parts.failure.text();
    }

    /**
     * Takes a partition over from the node that serves it, live: what others ask of it waits meanwhile. Returns when this node serves
     * it; false when that did not come about in time, or another call is at it. Any thread but one that must not wait.
     */
    public boolean takeOver(int partition, long patienceNanos) {
        return parts.handovers.take(partition, patienceNanos);
    }

    /**
     * Has other nodes take all partitions over, for a node that is to leave, and returns when they have; false when that did not come
     * about in time. The last one goes when no snapshot is open on this node any more; it can open none afterwards.
     */
    public boolean handOverAll(long patienceNanos) {
        return parts.handovers.giveAll(patienceNanos);
    }

    /** Whether nothing is left to be recovered here after the loss of a member. */
    public boolean recovered() {
        return parts.recovery.idle();
    }

    /** Blocks that crashed nodes left behind in this node's memory, and that were retired. */
    public long orphansRetired() {
        return parts.recovery.retired();
    }

    /** Keys of this node whose values died with other nodes. */
    public long valuesLost() {
        return parts.recovery.marked();
    }

    /** Whether anything was lost in the graph since it was last declared restored. */
    boolean hasLosses() {
        return !basis.view().isKept() && LossDeclaration.isNeeded(basis);
    }

    /** Declares what was lost in the graph restored or given up: {@link LossDeclaration#make}. */
    int restored(long patienceNanos) {
        return LossDeclaration.make(basis, patienceNanos, parts::pollIfServing);
    }

    /** Bytes that new values find in each partition, a moment ago. Not to be written to. */
    long[] rooms() {
        return upkeep.rooms().known();
    }

    /** Number of this node. */
    public int self() {
        return basis.self();
    }

    /** Which partition is the home of a key. */
    public HomeMap homes() {
        return basis.homes();
    }

    /** The latest picture of the cluster. */
    public ClusterView view() {
        return basis.view();
    }

    /** Whether this node serves all that the latest picture gives to it: it does a moment after that is known, unless it is cut off. */
    boolean servesItsShare() {
        return !parts.share.isSilent()
                && IntStream.of(view().partitionsOf(self())).allMatch(parts::serves);
    }

    /** Whether this node is the home of a key. */
    public boolean isHome(long key) {
        return parts.store.isHome(key);
    }

    /**
     * A door for one thread. {@code whileWaiting} runs while a call waits for others: the services of the worker that the thread is,
     * or {@link #poll} of this node.
     */
    public NodeSession openSession(Runnable whileWaiting) {
        return sessions.open(whileWaiting);
    }

    /** A door for one thread of the application's own. */
    public NodeSession openSession() {
        return openSession(this::pollUnlessFailed);
    }

    /** Delivers messages and goes on with updates that had to wait; workers call it between tasks. */
    public void poll() {
        parts.poll();
    }

    /** {@link #poll} by who waits for something, which never comes when the node has failed. */
    private void pollUnlessFailed() {
        parts.failure.check();
        parts.poll();
    }

    /** Messages of others that this node has refused because it did not understand them. */
    public long messagesRefused() {
        return parts.refused.count();
    }

    /** Takes a plan in: moves to this node and watches for it. */
    public void take(MigrationPlan plan) {
        parts.placement.take(plan);
    }

    /** Pulls a value into this node as soon as the throttle allows it. */
    public void pull(long key) {
        parts.placement.pull(key);
    }

    /** All reads of this node's sessions so far, in transactions and without. */
    public ReadCounters readCounters() {
        return sessions.reads();
    }

    /** Values of this node that were written again to keep its memory dense. */
    public long valuesCompacted() {
        return upkeep.compacted();
    }

    /** Lists whose room for appends was taken back because nobody had appended to them for a while. */
    public long listsTrimmed() {
        return upkeep.trimmed();
    }

    /** Keys whose tombstones lay here, and of which nothing is left. */
    public long keysForgotten() {
        return upkeep.forgotten();
    }

    /** How this node's migrations ended. */
    public MigrationCounters migrationCounters() {
        return parts.placement.counters();
    }

    /** What it has counted, and how it is, in a process that does not stand for coordinator. */
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

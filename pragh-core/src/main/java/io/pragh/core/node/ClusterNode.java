package io.pragh.core.node;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.placement.ClusterWatch;
import io.pragh.core.placement.Coordination;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node of a cluster of processes: its session at the coordination service, its fabric, its share of the data, and
 * a worker that serves it. Ends with {@link #leave}, which hands its partitions over, or with {@link #close}: then
 * its values are lost, unless they are kept in a data folder, and its partitions go to the other nodes. Any thread.
 */
public final class ClusterNode implements AutoCloseable {
    private static final long LOOK_NANOS = 5_000_000;

    /** The opened resources in the order of opening; they are closed in reverse order. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final @Nullable NodeFolder folder;
    private final @Nullable DataPlace data;
    private final Coordination coordination;
    private final PraghNode node;
    private final TaskEngine engine;
    private final ClusterBackups backups;

    /**
     * With the watch of its cluster that a standby had; without one, the node reaches the coordination service
     * itself.
     */
    private ClusterNode(
            ClusterSeat seat,
            @Nullable ClusterWatch watch,
            NodeConfig config,
            List<ValueOperation> operations,
            Consumer<Throwable> whenTaskFails,
            RestoreProgress progress) {
        boolean done = false;
        ClusterWatch service = null;
        try {
            data = seat.data();
            if (watch == null && data != null && data.folder() == null) {
                service = reach(seat); // the folder's storage may depend on this process's ZooKeeper
            }
            folder = folder(seat);
            if (watch != null && data != null) {
                progress.takesOver(data);
            }
            ClusterWatch reached = watch != null ? watch : service != null ? service : reach(seat);
            coordination = open(reached.join(seat.identity(folder)));
            if (folder != null) {
                // Runs after the end of the node, and before that of this process's ZooKeeper, which it may need.
                opened.push(folder::endLog);
            }
            Membership membership = coordination.membership();
            Fabric fabric = FabricProvider.openFabric(new FabricSeat(
                    seat.graph(),
                    coordination.self(),
                    membership.view().epoch(),
                    seat.fabric(),
                    seat.fabricSettings()));
            opened.push(fabric);
            coordination.announce(fabric.address());
            boolean comesLater = comesLater(folder, membership, seat, coordination.self());
            NodeConfig logging = folder == null ? config : config.withLog(folder.log());
            node = new PraghNode(fabric, membership, coordination.exchange(), logging, operations, Clock.SYSTEM);
            opened.pop(); // from here on the node closes its fabric
            open(node);
            node.parts.failure.whenFailed(coordination::close); // other nodes take over at once, not after a time-out
            backups = new ClusterBackups(node, coordination.graph(), node.parts.backups);
            engine = open(new TaskEngine("pragh-worker-" + node.self(), 1, whenTaskFails));
            engine.addService(0, node.parts::serve);
            if (folder == null) {
                takeFairShare(seat);
            } else {
                serveKept(folder, config, operations, progress);
                if (comesLater) {
                    takeFairShare(seat);
                } else {
                    awaitOthers(folder, seat, watch != null);
                }
            }
            done = true;
        } finally {
            if (!done) {
                close();
                if (service != null) {
                    service.close();
                }
            }
        }
    }

    /**
     * Becomes a node. Returns when all founders are there and know each other; a node that comes later returns when
     * it has taken over its share of the partitions. Throws {@link PraghException} with one clear sentence when the
     * coordination service is out of reach, the fabric cannot be opened, the graph has another number of partitions,
     * the founders do not come in time, or the graph has no partition to spare; then everything is closed again.
     *
     * @param operations the operations of updates: the same at all nodes
     */
    public static ClusterNode join(
            ClusterSeat seat, NodeConfig config, List<ValueOperation> operations, Consumer<Throwable> whenTaskFails) {
        return new ClusterNode(seat, null, config, operations, whenTaskFails, RestoreProgress.NONE);
    }

    /** The same with a seat that has a data folder; {@code progress} receives the progress of its restore. */
    public static ClusterNode join(
            ClusterSeat seat,
            NodeConfig config,
            List<ValueOperation> operations,
            Consumer<Throwable> whenTaskFails,
            RestoreProgress progress) {
        return new ClusterNode(seat, null, config, operations, whenTaskFails, progress);
    }

    /**
     * Stands by until a node of the cluster is lost whose data folder is in {@code folders}, and then joins with that
     * folder, like {@link #join}; returns when it serves the partitions in it. If another standby is faster, it goes
     * on waiting. Throws {@link PraghException} when the cluster cannot be reached at first, or has no data folders,
     * or the thread is interrupted.
     *
     * @param seat a seat without a data folder
     * @param folders a folder with the data folders of nodes
     */
    public static ClusterNode standBy(
            ClusterSeat seat,
            DataPlace folders,
            NodeConfig config,
            List<ValueOperation> operations,
            Consumer<Throwable> whenTaskFails,
            RestoreProgress progress) {
        return new Standby(seat, folders)
                .await(
                        (folder, watch) -> new ClusterNode(
                                seat.withData(folder), watch, config, operations, whenTaskFails, progress),
                        progress);
    }

    private static ClusterWatch reach(ClusterSeat seat) {
        return Coordination.watch(seat.coordination(), seat.key());
    }

    /** The data folder of this node; null when its partitions are not durable. */
    public @Nullable DataPlace data() {
        return data;
    }

    private @Nullable NodeFolder folder(ClusterSeat seat) {
        return seat.data() == null
                ? null
                : open(NodeFolder.open(seat.data(), seat.partitions(), KeptCluster.Limits.DEFAULT));
    }

    /**
     * Waits until the partitions have been dealt out, unless the node's folder keeps some. True when the folder keeps
     * none then, so that the node is to take some over.
     */
    private boolean comesLater(@Nullable NodeFolder folder, Membership membership, ClusterSeat seat, int self) {
        if (folder == null) {
            awaitFounders(membership, seat, self);
            return false;
        }
        checkGraph(folder);
        folder.settle(membership::view, self, Patience.of(seat, membership::view));
        if (!folder.keepsNothing()) {
            return false;
        }
        awaitFounders(membership, seat, self);
        int[] own = membership.view().partitionsOf(self);
        if (folder.isNew()) {
            folder.found(coordination.graph(), own);
        }
        return own.length == 0;
    }

    private void checkGraph(NodeFolder folder) {
        if (!folder.isNew() && folder.graph() != coordination.graph()) {
            throw new PraghException(
                    "the data folder of this node is another graph's than the cluster's; name the right one, or an empty"
                            + " folder: folder=" + data);
        }
    }

    /** Restores the partitions in the folder, and serves them. */
    private void serveKept(
            NodeFolder folder, NodeConfig config, List<ValueOperation> operations, RestoreProgress progress) {
        folder.attach(node);
        if (!folder.isNew() && !folder.keepsNothing()) {
            folder.restore(node, config, operations, progress);
            coordination.announceKept(folder.keeps().restored());
        }
        folder.start(config, operations);
        open(folder::stop); // before the node is closed
    }

    /**
     * Makes a node that comes back wait until the other present nodes serve the partitions of their folders, too. It
     * does not wait for absent nodes if the graph works without them. A former standby waits for none: further nodes
     * may have died, and service of its partitions must not wait for them.
     */
    private void awaitOthers(NodeFolder folder, ClusterSeat seat, boolean stoodBy) {
        if (stoodBy) {
            folder.awaitServed(node);
        } else if (!folder.isNew()) {
            awaitKeepers(folder.keepers(), seat);
        }
    }

    private void awaitKeepers(KeepersWait wait, ClusterSeat seat) {
        Patience patience = new Patience(seat);
        for (ClusterView view = node.view(); !KeepersWait.isOver(view) || !node.servesItsShare(); view = node.view()) {
            node.parts.checkNotOver();
            if (patience.isOver(view)) {
                throw wait.inVain(view);
            }
            wait.pause("this node has restored its part of the graph and waits for others", view);
        }
    }

    /**
     * The time that other nodes may take. With data folders, restoring takes long, so the time begins anew whenever
     * the view changes.
     */
    private static final class Patience {
        private final long nanos;
        private long beganNanos = Clock.SYSTEM.nanos();
        private long epoch;

        Patience(ClusterSeat seat) {
            this.nanos = seat.patienceNanos();
        }

        /** Throws when the time is over for a node that cannot begin before others are there. */
        static Runnable of(ClusterSeat seat, Supplier<ClusterView> view) {
            Patience patience = new Patience(seat);
            return () -> {
                if (patience.isOver(view.get())) {
                    throw new PraghException(
                            "this node cannot find out which partitions its data folder keeps; start the nodes whose data"
                                    + " folders are not here: here="
                                    + view.get().members());
                }
            };
        }

        boolean isOver(ClusterView view) {
            long now = Clock.SYSTEM.nanos();
            if (view.isKept() && view.epoch() != epoch) {
                epoch = view.epoch();
                beganNanos = now;
            }
            return now - beganNanos > nanos;
        }
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    private static void awaitFounders(Membership membership, ClusterSeat seat, int self) {
        Patience patience = new Patience(seat);
        while (!isComplete(membership.view())) {
            if (patience.isOver(membership.view())) {
                throw new PraghException("the cluster did not come together in time; are all founders running? node="
                        + self
                        + (membership.view().isKept()
                                ? " partitionsNobodyServes=" + KeepersWait.unserved(membership.view())
                                : "")
                        + " founders=" + seat.founders() + " here="
                        + membership.view().members());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Takes partitions over from other nodes, on a node that comes later than the founders. */
    private void takeFairShare(ClusterSeat seat) {
        long began = Clock.SYSTEM.nanos();
        int self = node.self();
        FairShare.take(node::view, self, partition -> {
            long left = seat.patienceNanos() - (Clock.SYSTEM.nanos() - began);
            if (left > 0) {
                node.takeOver(partition, left);
            }
            return left > 0;
        });
        node.parts.checkNotOver();
        if (node.view().partitionsOf(self).length == 0) {
            // A node without a partition has no place to register its open snapshots.
            throw new PraghException("this node could not take over any partition of the graph in time, or there are"
                    + " no more partitions than nodes: node=" + self + " view=" + node.view());
        }
    }

    /** Whether every partition has a node, and every such node an address. */
    private static boolean isComplete(ClusterView view) {
        for (int partition = 0; partition < view.partitions(); partition++) {
            if (view.nodeOf(partition) == ClusterView.NOBODY) {
                return false;
            }
        }
        return view.members().stream().noneMatch(m -> m.address().isEmpty());
    }

    /** The node. */
    public PraghNode node() {
        return node;
    }

    /** The node's worker, which runs tasks, and serves the node between them and while they wait. */
    public TaskEngine engine() {
        return engine;
    }

    /** The counters and the state of the node. */
    public NodeStatistics statistics() {
        NodeStatistics counted = node.statistics(coordination.coordinator());
        return folder == null ? counted : folder.counted(counted);
    }

    /** Whether the node's partitions are kept in a data folder. */
    public boolean isKept() {
        return folder != null;
    }

    /**
     * Writes a checkpoint of the node's partitions, which makes a later restore faster. Does nothing for a node
     * without data folder.
     */
    public void checkpoint() throws IOException {
        if (folder != null) {
            folder.checkpoint();
        }
    }

    /**
     * Makes a backup of the cluster as of one moment, while all work goes on: each node writes its share, in a folder
     * that all nodes reach by the same name.
     *
     * @throws PraghException when the nodes have no data folders, or it cannot be made; earlier backups are as they
     *     were
     */
    public BackupSummary backup(OnlineBackup.Order order, BackupProgress progress) {
        if (folder == null) {
            throw new PraghException(
                    "the nodes of this cluster have no data folders, of which backups are made; export the"
                            + " graph (bin/pragh export), or start the cluster with some (graph.data, cluster start --data)");
        }
        return backups.write(order, progress);
    }

    /** The members, and the node that serves each partition. */
    public ClusterView view() {
        return node.view();
    }

    /**
     * Announces the address at which clients reach this node, {@code host:port}; empty: none any more. Waits for the
     * keeper of the view.
     */
    public void announceServer(String server) {
        coordination.announceServer(server);
    }

    /**
     * How far this node may act as a member. An expelled node serves nothing any more; its process has to join anew.
     */
    public NodeStatistics.Standing standing() {
        return NodeCensus.standing(node);
    }

    /** The connect string of this process's coordination service, for the {@link ClusterSeat} of another process. */
    public String connect() {
        return coordination.connect();
    }

    /**
     * Hands all partitions over to the other nodes and ends. Queries at the other nodes wait meanwhile and do not
     * fail. The sessions of this node must be closed before. False when the handover did not finish in time: then the
     * node has ended all the same, and its remaining partitions are lost, or remain in its data folder. A data
     * folder whose partitions have all gone is empty afterwards.
     */
    public boolean leave(long patienceNanos) {
        try {
            return node.handOverAll(patienceNanos) && (folder == null || folder.leave());
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        PraghException failure = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception failed) {
                if (failure == null) {
                    failure = new PraghException(
                            "a part of the node did not end in order: " + failed.getMessage(), failed);
                } else {
                    failure.addSuppressed(failed);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}

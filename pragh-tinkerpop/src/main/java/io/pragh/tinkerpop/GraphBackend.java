package io.pragh.tinkerpop;

import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.node.OnlineBackup;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.PropertyGraph;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of a graph, one or several. Any thread. */
interface GraphBackend extends AutoCloseable {
    /**
     * The property graph at the node at which a transaction begins.
     *
     * @param first identifier of the vertex that it begins with, of a type that can be stored; null when it begins
     *     otherwise
     */
    PropertyGraph at(@Nullable Object first);

    /** The property graph at the first node. */
    PropertyGraph first();

    /** Begins a load in bulk; null when the graph has elements, or is not of this process alone. */
    @Nullable
    BulkLoad bulkLoad();

    /** Writes a checkpoint of the committed state into the data folder; false when there is none. */
    default boolean checkpoint() {
        return false;
    }

    /**
     * Makes a backup of the state that is committed now.
     *
     * @throws PraghException when there is no data folder, or it cannot be made
     */
    default BackupSummary backup(OnlineBackup.Order order, BackupProgress progress) {
        throw new PraghException(
                "the graph has no data folder, of which backups are made; export it (bin/pragh export), or"
                        + " open it with one (pragh.data)");
    }

    /** Counters and state of each node of this process. */
    List<NodeStatistics> statistics();

    /** The processes, and the partitions that each of them serves. */
    ClusterView view();

    /**
     * Tells the other processes the address of this one for clients, {@code host:port}; empty: it has none any more.
     */
    void announceServer(String server);

    /** Withdraws the address for clients, if there is one; returns when the others know, or after some seconds. */
    void withdrawServer();

    /** Whether this process was a node of a cluster and is none any more, because the others have expelled it. */
    boolean isExpelled();

    /** Why a node of this process has failed, and what to do; empty when none has. */
    String failure();

    /**
     * Makes the nodes hand their partitions over to others when they are closed, for at most so long, whatever they
     * were opened with.
     */
    void handOverWhenClosed(long seconds);

    /** Whether the nodes will do that when they are closed, as far as is known now. */
    boolean handsOver();

    /** Whether all partitions were handed over when the nodes were closed. */
    boolean hasHandedOver();

    /** Ends all nodes. */
    @Override
    void close();
}

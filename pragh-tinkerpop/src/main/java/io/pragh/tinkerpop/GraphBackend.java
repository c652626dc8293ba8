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

/** What a graph runs on: one or several nodes. Any thread. */
interface GraphBackend extends AutoCloseable {
    /**
     * The property graph as the node sees it at which a transaction begins.
     *
     * @param first identifier of the vertex that it begins with, of a type that can be stored; null when it begins otherwise
     */
    PropertyGraph at(@Nullable Object first);

    /** The property graph as the first node sees it. */
    PropertyGraph first();

    /** Begins a load in bulk; null when the graph has elements, or is not of this process alone. */
    @Nullable
    BulkLoad bulkLoad();

    /** Writes a checkpoint of what is committed into the data folder; false when there is none. */
    default boolean checkpoint() {
        return false;
    }

    /**
     * Makes a backup of what is committed now.
     *
     * @throws PraghException when there is no data folder, or it cannot be made
     */
    default BackupSummary backup(OnlineBackup.Order order, BackupProgress progress) {
        throw new PraghException(
                "the graph has no data folder, of which backups are made; export it (bin/pragh export), or"
                        + " open it with one (pragh.data)");
    }

    /** What each node of this process has counted, and how it is. */
    List<NodeStatistics> statistics();

    /** Which processes there are, and which of them serves what. */
    ClusterView view();

    /** Tells the other processes where clients reach this one, {@code host:port}; empty: they do not any more. */
    void announceServer(String server);

    /** Tells them that clients do not reach this one any more, if they were told otherwise; returns when they know, or after seconds. */
    void withdrawServer();

    /** Whether this process was a node of a cluster and is none any more, because the others have expelled it. */
    boolean isExpelled();

    /** Why a node of this process serves nothing any more, and what to do; empty when none has failed. */
    String failure();

    /** Has the nodes hand their partitions over to others for so long when they are closed, whatever they were opened with. */
    void handOverWhenClosed(long seconds);

    /** Whether the nodes will do that when they are closed, as far as is known now. */
    boolean handsOver();

    /** Whether everything was handed over when the nodes were closed. */
    boolean hasHandedOver();

    /** Ends all nodes. */
    @Override
    void close();
}

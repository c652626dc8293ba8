package io.pragh.core.property.graph;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.read.EdgeCounts;
import io.pragh.core.property.read.VertexCounts;

/**
 * Restores the counts of vertices and edges at homes that lost them because values were lost without a commit. One
 * thread.
 */
final class LostCounts {
    private final KeyValueGraph graph;
    private final GraphSessions.Session session;

    /** Counts the elements of one partition that a transaction sees. */
    private interface Walk {
        long members(Scope scope, int partition);
    }

    LostCounts(KeyValueGraph graph, GraphSessions.Session session) {
        this.graph = graph;
        this.session = session;
    }

    /**
     * Counts in the partitions whose homes have no count. If constant writes by other transactions prevent that,
     * readers keep counting there by themselves.
     */
    void restore() {
        for (int partition = 0; partition < graph.partitions(); partition++) {
            restore(ElementRolls.vertices(graph.homes(), partition), partition, VertexCounts::walk);
            restore(
                    ElementRolls.edges(graph.homes(), partition),
                    partition,
                    (scope, at) -> new EdgeCounts(scope, new ListChanges()).walk(at));
        }
    }

    private void restore(long roll, int partition, Walk walk) {
        try {
            session.transactions().retry(TransactionOptions.DEFAULT, transaction -> {
                if (transaction.members(new long[] {roll})[0] == Transaction.UNCOUNTED) {
                    transaction.counted(roll, walk.members(graph.scope(session, transaction), partition));
                }
                return true;
            });
        } catch (ConflictException busy) {
            // the count stays unknown, as the Javadoc says; nothing was changed
        }
    }
}

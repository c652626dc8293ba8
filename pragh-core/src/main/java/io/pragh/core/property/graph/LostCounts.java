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

/** Has homes know again how many vertices and edges there are, which they do not since some were lost without a commit. One thread. */
final class LostCounts {
    private final KeyValueGraph graph;
    private final GraphSessions.Session session;

    /** Counts what a transaction sees of one partition. */
    private interface Walk {
        long members(Scope scope, int partition);
    }

    LostCounts(KeyValueGraph graph, GraphSessions.Session session) {
        this.graph = graph;
        this.session = session;
    }

    /**
     * Counts in those partitions whose homes do not know. Where others write all the time it does not come to that: then whoever asks for a
     * number goes on counting there by itself.
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
            // as said above; nothing was changed
        }
    }
}

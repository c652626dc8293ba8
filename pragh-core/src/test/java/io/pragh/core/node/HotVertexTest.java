package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Transaction;
import io.pragh.core.graph.SeenEntries;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Checks appends of edges to one popular vertex from eight nodes at once: each edge is stored at both of its ends, so
 * with two homes.
 */
class HotVertexTest {
    private static final int NODES = 8;
    private static final int EDGES = Integer.getInteger("pragh.hot.edges", 250);

    @Test
    void edgesToOneVertexFromEightNodesNeitherConflictNorGetLostNorDoubled() {
        try (TransactionCluster cluster = new TransactionCluster(NODES, FaultPlan.none(1));
                Workers workers = new Workers()) {
            long hot = cluster.key(0, 0);
            long began = System.nanoTime();
            for (int n = 0; n < NODES; n++) {
                int node = n;
                workers.start(() -> append(cluster.node(node), hot, cluster, node));
            }
            workers.join();
            double seconds = (System.nanoTime() - began) / 1e9;
            System.out.printf(
                    "%d nodes, %d edges to one vertex, both ends: %.0f commits/s%n",
                    NODES, NODES * EDGES, NODES * EDGES / seconds);
            try (NodeSession session = cluster.node(3).openSession();
                    Transaction read = session.begin()) {
                List<Long> incoming = new ArrayList<>();
                SeenEntries.forEach(read, hot, (vertex, edge) -> incoming.add(edge));
                List<Long> outgoing = new ArrayList<>();
                for (int n = 0; n < NODES; n++) {
                    for (int v = 0; v < 4; v++) {
                        SeenEntries.forEach(read, other(cluster, n, v), (vertex, edge) -> outgoing.add(edge));
                    }
                }
                List<Long> all =
                        LongStream.rangeClosed(1, (long) NODES * EDGES).boxed().toList();
                assertEquals(all, incoming.stream().sorted().toList());
                assertEquals(all, outgoing.stream().sorted().toList());
            }
            cluster.settle(workers);
        }
    }

    /** A vertex whose home is the appending node or its neighbour, so that most edges have no end at the appender. */
    private static long other(TransactionCluster cluster, int node, int number) {
        return cluster.key(node + 1 + number % 2, 1 + number);
    }

    private static void append(PraghNode node, long hot, TransactionCluster cluster, int place) {
        try (NodeSession session = node.openSession()) {
            for (int i = 0; i < EDGES; i++) {
                long edge = 1 + (long) place * EDGES + i;
                Transaction mine = session.begin();
                TransactionalLists lists = new TransactionalLists(mine);
                long other = other(cluster, place, i % 4);
                lists.append(hot, GraphKey.vid(other), edge);
                lists.append(other, GraphKey.vid(hot), edge);
                mine.commit(); // would throw on a conflict
            }
        }
    }
}

package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.property.GraphKeeper;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.SeenMoment;
import io.pragh.core.property.graph.KeyValueGraph;
import io.pragh.core.property.graph.PropertyOperations;
import org.junit.jupiter.api.Test;

/**
 * Checks that names of labels are looked up in memory: a session of the store is taken only to learn a name that is
 * new at this node.
 */
class KnownNamesTest {
    private static final int LOOKUPS = 100;

    /** The sessions of a node, counted. One thread. */
    private static final class CountedSessions implements GraphSessions {
        private final GraphSessions sessions;
        private int taken;

        CountedSessions(GraphSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Session take() {
            taken++;
            return sessions.take();
        }

        @Override
        public HomeMap homes() {
            return sessions.homes();
        }

        @Override
        public int valueBytesMax() {
            return sessions.valueBytesMax();
        }

        @Override
        public int[] partitionsHere() {
            return sessions.partitionsHere();
        }

        @Override
        public long[] rooms() {
            return sessions.rooms();
        }

        @Override
        public int lifeOf(int partition) {
            return sessions.lifeOf(partition);
        }

        @Override
        public boolean hasLost() {
            return sessions.hasLost();
        }

        @Override
        public boolean hasLosses() {
            return sessions.hasLosses();
        }

        @Override
        public int restored() {
            return sessions.restored();
        }

        @Override
        public void close() {
            sessions.close();
        }
    }

    @Test
    void labelsThatAreKnownTakeNoSession() {
        try (LocalCluster cluster = new LocalCluster(
                LocalCluster.staticSeats(1, 1), NodeConfig.DEFAULT, LatencyModel.NONE, PropertyOperations.ALL, 1, t -> {
                    throw new AssertionError(t);
                })) {
            CountedSessions sessions =
                    new CountedSessions(new NodeSessions(cluster.nodes().get(0)));
            lookUp(sessions);
        }
    }

    private static void lookUp(CountedSessions sessions) {
        try (PropertyGraph graph = new KeyValueGraph(sessions, 1, new SeenMoment(), GraphKeeper.NONE)) {
            know(graph);
            int number = graph.edgeLabel("knows");
            int before = sessions.taken;
            for (int i = 0; i < LOOKUPS; i++) {
                assertEquals(number, graph.edgeLabel("knows"));
                assertEquals("knows", graph.edgeLabel(number));
            }
            assertEquals(before, sessions.taken);
            assertEquals(0, graph.edgeLabel("likes")); // another node may have added it
            assertEquals(before + 1, sessions.taken);
        }
    }

    private static void know(PropertyGraph graph) {
        try (GraphTransaction transaction = graph.begin(TransactionOptions.DEFAULT)) {
            transaction.addEdge(transaction.addVertex("v", 1), "knows", transaction.addVertex("v", 2), null);
            transaction.commit();
        }
    }
}

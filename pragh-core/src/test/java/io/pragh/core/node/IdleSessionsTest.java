package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.GraphSessions.Session;
import io.pragh.core.property.graph.PropertyOperations;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that a bounded number of sessions is kept for later transactions when many transactions were open at once.
 */
class IdleSessionsTest {
    private static final int MANY = 100;

    @Test
    void someSessionsAreKeptForTheNextTransactions() {
        try (LocalCluster cluster = new LocalCluster(
                        LocalCluster.staticSeats(1, 1),
                        NodeConfig.DEFAULT,
                        LatencyModel.NONE,
                        PropertyOperations.ALL,
                        1,
                        t -> {
                            throw new AssertionError(t);
                        });
                GraphSessions sessions = new NodeSessions(cluster.nodes().get(0))) {
            Set<Session> first =
                    new HashSet<>(Stream.generate(sessions::take).limit(MANY).toList());
            assertEquals(MANY, first.size(), "nobody shares one");
            first.forEach(Session::giveBack);
            for (int i = 0; i < 2; i++) { // objects that are kept may be released again
                Set<Session> kept = new HashSet<>(
                        Stream.generate(sessions::take).limit(MANY).toList());
                kept.retainAll(first);
                assertEquals(NodeSessions.IDLE_MAX, kept.size());
                kept.forEach(Session::giveBack);
            }
        }
    }
}

package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.testkit.Workers;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A node whose upkeep fails stops serving, and whoever uses it is told why. */
class UpkeepFailureTest {
    private static final class BreakingMembership implements Membership {
        private final Membership present = new StaticMembership(ClusterView.inTurn(1, 2));
        private volatile boolean broken;

        @Override
        public ClusterView view() {
            return present.view();
        }

        @Override
        public void onChange(Consumer<ClusterView> listener) {
            present.onChange(listener);
        }

        @Override
        public boolean connected() {
            if (broken) {
                throw new IllegalStateException("the keeper's answer makes no sense");
            }
            return true;
        }

        @Override
        public void close() {
            present.close();
        }
    }

    @Test
    void aNodeThatCannotLookAfterItselfStopsServing() {
        BreakingMembership membership = new BreakingMembership();
        PraghNode node = new PraghNode(
                new LocalNetwork().join(0),
                membership,
                null,
                TransactionFixture.CONFIG,
                ListOperations.ALL,
                Clock.SYSTEM,
                Safeguards.ALL);
        try (Workers workers = new Workers();
                NodeSession session = node.openSession()) {
            long key = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 1);
            session.update(ListOperations.append(key, 2, 0));
            membership.broken = true;
            workers.await("the node has stopped", node::isWithdrawn);
            PraghException refused =
                    assertThrows(PraghException.class, () -> session.update(ListOperations.append(key, 3, 0)));
            assertTrue(refused.getMessage().contains("takes no updates"), refused.getMessage());
        }
        PraghException why = assertThrows(PraghException.class, node::close);
        assertEquals(IllegalStateException.class, why.getCause().getClass());
    }
}

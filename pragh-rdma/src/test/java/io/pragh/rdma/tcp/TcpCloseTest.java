package io.pragh.rdma.tcp;

import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import org.junit.jupiter.api.Test;

/**
 * Checks that a node that is closed under load leaves no connection open. Otherwise the other nodes would only notice
 * after the time of silence.
 */
class TcpCloseTest {
    private static final int NODES = 3;
    private static final int ROUNDS = 20;

    @Test
    void othersNoticeAtOnceThatANodeWasClosedUnderLoad() {
        for (int round = 0; round < ROUNDS; round++) {
            try (TcpNodes nodes = TcpNodes.join(NODES, TcpNodes.withSecret("silenceMillis", "600000"));
                    Workers workers = new Workers()) {
                Region region = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
                region.grow();
                nodes.tcp(0).expose(0, region);
                for (int n = 1; n < NODES; n++) {
                    TcpFabric reader = nodes.tcp(n);
                    for (int each = 0; each < 2; each++) {
                        workers.start(() -> readUntilOutOfReach(reader));
                    }
                }
                workers.await(
                        "everybody reads", () -> nodes.tcp(1).tally().counters().reads() > 100);
                nodes.tcp(0).close();
                workers.join(); // fails after a minute, long before the time of silence is over
            }
        }
    }

    private static void readUntilOutOfReach(TcpFabric reader) {
        try (Asker asker = new Asker(reader)) {
            while (asker.tryRead(0, 8) != OpStatus.UNREACHABLE) {
                Thread.onSpinWait();
            }
        }
    }
}

package io.pragh.rdma.shm;

import io.pragh.testkit.Workers;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks that the keeper of a fabric goes on whatever happens: without it no dead process is ever noticed. */
class KeeperTest {
    @Test
    void itGoesOnAfterAnError() {
        Path folder = ShmNodes.newFolder();
        AtomicInteger looks = new AtomicInteger();
        ShmPeers peers =
                new ShmPeers(ShmNodes.seat(folder, 0, 1), ClusterFolder.at(folder.resolve("pragh-test")), 1_000_000);
        try (Workers nobody = new Workers();
                Keeper keeper = new Keeper(0, peers, () -> {
                    if (looks.incrementAndGet() == 1) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                })) {
            nobody.await("it looks again", () -> looks.get() > 2 && keeper != null);
        } finally {
            ShmNodes.removeAll(folder);
        }
    }
}

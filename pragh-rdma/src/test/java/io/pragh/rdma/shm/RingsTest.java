package io.pragh.rdma.shm;

import io.pragh.core.fabric.Message;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Checks that a node reads the rings of all nodes that send to it. */
class RingsTest {
    @Test
    void aRingThatCouldNotBeOpenedAtFirstIsReadLater() throws IOException {
        try (ShmNodes nodes = ShmNodes.join(2, UnaryOperator.identity());
                Workers nobody = new Workers()) {
            nodes.node(0).receiveWith(message -> {});
            nodes.node(1).send(new Message(1, 0, 1, 0, 1, ByteBuffer.allocate(8)));
            Path place = ClusterFolder.at(nodes.folder().resolve("pragh-test")).node(0);
            Path ring = place.resolve(Mailbag.ringName(1, 1));
            Path aside = place.resolve("aside");
            Files.move(ring, aside);
            Files.createFile(ring); // it cannot be mapped, as by a process with too many open files
            nodes.node(0).deliver(1);
            Files.delete(ring);
            Files.move(aside, ring);
            nobody.await("its message comes", () -> nodes.node(0).deliver(1) == 1);
        }
    }
}

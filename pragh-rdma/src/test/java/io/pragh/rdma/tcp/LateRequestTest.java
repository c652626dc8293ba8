package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.Frame;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Checks a request that the network holds back until its caller has given the connection up, has reached the listener
 * again, and has seen that the request had no effect. The caller acts on that, so the request must not have its effect
 * afterwards. Systems go on sending what was written to a connection after its end, so that this happens whenever a
 * network is interrupted for longer than the time of silence.
 */
class LateRequestTest {
    private static final int PARTITION = 5;
    private static final int LOOKS = 100;

    @Test
    void aRequestOfAFormerConnectionHasNoEffectOnceItsCallerIsBack() throws IOException {
        CountDownLatch healed = new CountDownLatch(1);
        AtomicBoolean held = new AtomicBoolean();
        try (Workers nobody = new Workers();
                TcpFabric listener = TcpNodes.open(1, 1, TcpNodes.withSecret());
                Relay relay = new Relay(listener);
                TcpFabric caller = TcpNodes.open(0, 1, TcpNodes.withSecret("silenceMillis", "300"));
                Asker asker = new Asker(caller)) {
            Region memory = listener.region(1 << 16, 1);
            memory.grow();
            listener.expose(PARTITION, memory);
            caller.meet(1, relay.address());
            nobody.await("it is let in", () -> asker.tryRead(PARTITION, 8) == OpStatus.OK);

            relay.towardsListener(frame -> {
                if (type(frame) == Frame.REQUEST && held.compareAndSet(false, true)) {
                    awaited(healed);
                }
                return List.of(frame);
            });
            assertEquals(OpStatus.UNREACHABLE, asker.tryWrite(PARTITION, 8, 1));
            nobody.await("it is let in again", () -> asker.tryRead(PARTITION, 8) == OpStatus.OK);
            assertEquals(0, asker.read(PARTITION, 8), "the request has had no effect");

            healed.countDown();
            nobody.await("the former connection ends", () -> relay.connections() == 1);
            for (int i = 0; i < LOOKS; i++) {
                assertEquals(0, asker.read(PARTITION, 8), "a request that was given up");
            }
        }
    }

    private static int type(byte[] frame) {
        return ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt(Frame.TYPE_OFFSET);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

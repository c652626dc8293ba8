package io.pragh.core.fabric.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Message;
import io.pragh.core.memory.Region;
import io.pragh.testkit.ManualClock;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyModelTest {
    private static final int SEGMENT = 1 << 16;
    private static final LatencyModel MODEL = new LatencyModel(2_000, 1_000, 100, 3_000);

    private final Region memory = Region.direct(SEGMENT, 1);
    private final Region landing = Region.direct(SEGMENT, 1);
    private final Batch batch = new Batch(8);

    @BeforeEach
    void grow() {
        memory.grow();
        landing.grow();
    }

    /** Node 0, which serves partition 0, is the asker; node 1 serves partition 1. */
    private LocalFabric asker(LocalNetwork network) {
        LocalFabric asker = network.join(0);
        asker.expose(0, memory);
        network.join(1).expose(1, memory);
        return asker;
    }

    private long nanosUntilComplete(Endpoint endpoint, Batch posted, ManualClock clock) {
        long nanos = 0;
        while (!endpoint.poll(posted)) {
            clock.advance(1);
            nanos++;
        }
        return nanos;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000, Long.MAX_VALUE - 1_000})
    void aBatchIsCompleteAfterTheRoundTripTheGapsAndTheBytes(long start) {
        ManualClock clock = new ManualClock(start, 0);
        Endpoint endpoint = asker(new LocalNetwork(MODEL, clock)).open();
        batch.read(1, 0, 4096, landing, 0);
        batch.readWord(1, 8);
        batch.cas(1, 0, 0, 1);

        endpoint.post(batch);

        // 2000 + 3 * 100 + (4096 + 8 + 8) bytes at one byte per nanosecond
        assertEquals(6_412, nanosUntilComplete(endpoint, batch, clock));
        assertTrue(endpoint.poll(batch), "and stays complete");
    }

    @Test
    void theEffectTakesPlaceAtPost() {
        Endpoint endpoint = asker(new LocalNetwork(MODEL, new ManualClock())).open();
        batch.writeWord(1, 8, 42);

        endpoint.post(batch);

        assertEquals(42, memory.getLongAcquire(8));
        assertFalse(endpoint.poll(batch));
    }

    @Test
    void loopbackCostsNothing() {
        ManualClock clock = new ManualClock();
        Endpoint endpoint = asker(new LocalNetwork(MODEL, clock)).open();
        batch.read(0, 0, 4096, landing, 0);

        endpoint.post(batch);
        assertTrue(endpoint.poll(batch));

        batch.readWord(1, 0);
        endpoint.post(batch);
        assertEquals(2_108, nanosUntilComplete(endpoint, batch, clock), "only the remote operation costs");
    }

    @Test
    void batchesShareTheirEndpointsBandwidth() {
        ManualClock clock = new ManualClock();
        Endpoint endpoint = asker(new LocalNetwork(MODEL, clock)).open();
        Batch second = new Batch(1);
        batch.read(1, 0, 4000, landing, 0);
        second.read(1, 0, 4000, landing, 4000);

        endpoint.post(batch);
        endpoint.post(second);

        assertEquals(6_100, nanosUntilComplete(endpoint, batch, clock));
        assertFalse(endpoint.poll(second));
        assertEquals(4_100, nanosUntilComplete(endpoint, second, clock), "its bytes follow those of the first");
    }

    @Test
    void anotherEndpointHasALineOfItsOwn() {
        ManualClock clock = new ManualClock();
        LocalFabric asker = asker(new LocalNetwork(MODEL, clock));
        Endpoint first = asker.open();
        Endpoint other = asker.open();
        Batch second = new Batch(1);
        batch.read(1, 0, 4000, landing, 0);
        second.readWord(1, 0);

        first.post(batch);
        other.post(second);

        assertEquals(2_108, nanosUntilComplete(other, second, clock));
        assertFalse(first.poll(batch));
    }

    @Test
    void withoutLatencyABatchIsCompleteAtOnce() {
        Endpoint endpoint =
                asker(new LocalNetwork(LatencyModel.NONE, new ManualClock())).open();
        batch.read(1, 0, 4096, landing, 0);

        endpoint.post(batch);

        assertTrue(endpoint.poll(batch));
    }

    @Test
    void aMessageIsDeliveredOnceItIsDue() {
        ManualClock clock = new ManualClock(-10, 0);
        LocalNetwork network = new LocalNetwork(MODEL, clock);
        LocalFabric sender = network.join(0);
        LocalFabric receiver = network.join(1);
        List<Long> sequences = new ArrayList<>();
        receiver.receiveWith(message -> sequences.add(message.sequence()));
        sender.receiveWith(message -> sequences.add(message.sequence()));

        sender.send(new Message(0, 1, 1, 1, 17, ByteBuffer.allocate(500)));
        sender.send(new Message(0, 0, 1, 1, 18, ByteBuffer.allocate(500)));

        assertEquals(1, sender.deliver(10), "a message to oneself does not travel");
        clock.advance(3_499);
        assertEquals(0, receiver.deliver(10));
        clock.advance(1);
        assertEquals(1, receiver.deliver(10));
        assertEquals(List.of(18L, 17L), sequences);
    }

    @Test
    void impossibleModelsAreRefused() {
        assertThrows(PraghException.class, () -> new LatencyModel(-1, 1, 0, 0));
        assertThrows(PraghException.class, () -> new LatencyModel(0, 0, 0, 0));
        assertThrows(PraghException.class, () -> new LatencyModel(0, 1, -1, 0));
        assertThrows(PraghException.class, () -> new LatencyModel(0, 1, 0, -1));
    }
}

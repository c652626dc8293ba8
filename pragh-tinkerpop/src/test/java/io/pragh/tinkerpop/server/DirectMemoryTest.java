package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that messages of which clients hold back the end take no direct memory, which the partitions need. */
class DirectMemoryTest {
    private static final int CLIENTS = 4;
    private static final int ANNOUNCED_BYTES = 60 << 20;
    private static final int SENT_BYTES = 24 << 20;
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int BINARY = 2;

    /** Direct memory of this process, however it was allocated. */
    private static long directBytes() {
        long counted = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return counted + Math.max(0, PlatformDependent.usedDirectMemory());
    }

    private static void holdBack(RawWebSocket client) throws IOException {
        client.begin(BINARY, ANNOUNCED_BYTES);
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int sent = 0; sent < SENT_BYTES; sent += CHUNK_BYTES) {
            client.out.write(chunk); // blocks until the server has read nearly all bytes before
        }
    }

    @Test
    void whatClientsHoldBackTakesNoDirectMemory() throws IOException {
        List<RawWebSocket> clients = new ArrayList<>();
        try (ServedGraph served = new ServedGraph()) {
            for (int i = 0; i < CLIENTS; i++) {
                try (RawWebSocket first = new RawWebSocket(served.address())) {
                    ConnectionLimitsTest.ask(first); // now threads have their first buffers
                }
            }
            long before = directBytes();
            for (int i = 0; i < CLIENTS; i++) {
                RawWebSocket client = new RawWebSocket(served.address());
                clients.add(client);
                holdBack(client);
            }
            long taken = directBytes() - before;
            long sent = (long) CLIENTS * SENT_BYTES;
            assertTrue(taken < sent / 8, "direct bytes taken: " + taken + " of " + sent + " sent");
        } finally {
            for (RawWebSocket client : clients) {
                client.close();
            }
        }
    }
}

package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.internal.PlatformDependent;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that send most of a long message and hold back its end: partitions need the direct memory. */
class DirectMemoryTest {
    private static final int CLIENTS = 4;
    private static final int ANNOUNCED_BYTES = 60 << 20;
    private static final int SENT_BYTES = 24 << 20;
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int PATIENCE_MILLIS = 60_000;

    /** Direct memory of this process, whoever has allocated it in whatever way. */
    private static long directBytes() {
        long counted = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return counted + Math.max(0, PlatformDependent.usedDirectMemory());
    }

    private static void holdBack(Socket socket) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        String upgrade = String.join(
                "\r\n",
                "GET /gremlin HTTP/1.1",
                "Host: localhost",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                "Sec-WebSocket-Version: 13",
                "\r\n");
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.write(upgrade.getBytes(StandardCharsets.ISO_8859_1));
        InputStream in = socket.getInputStream();
        for (int newlines = 0; newlines < 2; ) {
            int next = in.read();
            assertTrue(next >= 0, "the connection was closed");
            newlines = next == '\n' ? newlines + 1 : next == '\r' ? newlines : 0;
        }
        out.writeByte(0x82); // a whole binary message
        out.writeByte(0x80 | 127); // masked; eight bytes of length
        out.writeLong(ANNOUNCED_BYTES);
        out.writeInt(0);
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int sent = 0; sent < SENT_BYTES; sent += CHUNK_BYTES) {
            out.write(chunk); // blocks until the server has read nearly all of what came before
        }
    }

    @Test
    void whatClientsHoldBackTakesNoDirectMemory() throws IOException {
        List<Socket> clients = new ArrayList<>();
        try (ServedGraph served = new ServedGraph()) {
            long before = directBytes();
            for (int i = 0; i < CLIENTS; i++) {
                Socket client = new Socket(
                        served.address().getAddress(), served.address().getPort());
                clients.add(client);
                holdBack(client);
            }
            long taken = directBytes() - before;
            long sent = (long) CLIENTS * SENT_BYTES;
            assertTrue(taken < sent / 8, "direct bytes taken: " + taken + " of " + sent + " sent");
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }
}

package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.Test;

/**
 * Checks that a compressed WebSocket message that is small to send and large to hold is refused before it is inflated
 * as a whole, and that compression is used only when the server is told to. Raw WebSockets and drivers send the
 * messages.
 */
class InflationTest {
    private static final int BOUND_BYTES = 64 << 20;
    private static final int COMPRESSED = 0x40;
    private static final int BINARY = 2;
    private static final int LAST = 0x80;
    private static final int CLOSE = 8;
    private static final int CLOSED = -1;

    /** A request that counts vertices, preceded by this many spaces, which JSON ignores. */
    static byte[] request(int spaces) {
        String type = "application/vnd.gremlin-v3.0+json;types=false";
        String json = "{\"requestId\":\"41d2e28a-20a4-4ab0-b379-d810dede3786\",\"op\":\"eval\",\"processor\":\"\","
                + "\"args\":{\"gremlin\":\"g.V().count()\",\"language\":\"gremlin-lang\",\"aliases\":{\"g\":\"g\"}}}";
        byte[] head = type.getBytes(StandardCharsets.ISO_8859_1);
        byte[] tail = json.getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = new byte[1 + head.length + spaces + tail.length];
        Arrays.fill(all, (byte) ' ');
        all[0] = (byte) head.length;
        System.arraycopy(head, 0, all, 1, head.length);
        System.arraycopy(tail, 0, all, all.length - tail.length, tail.length);
        return all;
    }

    /**
     * A message compressed as permessage-deflate has it: raw, flushed, without the four bytes at the end of every
     * flush.
     */
    static byte[] deflated(byte[] message) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(message);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 16];
        for (int count = some.length; count == some.length; all.write(some, 0, count)) {
            count = deflater.deflate(some, 0, some.length, Deflater.SYNC_FLUSH);
        }
        deflater.end();
        return Arrays.copyOf(all.toByteArray(), all.size() - 4);
    }

    /** Sends a message in one compressed frame; returns the opcode of the frame that answers, or {@link #CLOSED}. */
    private static int answerTo(ServedGraph served, byte[] compressed) throws IOException {
        try (RawWebSocket client = new RawWebSocket(served.address(), "Sec-WebSocket-Extensions: permessage-deflate")) {
            assertTrue(client.head.contains("permessage-deflate"), "the server inflates");
            client.begin(COMPRESSED | BINARY, compressed.length);
            client.out.write(compressed);
            int first = client.in.read();
            return first < 0 || (first & 0xF) == CLOSE ? CLOSED : first & 0xF;
        } catch (SocketException reset) {
            return CLOSED;
        }
    }

    @Test
    void whatIsInflatedIsBounded() throws IOException {
        try (ServedGraph served = ServedGraph.compressing()) {
            assertEquals(BINARY, answerTo(served, deflated(request(1 << 20))), "a mebibyte is served");
            byte[] bomb = deflated(request(BOUND_BYTES));
            assertTrue(bomb.length < BOUND_BYTES / 500, "sent: " + bomb.length + " bytes");
            assertEquals(CLOSED, answerTo(served, bomb), "more than " + BOUND_BYTES + " bytes close the connection");
            assertEquals(BINARY, answerTo(served, deflated(request(0))), "others are served");
        }
    }

    @Test
    void nothingIsCompressedUnlessTheServerIsToldTo() throws IOException {
        byte[] plain = request(0);
        try (ServedGraph served = new ServedGraph();
                RawWebSocket client =
                        new RawWebSocket(served.address(), "Sec-WebSocket-Extensions: permessage-deflate")) {
            assertFalse(client.head.contains("permessage-deflate"), "it is not answered: " + client.head);
            client.begin(BINARY, plain.length);
            client.out.write(plain);
            assertEquals(LAST | BINARY, client.in.read(), "an answer as it is");
        }
    }

    /** A driver offers compression unless it is told not to. */
    @Test
    void driversAreServedWithCompressionAndWithout() {
        String text = "abc".repeat(100_000);
        for (ServedGraph served : List.of(ServedGraph.compressing(), new ServedGraph())) {
            try (served) {
                Cluster cluster = served.cluster().create();
                try {
                    GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster));
                    g.addV("text").property("text", text).iterate();
                    assertEquals(text, g.V().values("text").next());
                } finally {
                    cluster.close();
                }
            }
        }
    }
}

package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that a request is answered, or its connection closed, when an error of the virtual machine ends the reading
 * of the request.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class DeadRequestTest {
    private static final int BINARY = 2;
    private static final int TEXT = 1;
    private static final int WHOLE = 0x80;
    private static final int CLOSED = -1;
    private static final int DEPTH = 50_000;

    /** The first byte of the answer, or {@link #CLOSED}. */
    private static int answerTo(ServedGraph served, int opcode, byte[] message) throws IOException {
        try (RawWebSocket client = new RawWebSocket(served.address())) {
            client.begin(opcode, message.length);
            client.out.write(message);
            int first = client.in.read();
            if (first == (WHOLE | TEXT) || first == (WHOLE | BINARY)) {
                return first;
            }
            ConnectionLimitsTest.awaitEnd(client.in);
            return CLOSED;
        } catch (SocketException reset) {
            return CLOSED;
        }
    }

    private static byte[] json(String type, String nested) {
        String request = "{\"requestId\":\"41d2e28a-20a4-4ab0-b379-d810dede3786\",\"op\":\"eval\",\"processor\":\"\","
                + "\"args\":{\"gremlin\":\"g.inject(1)\",\"bindings\":{\"x\":" + nested + "}}}";
        byte[] head = type.getBytes(StandardCharsets.ISO_8859_1);
        byte[] tail = request.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer all = ByteBuffer.allocate(1 + head.length + tail.length);
        return all.put((byte) head.length).put(head).put(tail).array();
    }

    /** A GraphBinary request for an evaluation with one argument, whose bytes are given. */
    private static byte[] binary(byte[] argument) {
        byte[] head = "application/vnd.graphbinary-v1.0".getBytes(StandardCharsets.ISO_8859_1);
        UUID id = UUID.randomUUID();
        ByteBuffer all = ByteBuffer.allocate(200 + argument.length);
        all.put((byte) head.length).put(head).put((byte) 0x81);
        all.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        putText(putText(all, "eval"), "").putInt(1).put((byte) 3).put((byte) 0);
        putText(all, "x").put(argument);
        byte[] message = new byte[all.position()];
        all.get(0, message);
        return message;
    }

    private static ByteBuffer putText(ByteBuffer to, String text) {
        return to.putInt(text.length()).put(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Nested lists of one element. */
    private static byte[] lists(int depth) {
        ByteBuffer all = ByteBuffer.allocate(6 * depth);
        for (int i = 0; i < depth; i++) {
            all.put((byte) 9).put((byte) 0).putInt(1);
        }
        return all.array();
    }

    @Test
    void aConnectionIsClosedOrAnsweredWhateverItBrings() throws IOException {
        String lists = "[".repeat(DEPTH) + "]".repeat(DEPTH);
        String maps = "{\"@type\":\"g:List\",\"@value\":[".repeat(DEPTH) + "]}".repeat(DEPTH);
        byte[] longest = ByteBuffer.allocate(6)
                .put((byte) 3)
                .put((byte) 0)
                .putInt(Integer.MAX_VALUE)
                .array();
        try (ServedGraph served = new ServedGraph()) {
            for (String type : new String[] {"application/vnd.gremlin-v3.0+json", "application/json"}) {
                for (String nested : new String[] {lists, maps}) {
                    assertEnds(type, answerTo(served, BINARY, json(type, nested)));
                }
            }
            assertEnds("text", answerTo(served, TEXT, json("", lists)));
            assertEnds("binary lists", answerTo(served, BINARY, binary(lists(DEPTH))));
            assertEnds("binary text", answerTo(served, BINARY, binary(longest)));
            byte[] fair = InflationTest.request(0);
            assertEquals(WHOLE | BINARY, answerTo(served, BINARY, fair), "others are served");
        }
    }

    private static void assertEnds(String what, int answer) {
        assertTrue(answer == CLOSED || answer == (WHOLE | TEXT) || answer == (WHOLE | BINARY), what + ": " + answer);
    }
}

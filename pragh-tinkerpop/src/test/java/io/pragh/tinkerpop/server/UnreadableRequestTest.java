package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a client is told at once when its WebSocket message is no request. */
class UnreadableRequestTest {
    private static final String FORMAT = "application/vnd.gremlin-v3.0+json;types=false";
    private static final int BINARY = 2;
    private static final int LAST = 0x80;
    private static final int CLOSE = 8;
    private static final int INVALID_PAYLOAD = 1007;

    private static ServedGraph served;

    @BeforeAll
    static void serve() {
        served = new ServedGraph();
    }

    @AfterAll
    static void end() {
        served.close();
    }

    private static void send(RawWebSocket client, byte[] message) throws IOException {
        client.begin(BINARY, message.length);
        client.out.write(message);
    }

    private static byte[] inFormat(String request) {
        return ((char) FORMAT.length() + FORMAT + request).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The next frame, as text. */
    private static String answer(RawWebSocket client, int opcode) throws IOException {
        assertEquals(LAST | opcode, client.in.read());
        int length = client.in.read();
        length = length == 126 ? (client.in.read() << 8) + client.in.read() : length;
        return new String(client.in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"requestId\":", "{\"op\":\"eval\",\"args\":{\"gremlin\":\"g.V()\"}}", "hello"})
    void whatIsNoRequestIsAnsweredAndTheNextOneServed(String message) throws IOException {
        try (RawWebSocket client = new RawWebSocket(served.address())) {
            send(client, inFormat(message));
            String answer = answer(client, BINARY);
            assertTrue(answer.contains(Failures.UNREADABLE), answer);
            assertTrue(answer.contains("\"code\":498"), answer);
            send(client, InflationTest.request(0));
            String next = answer(client, BINARY);
            assertTrue(next.contains("\"code\":200"), next);
        }
    }

    /**
     * The bytes are those of a client that compresses without having agreed on it. They name no format in which the
     * server could answer.
     */
    @Test
    void whatHasNoFormatEndsTheConnectionWithAReason() throws IOException {
        try (RawWebSocket client = new RawWebSocket(served.address())) {
            send(client, new byte[] {(byte) 0xD2, 1, 2, 3});
            String end = answer(client, CLOSE);
            assertEquals(INVALID_PAYLOAD, end.charAt(0) << 8 | end.charAt(1));
            assertEquals(Failures.UNREADABLE, end.substring(2));
            assertEquals(-1, client.in.read());
        }
    }
}

package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that a client over HTTP that sends several requests at once gets their answers in the same order. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HttpTurnsTest {
    private static final String SLOW =
            "g.with('evaluationTimeout', 300).inject(0).repeat(__.identity()).until(__.is(1))";

    private static ServedGraph served;

    @BeforeAll
    static void start() {
        served = new ServedGraph();
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    /** A connection over which several requests are sent at once. */
    private static final class Connection implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;

        Connection() throws IOException {
            InetSocketAddress address = served.address();
            socket = new Socket(address.getAddress(), address.getPort());
            in = new DataInputStream(socket.getInputStream());
        }

        void send(String... parts) throws IOException {
            socket.getOutputStream().write(String.join("", parts).getBytes(StandardCharsets.ISO_8859_1));
        }

        /** The status of the next answer, and its body. */
        String answer() throws IOException {
            String status = line().split(" ", 3)[1];
            int length = 0;
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.startsWith("content-length: ")) {
                    length = Integer.parseInt(line.substring("content-length: ".length()));
                }
            }
            return status + " " + new String(in.readNBytes(length), StandardCharsets.UTF_8);
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
                line.append((char) c);
            }
            return line.toString().strip();
        }

        boolean isAtEnd() throws IOException {
            return in.read() < 0;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static String request(String gremlin) {
        String body = "{\"gremlin\": \"" + gremlin + "\"}";
        return "POST /gremlin HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static void assertAnswer(String status, String part, String answer) {
        assertTrue(answer.startsWith(status + " ") && answer.contains(part), answer);
    }

    @Test
    void answersComeInTheOrderOfTheRequests() throws IOException {
        try (Connection connection = new Connection()) {
            connection.send(request(SLOW), request("g.inject('second')"), request("g.inject('third')"));
            assertAnswer("500", "evaluationTimeout", connection.answer());
            assertAnswer("200", "\"second\"", connection.answer());
            assertAnswer("200", "\"third\"", connection.answer());
        }
    }

    @Test
    void aRequestThatIsRefusedDoesNotAnswerTheOneBefore() throws IOException {
        try (Connection connection = new Connection()) {
            connection.send(request(SLOW), "GET /gremlin HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertTrue(connection.isAtEnd());
        }
    }

    @Test
    void afterAnAnswerThatEndsTheConnectionNothingIsExecuted() throws IOException {
        try (Connection connection = new Connection()) {
            connection.send(request("g.inject(1)"), request("(".repeat(100)), request("g.addV('never')"));
            assertAnswer("200", "", connection.answer());
            assertAnswer("400", "nested", connection.answer());
            assertTrue(connection.isAtEnd());
        }
        try (Connection connection = new Connection()) {
            connection.send(request("g.V().hasLabel('never').count()"));
            assertAnswer("200", "\"@value\":0", connection.answer());
        }
    }

    @Test
    void aClientThatSendsTooManyRequestsAtOnceIsDisconnected() throws IOException {
        try (Connection connection = new Connection()) {
            connection.send(request(SLOW), request("g.inject(1)").repeat(HttpTurns.WAITING_MAX + 1));
            assertTrue(connection.isAtEnd());
        }
        try (Connection connection = new Connection()) {
            connection.send(request("g.inject(1)").repeat(HttpTurns.WAITING_MAX));
            for (int i = 0; i < HttpTurns.WAITING_MAX; i++) {
                assertEquals("200", connection.answer().substring(0, 3));
            }
        }
    }
}

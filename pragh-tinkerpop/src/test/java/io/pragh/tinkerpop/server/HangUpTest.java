package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Checks that a server logs nothing about clients that break off in the middle, and one line about a client whose
 * bytes it does not understand.
 */
class HangUpTest {
    private static final String POST =
            request("POST /gremlin HTTP/1.1", "Host: localhost", "Content-Length: 100") + "{";
    private static final String UPGRADE = request(
            "GET /gremlin HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13");

    private final List<ILoggingEvent> said = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                said.add(event);
            }
        }
    };

    private static String request(String... lines) {
        return String.join("\r\n", lines) + "\r\n\r\n";
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private final Level before = root().getLevel();

    @BeforeEach
    void listen() {
        root().setLevel(Level.WARN);
        appender.start();
        root().addAppender(appender);
    }

    @AfterEach
    void listenNoMore() {
        root().detachAppender(appender);
        root().setLevel(before);
    }

    /** Sends some bytes, waits for so many bytes of the answer, and resets the connection. */
    private static void hangUpAfter(ServedGraph served, String sent, int answered) throws IOException {
        try (Socket socket =
                new Socket(served.address().getAddress(), served.address().getPort())) {
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
            assertEquals(answered, socket.getInputStream().readNBytes(answered).length);
            socket.setSoLinger(true, 0);
        }
    }

    private static void assertServes(ServedGraph served) {
        Cluster cluster = served.cluster().create();
        assertEquals(1, cluster.connect().submit("g.inject(1)").one().getInt());
        cluster.close();
    }

    @Test
    void whoHangsUpIsNotMentioned() throws IOException {
        try (ServedGraph served = new ServedGraph()) {
            for (int i = 0; i < 20; i++) {
                hangUpAfter(served, POST, 0);
                hangUpAfter(served, UPGRADE, 100);
                hangUpAfter(served, "", 0);
            }
            assertServes(served);
        }
        assertEquals(
                List.of(), said.stream().map(ILoggingEvent::getFormattedMessage).toList());
    }

    @Test
    void whatCannotBeServedIsMentionedInALine() throws IOException {
        try (ServedGraph served = new ServedGraph();
                Workers nobody = new Workers()) {
            for (int i = 0; i < 20; i++) {
                try (Socket socket = new Socket(
                        served.address().getAddress(), served.address().getPort())) {
                    socket.getOutputStream().write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
                    assertEquals(100, socket.getInputStream().readNBytes(100).length);
                    socket.getOutputStream().write(new byte[] {0x7F, 0x7F, 0x7F, 0x7F}); // no frame has this opcode
                    socket.getOutputStream().flush();
                    socket.setSoTimeout(10_000);
                    while (socket.getInputStream().read() >= 0) {
                        // reads the rest of the answer and a closing frame
                    }
                }
            }
            nobody.await("the server has said so", () -> !said.isEmpty());
            assertServes(served);
        }
        assertTrue(said.size() < 10, said::toString);
        for (ILoggingEvent event : said) {
            String line = event.getFormattedMessage();
            assertTrue(line.startsWith("a connection is closed, because what came over it cannot be served"), line);
            assertTrue(event.getThrowableProxy() == null, line);
        }
    }
}

package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what clients without a login can make a server log, with the logging of {@code bin/pragh}. */
class ServerLogTest {
    private static final String FORGED = "12:00:00.000 WARN  i.p.Forged - by a client";
    private static final String UPGRADE = """
            GET /gremlin HTTP/1.1
            Host: localhost
            Upgrade: websocket
            Connection: Upgrade
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==
            Sec-WebSocket-Version: 13

            """.replace("\n", "\r\n");
    private static final int TEXT = 0x81;
    private static final int BINARY = 0x82;
    private static final int MASKED = 0x80;
    private static final int TIMES = 50;

    /**
     * Sends a head, and a frame after the answer to it; returns when the frame is answered, too, or the connection is
     * closed.
     */
    private static void send(int port, String head, byte[] frame) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("\r\n\r\n") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return;
                }
                answer.append((char) next);
            }
            if (frame.length > 0) {
                socket.getOutputStream().write(frame);
                int first = socket.getInputStream().read();
                assertTrue(first == -1 || first >= 0x80, "a frame, or the end: " + first);
            }
        } catch (SocketException reset) {
            assertTrue(String.valueOf(reset.getMessage()).matches(".*(reset|Broken pipe).*"), reset::toString);
        }
    }

    private static byte[] frame(int kind, String payload) {
        byte[] bytes = payload.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer frame = ByteBuffer.allocate(14 + bytes.length).put((byte) kind);
        if (bytes.length < 126) {
            frame.put((byte) (MASKED | bytes.length));
        } else {
            frame.put((byte) (MASKED | 126)).putShort((short) bytes.length);
        }
        frame.putInt(0).put(bytes);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    /** A message behind the name of its format. */
    private static byte[] binary(String type, String payload) {
        return frame(BINARY, (char) type.length() + type + payload);
    }

    private static String post(String type, String body) {
        return "POST /gremlin HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void whatCannotBeReadIsALine() throws Exception {
        String json = "application/vnd.gremlin-v3.0+json";
        String unknown = "{\"requestId\":\"41d2e28a-20a4-4ab0-b379-d810dede3786\",\"op\":\"\\n" + FORGED
                + "\",\"processor\":\"\\n" + FORGED + "\",\"args\":{}}";
        List<byte[]> frames = List.of(
                frame(TEXT, "{"),
                frame(TEXT, unknown),
                frame(TEXT, "[".repeat(50_000)),
                binary(json, "{"),
                binary(json, "{\"a\":" + "[".repeat(50_000)),
                binary("\n" + FORGED, "{"),
                binary("application/vnd.graphbinary-v1.0", "\u0081"));
        List<String> posts = List.of(
                post("application/json", "{"),
                post("application/json", "{\"gremlin\": \"g.nothing(\\n" + FORGED + "\"}"),
                post(json, "{"),
                "POST /\n" + FORGED + " HTTP/1.1\r\n\r\n",
                "nothing\r\n\r\n");
        List<String> said;
        try (ServerProcess server = ServerProcess.startWith("--port", "0")) {
            for (int i = 0; i < TIMES; i++) {
                for (byte[] frame : frames) {
                    send(server.port(), UPGRADE, frame);
                }
                for (String post : posts) {
                    send(server.port(), post, new byte[0]);
                }
            }
            assertEquals(
                    1, server.connect().connect().submit("g.inject(1)").one().getInt());
            said = server.end();
        }
        String all = String.join("\n", said);
        assertTrue(said.stream().anyMatch(line -> line.contains("it cannot be read")), all);
        assertTrue(said.size() < TIMES, all);
        assertTrue(said.stream().noneMatch(line -> line.startsWith(FORGED)), all);
        assertTrue(
                said.stream()
                        .noneMatch(
                                line -> line.startsWith("\tat ") || line.strip().startsWith("at ")),
                all);
    }

    @Test
    void whatOthersSentIsNoLineOfItsOwn() throws Exception {
        LoggerContext context = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(Path.of("..", "config", "logback.xml").toFile());
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ConsoleAppender<ILoggingEvent> appender = (ConsoleAppender<ILoggingEvent>) root.getAppender("stderr");
        for (String end : List.of("\n", "\r\n", "\r", "\u0085", "\u2028", "\u001b")) {
            Exception failed = new IOException("sent" + end + FORGED, new IOException("too" + end + FORGED));
            LoggingEvent event = new LoggingEvent(
                    "test", root, Level.WARN, "a client sent: {}", failed, new Object[] {end + FORGED});
            List<String> lines = new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertTrue(lines.get(0).endsWith(" - a client sent:  " + FORGED), lines::toString);
            assertTrue(lines.size() > 2, "the failure is told too");
            for (String line : lines.subList(1, lines.size())) {
                assertTrue(!line.startsWith(FORGED), lines::toString);
            }
        }
        context.stop();
    }
}

package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a log's files stay bounded and keep the latest lines, alone and in a server process. */
class RotatingLogTest {
    private static final int BYTES_MAX = 1_000;
    private static final String COMPLAINT = "a connection is closed, because what came over it cannot be served";
    private static final String UPGRADE = String.join(
                    "\r\n",
                    "GET /gremlin HTTP/1.1",
                    "Host: localhost",
                    "Upgrade: websocket",
                    "Connection: Upgrade",
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                    "Sec-WebSocket-Version: 13")
            + "\r\n\r\n";

    @TempDir
    private Path folder;

    @Test
    void howeverMuchIsSaidTheFilesStayBoundedAndTheLatestIsKept() throws IOException {
        Path file = folder.resolve("node-0.log");
        Files.writeString(file, "before\n");
        try (PrintStream log = new PrintStream(new RotatingLog(file, BYTES_MAX, 3), true, StandardCharsets.UTF_8)) {
            log.print("first line\n");
            assertEquals("before\nfirst line\n", Files.readString(file));
            for (int line = 0; line < 10_000; line++) {
                log.print("line " + line + "\n");
            }
            log.print("x".repeat(5 * BYTES_MAX) + "\nlast line\n");
            assertFalse(log.checkError());
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                assertTrue(Files.size(each) <= BYTES_MAX, each + " has " + Files.size(each));
            }
        }
        assertTrue(Files.readString(file).endsWith("last line\n"));
        assertTrue(Files.exists(folder.resolve("node-0.log.2")));
        assertTrue(Files.notExists(folder.resolve("node-0.log.3")));
    }

    @Test
    void whatAServerLogsIsInTheFileThatItWasGiven() throws Exception {
        Path file = folder.resolve("server.log");
        try (ServerProcess server = ServerProcess.startWith("--port", "0", "--log", file.toString())) {
            sendNonsense(server.port());
            List<String> last = server.end();
            assertTrue(last.stream().noneMatch(line -> line.contains(COMPLAINT)), last::toString);
        }
        assertTrue(Files.readString(file).contains(COMPLAINT), file::toString);
    }

    /** Opens a WebSocket, and sends bytes that are no frame; returns when the server has closed the connection. */
    private static void sendNonsense(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
            assertTrue(socket.getInputStream().read() >= 0);
            socket.getOutputStream().write(new byte[] {0x7F, 0x7F, 0x7F, 0x7F}); // no frame has this opcode
            while (socket.getInputStream().read() >= 0) {
                // reads the rest of the answer and a closing frame
            }
        }
    }
}

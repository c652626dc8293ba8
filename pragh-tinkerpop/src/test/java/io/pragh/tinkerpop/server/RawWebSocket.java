package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A WebSocket that sends frames as no driver would. One thread. */
final class RawWebSocket implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int WHOLE = 0x80;
    private static final int MASKED = 0x80;

    final DataOutputStream out;
    final InputStream in;
    /** The head of the server's answer to the upgrade. */
    final String head;

    private final Socket socket;

    /** Connects and upgrades, with these additional lines in the request's head. */
    RawWebSocket(InetSocketAddress server, String... headers) throws IOException {
        socket = new Socket(server.getAddress(), server.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        out = new DataOutputStream(socket.getOutputStream());
        in = socket.getInputStream();
        List<String> upgrade = new ArrayList<>(List.of(
                "GET /gremlin HTTP/1.1",
                "Host: localhost",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                "Sec-WebSocket-Version: 13"));
        upgrade.addAll(List.of(headers));
        out.write((String.join("\r\n", upgrade) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertTrue(next >= 0, () -> "the connection was closed: " + answer);
            answer.append((char) next);
        }
        head = answer.toString();
    }

    /** Begins a frame that is a whole message, masked by zeros. The caller writes its bytes. */
    void begin(int opcode, long bytes) throws IOException {
        out.writeByte(WHOLE | opcode);
        if (bytes < 126) {
            out.writeByte(MASKED | (int) bytes);
        } else if (bytes < 1 << 16) {
            out.writeByte(MASKED | 126);
            out.writeShort((int) bytes);
        } else {
            out.writeByte(MASKED | 127);
            out.writeLong(bytes);
        }
        out.writeInt(0);
    }

    /** Reads the rest of a frame of up to 64 KiB from the server, whose first byte was read. */
    void skipRest() throws IOException {
        int length = in.read();
        if (length < 0) {
            throw new EOFException("the connection was closed");
        }
        if (length == 126) {
            length = (in.read() << 8) + in.read();
        }
        in.skipNBytes(length);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

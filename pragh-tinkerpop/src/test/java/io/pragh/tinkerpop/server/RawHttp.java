package io.pragh.tinkerpop.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends HTTP requests byte by byte as a browser or an attacker would, headers included. */
final class RawHttp {
    private static final int PATIENCE_MILLIS = 60_000;

    private RawHttp() {}

    /** Head and body as far as they came before the connection was closed, or the first part of both. */
    record Answer(String text) {
        int status() {
            return Integer.parseInt(text.split(" ", 3)[1]);
        }

        boolean hasHeader(String name) {
            return text.toLowerCase(Locale.ROOT).contains("\r\n" + name.toLowerCase(Locale.ROOT) + ":");
        }
    }

    static Answer send(InetSocketAddress server, String requestLine, String body, String... headers)
            throws IOException {
        StringBuilder request = new StringBuilder(requestLine).append(" HTTP/1.1\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        request.append("Content-Length: ").append(bytes.length).append("\r\n\r\n");
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(server, PATIENCE_MILLIS);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(bytes);
            byte[] answer = new byte[1 << 16];
            int length = 0;
            for (int read = 0; read >= 0 && !isWhole(answer, length); length += Math.max(0, read)) {
                read = socket.getInputStream().read(answer, length, answer.length - length);
            }
            return new Answer(new String(answer, 0, length, StandardCharsets.UTF_8));
        }
    }

    private static boolean isWhole(byte[] answer, int length) {
        String text = new String(answer, 0, length, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        int at = text.toLowerCase(Locale.ROOT).indexOf("content-length:");
        if (at < 0 || at > end) {
            return true;
        }
        String count = text.substring(at + "content-length:".length(), text.indexOf('\r', at));
        return length >= end + 4 + Integer.parseInt(count.strip());
    }

    /** Asks for a WebSocket. */
    static Answer upgrade(InetSocketAddress server, String... headers) throws IOException {
        String[] all = new String[headers.length + 4];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Connection: Upgrade";
        all[headers.length + 1] = "Upgrade: websocket";
        all[headers.length + 2] = "Sec-WebSocket-Version: 13";
        all[headers.length + 3] = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        return send(server, "GET /gremlin", "", all);
    }
}

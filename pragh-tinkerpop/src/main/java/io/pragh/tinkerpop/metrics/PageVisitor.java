package io.pragh.tinkerpop.metrics;

import io.pragh.tinkerpop.metrics.PageServer.Page;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that requests one page. Runs on its own thread; any thread may end it. */
final class PageVisitor implements Runnable {
    static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long REQUEST_NANOS = TimeUnit.SECONDS.toNanos(5);
    static final long ALL_NANOS = TimeUnit.SECONDS.toNanos(10);
    static final int HEAD_BYTES_MAX = 8 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(PageVisitor.class);
    private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};
    /**
     * Bound on a request's body, which is read and dropped before the connection is closed: otherwise the answer may
     * be lost.
     */
    private static final int REST_BYTES_MAX = 64 << 10;

    final InetAddress from;
    private final PageServer server;
    private final Socket socket;
    private final long beganNanos = System.nanoTime();
    private volatile State state = State.MUTE;

    private enum State {
        MUTE,
        SPEAKING,
        ASKED
    }

    PageVisitor(PageServer server, Socket socket) {
        this.server = server;
        this.socket = socket;
        this.from = socket.getInetAddress();
    }

    /** Whether its request has arrived. */
    boolean hasAsked() {
        return state == State.ASKED;
    }

    boolean isOverdue(long nowNanos) {
        long limit = switch (state) {
            case MUTE -> FIRST_NANOS;
            case SPEAKING -> REQUEST_NANOS;
            case ASKED -> ALL_NANOS;
        };
        return nowNanos - beganNanos > limit;
    }

    @Override
    public void run() {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String head = head(in);
            state = State.ASKED;
            answer(head);
            socket.shutdownOutput();
            rest(in);
        } catch (IOException gone) {
            LOG.debug("a client of the metrics has gone", gone);
        } finally {
            server.left(this);
        }
    }

    /** Closes the connection, which makes its thread's operation fail. */
    void end() {
        try {
            socket.close();
        } catch (IOException cannot) {
            LOG.debug("a connection could not be closed", cannot);
        }
    }

    /** Reads up to the empty line, or as much as allowed. */
    private String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < HEAD_END.length && head.size() < HEAD_BYTES_MAX) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("it ended in the middle of its request");
            }
            state = State.SPEAKING;
            head.write(next);
            matched = next == HEAD_END[matched] ? matched + 1 : next == HEAD_END[0] ? 1 : 0;
        }
        return matched == HEAD_END.length ? head.toString(StandardCharsets.ISO_8859_1) : "";
    }

    private void answer(String head) throws IOException {
        String[] words = head.lines().findFirst().orElse("").split(" ", -1);
        if (head.isEmpty()) {
            send("431 Request Header Fields Too Large", "", "", true);
        } else if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            send("400 Bad Request", "", "", true);
        } else {
            answer(words[0], words[1].replaceFirst("\\?.*", ""));
        }
    }

    private void answer(String method, String path) throws IOException {
        Page page = server.page(path);
        boolean hasBody = !method.equals("HEAD");
        if (page == null) {
            send("404 Not Found", "", "", hasBody);
        } else if (hasBody && !method.equals("GET")) {
            send("405 Method Not Allowed", "Allow: GET, HEAD\r\n", "", true);
        } else {
            String body;
            try {
                body = server.make(page);
            } catch (RuntimeException failed) {
                server.say("a page of the metrics cannot be made", failed);
                send("500 Internal Server Error", "", "", hasBody);
                return;
            }
            send("200 OK", "Content-Type: " + page.type() + "\r\n", body, hasBody);
        }
    }

    private void send(String status, String headers, String body, boolean hasBody) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + bytes.length
                + "\r\nConnection: close\r\n\r\n";
        OutputStream out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.ISO_8859_1));
        out.write(bytes, 0, hasBody ? bytes.length : 0);
        out.flush();
    }

    private static void rest(InputStream in) throws IOException {
        byte[] ignored = new byte[HEAD_BYTES_MAX];
        int left = REST_BYTES_MAX;
        int read = 0;
        while (read >= 0 && left > 0) {
            read = in.read(ignored);
            left -= Math.max(0, read);
        }
    }
}

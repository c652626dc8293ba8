package io.pragh.tinkerpop.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/**
 * Relays connections to a server, which a test ends between a request and its answer, in order, so that no bytes are
 * left unread. Any thread.
 */
final class Relay implements AutoCloseable {
    private final ServerSocket listening;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicLong lost = new AtomicLong();
    private volatile InetSocketAddress server;
    private volatile boolean mute;

    Relay() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /** From now on, accepts connections and relays them to this server. */
    void leadTo(InetSocketAddress destination) {
        server = destination;
        run(this::accept);
    }

    /** From now on, requests are lost. */
    void mute() {
        mute = true;
    }

    /** Returns when so many bytes of requests were lost. */
    void awaitLost(long bytes) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> lost.get() >= bytes);
    }

    /** Ends all connections, and accepts no others. */
    @Override
    public void close() {
        shut(listening);
        open.forEach(Relay::shut);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket there = new Socket(server.getAddress(), server.getPort());
                open.addAll(List.of(client, there));
                run(() -> carry(client, there, true));
                run(() -> carry(there, client, false));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void carry(Socket from, Socket to, boolean questions) {
        byte[] bytes = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (questions && mute) {
                    lost.addAndGet(read);
                } else {
                    to.getOutputStream().write(bytes, 0, read);
                }
            }
        } catch (IOException ended) {
            return;
        }
    }

    private static void shut(AutoCloseable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }
}

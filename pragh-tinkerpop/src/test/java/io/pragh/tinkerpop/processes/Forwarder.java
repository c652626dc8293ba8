package io.pragh.tinkerpop.processes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A proxy: takes connections for a port of this machine, and passes the bytes of both sides on. Once it is closed,
 * its own port refuses connections, while the port behind it goes on listening. Any thread.
 */
final class Forwarder implements AutoCloseable {
    private final int port;
    private final ServerSocket door = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** Forwards to this port, where a process may begin to listen later. */
    Forwarder(int port) throws IOException {
        this.port = port;
        start(this::accept);
    }

    /** The address of the forwarder. */
    String address() {
        return "127.0.0.1:" + door.getLocalPort();
    }

    /** A port of this machine where no process listens now. */
    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException hungUp) {
                        return; // one side has closed, or the forwarder was closed
                    }
                },
                "forwarder");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket caller = door.accept();
            sockets.add(caller);
            Socket called = new Socket(InetAddress.getLoopbackAddress(), port);
            sockets.add(called);
            start(() -> pump(caller, called));
            start(() -> pump(called, caller));
            if (door.isClosed()) {
                close();
            }
        }
    }

    private static void pump(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}

package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Checks that a process listens at ZooKeeper's address, before a node takes memory and ports. Stateless. */
final class ZooKeeperProbe {
    /** ZooKeeper may be starting as well; a session would be as patient. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int CONNECT_MILLIS = 1_000;

    private ZooKeeperProbe() {}

    /**
     * Returns when one of these hosts accepts a connection; {@code where} is the end of the error message otherwise.
     */
    static void check(String hosts, String where) {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String host : hosts.split(",", -1)) {
            try {
                addresses.add(HostPort.parse("host", host.strip()));
            } catch (CliException wrong) {
                throw new CliException(wrong.getMessage() + ": " + where);
            }
        }
        long began = System.nanoTime();
        while (addresses.stream().noneMatch(ZooKeeperProbe::accepts)) {
            if (System.nanoTime() - began > PATIENCE_NANOS) {
                throw new CliException("no ZooKeeper answers there; start it, or correct the address: " + where);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException nobody) {
            return false;
        }
    }
}

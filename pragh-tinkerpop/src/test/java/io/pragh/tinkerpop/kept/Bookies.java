package io.pragh.tinkerpop.kept;

import io.pragh.coordinator.ledger.Bookie;
import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A ZooKeeper and three bookies in this process, for graphs with data folders at them. One thread. */
final class Bookies implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int COUNT = 3;

    private final Path folder;
    private final EmbeddedZooKeeper zooKeeper;
    private final int[] ports = new int[COUNT];
    private final @Nullable Bookie[] bookies = new Bookie[COUNT];

    Bookies(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.zooKeeper = EmbeddedZooKeeper.start();
        for (int i = 0; i < COUNT; i++) {
            ports[i] = freePort();
            start(i);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /**
     * Starts a bookie with an empty folder at another port, in place of one that is lost for good; returns the lost
     * one's address.
     */
    String startAnother(int number) throws IOException {
        String lost = LOOPBACK + ":" + ports[number];
        ports[number] = freePort();
        Path own = folder.resolve("another-" + number);
        bookies[number] = Bookie.start("bookkeeper://" + zooKeeper.connectString(), own, LOOPBACK, ports[number]);
        return lost;
    }

    /** Makes a bookie copy the ledgers of a lost one; returns how many ledgers are left. */
    int replace(int number, String lost) {
        return Objects.requireNonNull(bookies[number]).replace(lost, (done, all) -> {});
    }

    void start(int number) {
        Path own = folder.resolve("bookie-" + number);
        bookies[number] = Bookie.start("bookkeeper://" + zooKeeper.connectString(), own, LOOPBACK, ports[number]);
    }

    void stop(int number) {
        Bookie bookie = bookies[number];
        if (bookie != null) {
            bookie.close();
            bookies[number] = null;
        }
    }

    /** The address of a data folder. */
    String address(String name) {
        return "bookkeeper://" + zooKeeper.connectString() + "/" + name + "?sessionMillis=4000";
    }

    @Override
    public void close() {
        for (int i = 0; i < COUNT; i++) {
            stop(i);
        }
        zooKeeper.close();
    }
}

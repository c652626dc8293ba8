package io.pragh.coordinator.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.coordinator.zookeeper.FolderLocks;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A ZooKeeper and three bookies in this process, each of which can be stopped and started again. One thread. */
final class ThreeBookies implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int SESSION_MILLIS = 4_000;

    private final Path folder;
    private final EmbeddedZooKeeper zooKeeper;
    private final int[] ports = new int[Ledgers.COPIES];
    private final @Nullable Bookie[] bookies = new Bookie[Ledgers.COPIES];
    private final String options;
    private int replaced;

    ThreeBookies(Path folder) throws IOException {
        this(folder, "");
    }

    /** With options behind the address, such as {@code secretFile=FILE}; empty: bookies that serve everybody. */
    ThreeBookies(Path folder, String options) throws IOException {
        this.folder = folder;
        this.options = options;
        this.zooKeeper = EmbeddedZooKeeper.start(folder.resolve("zookeeper"), 0);
        for (int i = 0; i < bookies.length; i++) {
            ports[i] = freePort();
        }
        CompletableFuture.allOf(IntStream.range(0, bookies.length) // as on machines switched on together
                        .mapToObj(i -> CompletableFuture.runAsync(() -> start(i), run -> new Thread(run).start()))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    void start(int number) {
        bookies[number] = Bookie.start(service(), folder.resolve("bookie-" + number), LOOPBACK, ports[number]);
    }

    private String service() {
        return "bookkeeper://" + zooKeeper.connectString() + (options.isEmpty() ? "" : "?" + options);
    }

    String zooKeeper() {
        return zooKeeper.connectString();
    }

    void stop(int number) {
        Bookie bookie = bookies[number];
        if (bookie != null) {
            bookie.close();
            bookies[number] = null;
        }
    }

    /**
     * Starts a bookie with an empty folder at another port, in place of one that is lost for good; returns the lost
     * one's address.
     */
    String startAnother(int number) throws IOException {
        String lost = LOOPBACK + ":" + ports[number];
        ports[number] = freePort();
        replaced++;
        bookies[number] =
                Bookie.start(service(), folder.resolve("bookie-" + number + "-" + replaced), LOOPBACK, ports[number]);
        return lost;
    }

    /** The address of a bookie. */
    String address(int number) {
        return LOOPBACK + ":" + ports[number];
    }

    Bookie bookie(int number) {
        return Objects.requireNonNull(bookies[number]);
    }

    /** Kills a bookie: ZooKeeper lists it until its session has ended. */
    void kill(int number) throws Exception {
        stop(number);
        FolderLocks.list(zooKeeper.connectString(), LOOPBACK + ":" + ports[number], true);
    }

    /** Starts a bookie that was killed. */
    void startKilled(int number) throws Exception {
        FolderLocks.list(zooKeeper.connectString(), LOOPBACK + ":" + ports[number], false);
        start(number);
    }

    /** Removes the lock of a folder, as the end of its holder's session does. */
    void forgetLock(String name) throws Exception {
        FolderLocks.remove(zooKeeper.connectString(), name);
    }

    DataPlace place(String name) {
        return place(name, options);
    }

    /** As somebody sees it who has other options, or none. */
    DataPlace place(String name, String others) {
        return DataPlace.of("bookkeeper://" + zooKeeper.connectString() + "/" + name + "?sessionMillis="
                + SESSION_MILLIS + (others.isEmpty() ? "" : "&" + others));
    }

    /** Keeps a file with these bytes in a folder. */
    void write(byte[] bytes) throws IOException {
        try (Disk disk = place("graph").open();
                Disk.File file = disk.create("log")) {
            file.append(ByteBuffer.wrap(bytes));
            file.sync();
            disk.syncNames();
        }
    }

    /** Checks that the file has these bytes. */
    void check(byte[] bytes) throws IOException {
        try (Disk disk = place("graph").open();
                Disk.File file = disk.open("log")) {
            ByteBuffer found = ByteBuffer.allocate(bytes.length);
            file.read(0, found);
            assertArrayEquals(bytes, found.array());
        }
    }

    @Override
    public void close() {
        for (int i = 0; i < bookies.length; i++) {
            stop(i);
        }
        zooKeeper.close();
    }
}

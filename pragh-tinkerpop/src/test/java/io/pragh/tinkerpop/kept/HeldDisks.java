package io.pragh.tinkerpop.kept;

import io.pragh.core.durable.Disk;
import io.pragh.core.durable.DiskProvider;
import io.pragh.core.durable.FolderDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Data folders {@code held:///path} whose syncs a test can hold. One test at a time. */
public final class HeldDisks implements DiskProvider {
    private static final String SCHEME = "held";
    private static final AtomicReference<CountDownLatch> HOLD = new AtomicReference<>(new CountDownLatch(0));
    private static final AtomicInteger HELD = new AtomicInteger();

    /** The address of a folder. */
    static String address(Path folder) {
        return SCHEME + "://" + folder;
    }

    /** From now on, syncs wait for {@link #release}. */
    static void hold() {
        HOLD.set(new CountDownLatch(1));
    }

    static void release() {
        HOLD.get().countDown();
    }

    /** How many syncs wait. */
    static int held() {
        return HELD.get();
    }

    private static Path path(String address) {
        return Path.of(address.substring(SCHEME.length() + 3));
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Disk open(String address) {
        return new HeldDisk(FolderDisk.open(path(address)));
    }

    @Override
    public Disk look(String address) {
        throw new UnsupportedOperationException(address);
    }

    @Override
    public boolean isThere(String address) {
        return Files.isDirectory(path(address));
    }

    @Override
    public boolean isInUse(String address) {
        return false;
    }

    @Override
    public List<String> inside(String address) {
        return List.of();
    }

    private record HeldDisk(Disk disk) implements Disk {
        @Override
        public List<String> names() throws IOException {
            return disk.names();
        }

        @Override
        public File create(String name) throws IOException {
            return new HeldFile(disk.create(name));
        }

        @Override
        public File open(String name) throws IOException {
            return new HeldFile(disk.open(name));
        }

        @Override
        public void rename(String name, String other) throws IOException {
            disk.rename(name, other);
        }

        @Override
        public void delete(String name) throws IOException {
            disk.delete(name);
        }

        @Override
        public void syncNames() throws IOException {
            disk.syncNames();
        }

        @Override
        public long bytesFree() {
            return disk.bytesFree();
        }

        @Override
        public void close() throws IOException {
            disk.close();
        }
    }

    private record HeldFile(Disk.File file) implements Disk.File {
        @Override
        public long bytes() throws IOException {
            return file.bytes();
        }

        @Override
        public void append(ByteBuffer source) throws IOException {
            file.append(source);
        }

        @Override
        public void read(long from, ByteBuffer target) throws IOException {
            file.read(from, target);
        }

        @Override
        public void truncate(long bytes) throws IOException {
            file.truncate(bytes);
        }

        @Override
        public void sync() throws IOException {
            HELD.incrementAndGet();
            try {
                HOLD.get().await();
            } catch (InterruptedException ends) {
                Thread.currentThread().interrupt();
            } finally {
                HELD.decrementAndGet();
            }
            file.sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}

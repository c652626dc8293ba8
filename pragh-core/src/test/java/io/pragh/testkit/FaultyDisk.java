package io.pragh.testkit;

import io.pragh.core.durable.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Files in memory with a record of what was synced. Every change is one step; at a chosen step the disk fails, or
 * power is lost: then chance decides for each sector and each name that was not synced whether it survives. Any
 * thread.
 */
public final class FaultyDisk implements Disk {
    private static final int SECTOR = 512;
    private static final long CAPACITY_BYTES = 1L << 30;

    private final Map<String, Content> names = new TreeMap<>();
    private final Map<String, Content> syncedNames = new TreeMap<>();
    private final Set<String> touchedNames = new HashSet<>();
    private final SplittableRandom random;
    private final Fault fault;
    private final long faultAt;
    private long steps;
    private boolean lost;
    private long capacity = CAPACITY_BYTES;

    /** The fault of a disk. */
    public enum Fault {
        /** Nothing. */
        NONE,
        /** Power is lost: this step is done in part, and none after it. */
        POWER,
        /** No byte can be appended any more. */
        FULL,
        /** One step fails, and the bytes that it was to sync may never be synced; all other steps work. */
        ERROR
    }

    private static final class Content {
        private byte[] bytes = {};
        private byte[] synced = {};

        void append(byte[] more, int count) {
            int from = bytes.length;
            bytes = Arrays.copyOf(bytes, from + count);
            System.arraycopy(more, 0, bytes, from, count);
        }

        /** The file after a loss of power: any sector that was not synced may have survived. */
        Content afterLoss(SplittableRandom random) {
            int kept = Math.min(bytes.length, synced.length);
            int length = bytes.length <= synced.length
                    ? (random.nextBoolean() ? bytes.length : synced.length)
                    : kept + random.nextInt(bytes.length - kept + 1);
            byte[] found = Arrays.copyOf(synced, length);
            for (int from = 0; from < length; from += SECTOR) {
                if (random.nextBoolean()) {
                    int to = Math.min(Math.min(from + SECTOR, length), bytes.length);
                    if (to > from) {
                        System.arraycopy(bytes, from, found, from, to - from);
                    }
                }
            }
            Content after = new Content();
            after.bytes = found;
            after.synced = found.clone();
            return after;
        }
    }

    private FaultyDisk(SplittableRandom random, Fault fault, long faultAt) {
        this.random = random;
        this.fault = fault;
        this.faultAt = faultAt;
    }

    /** An empty disk with a fault at a step, counted from 1; chance follows the seed. */
    public static FaultyDisk empty(long seed, Fault fault, long faultAt) {
        return new FaultyDisk(new SplittableRandom(seed), fault, faultAt);
    }

    /** The disk after power is back, with another fault to come. */
    public synchronized FaultyDisk afterLoss(Fault next, long nextAt) {
        FaultyDisk after = new FaultyDisk(random.split(), next, nextAt);
        Map<String, Content> found = new TreeMap<>(syncedNames);
        for (String name : touchedNames) {
            if (random.nextBoolean()) {
                if (names.containsKey(name)) {
                    found.put(name, names.get(name));
                } else {
                    found.remove(name);
                }
            }
        }
        IdentityHashMap<Content, Content> contents = new IdentityHashMap<>();
        found.forEach(
                (name, content) -> after.names.put(name, contents.computeIfAbsent(content, c -> c.afterLoss(random))));
        after.syncedNames.putAll(after.names);
        return after;
    }

    /** The same files with another fault to come, as a later process finds them. */
    public synchronized FaultyDisk reopened(Fault next, long nextAt) {
        FaultyDisk after = new FaultyDisk(random.split(), next, nextAt);
        after.names.putAll(names);
        after.syncedNames.putAll(syncedNames);
        after.touchedNames.addAll(touchedNames);
        return after;
    }

    /** Steps so far. */
    public synchronized long steps() {
        return steps;
    }

    /** Whether the fault has happened. */
    public synchronized boolean hasFailed() {
        return fault != Fault.NONE && steps >= faultAt;
    }

    /** Whether the fault is due at this step; throws when power is lost. */
    private boolean isFaulty() throws IOException {
        if (lost) {
            throw new IOException("power is lost");
        }
        steps++;
        boolean now = fault == Fault.FULL ? steps >= faultAt : steps == faultAt;
        lost = now && fault == Fault.POWER;
        return now && fault != Fault.NONE;
    }

    private IOException failure() {
        return new IOException(
                switch (fault) {
                    case FULL -> "No space left on device";
                    case POWER -> "power is lost";
                    default -> "Input/output error";
                });
    }

    @Override
    public synchronized List<String> names() throws IOException {
        if (lost) {
            throw failure();
        }
        return new ArrayList<>(names.keySet());
    }

    @Override
    public synchronized File create(String name) throws IOException {
        boolean faulty = isFaulty();
        if (!faulty || fault == Fault.POWER && random.nextBoolean()) {
            names.put(name, new Content());
            touchedNames.add(name);
        }
        if (faulty) {
            throw failure();
        }
        return new MemoryFile(names.get(name));
    }

    @Override
    public synchronized File open(String name) throws IOException {
        Content content = names.get(name);
        if (lost) {
            throw failure();
        }
        if (content == null) {
            throw new NoSuchFileException(name);
        }
        return new MemoryFile(content);
    }

    @Override
    public synchronized void rename(String name, String other) throws IOException {
        boolean faulty = isFaulty();
        if (!faulty || fault == Fault.POWER && random.nextBoolean()) {
            Content content = names.remove(name);
            if (content == null) {
                throw new NoSuchFileException(name);
            }
            names.put(other, content);
            touchedNames.add(name);
            touchedNames.add(other);
        }
        if (faulty) {
            throw failure();
        }
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        boolean faulty = isFaulty();
        if (!faulty || fault == Fault.POWER && random.nextBoolean()) {
            names.remove(name);
            touchedNames.add(name);
        }
        if (faulty) {
            throw failure();
        }
    }

    @Override
    public synchronized void syncNames() throws IOException {
        if (isFaulty()) {
            throw failure();
        }
        syncedNames.clear();
        syncedNames.putAll(names);
        touchedNames.clear();
    }

    @Override
    public synchronized long bytesFree() {
        Set<Content> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(names.values());
        return Math.max(
                0, capacity - all.stream().mapToLong(each -> each.bytes.length).sum());
    }

    /** Leaves room for so many bytes more, and for those of files that are deleted. */
    public synchronized void leaveFree(long bytes) {
        capacity += bytes - bytesFree();
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "memory";
    }

    private final class MemoryFile implements File {
        private final Content content;

        MemoryFile(Content content) {
            this.content = content;
        }

        @Override
        public long bytes() {
            synchronized (FaultyDisk.this) {
                return content.bytes.length;
            }
        }

        @Override
        public void append(ByteBuffer source) throws IOException {
            synchronized (FaultyDisk.this) {
                boolean faulty = isFaulty();
                int room = (int) Math.min(source.remaining(), bytesFree());
                byte[] more = new byte[source.remaining()];
                source.get(more);
                content.append(more, faulty ? random.nextInt(more.length + 1) : room);
                if (faulty) {
                    throw failure();
                }
                if (room < more.length) {
                    throw new IOException("No space left on device");
                }
            }
        }

        @Override
        public void read(long from, ByteBuffer target) {
            synchronized (FaultyDisk.this) {
                int at = (int) Math.min(from, content.bytes.length);
                target.put(content.bytes, at, Math.min(target.remaining(), content.bytes.length - at));
            }
        }

        @Override
        public void truncate(long bytes) throws IOException {
            synchronized (FaultyDisk.this) {
                if (isFaulty()) {
                    throw failure();
                }
                content.bytes = Arrays.copyOf(content.bytes, (int) bytes);
            }
        }

        @Override
        public void sync() throws IOException {
            synchronized (FaultyDisk.this) {
                if (isFaulty()) {
                    if (fault == Fault.ERROR) {
                        content.synced = content.afterLoss(random).synced; // which the bytes in memory contradict
                    }
                    throw failure();
                }
                content.synced = content.bytes.clone();
            }
        }

        @Override
        public void close() {}
    }
}

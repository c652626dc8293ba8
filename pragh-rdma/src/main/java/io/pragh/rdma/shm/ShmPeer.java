package io.pragh.rdma.shm;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One life of another node, with its files as this process has mapped them. Any thread. */
final class ShmPeer {
    private final Path folder;
    private final Control control;
    private final AtomicReferenceArray<@Nullable Opened> opened = new AtomicReferenceArray<>(Fabric.PARTITIONS_MAX);
    private final Consumer<RegionFile> left;
    private final Outbox outbox = new Outbox();
    private @Nullable Ring ring;

    private record Opened(long id, RegionFile file) {}

    /** A peer that hands the files which it has closed to {@code left}; batches under way may be using them. */
    ShmPeer(Path folder, Control control, Consumer<RegionFile> left) {
        this.folder = folder;
        this.control = control;
        this.left = left;
    }

    Control control() {
        return control;
    }

    boolean isOpen() {
        return control.state() == Control.OPEN;
    }

    /** The region behind a partition's word, or null when the file is gone with its process. */
    @Nullable
    RegionFile region(int partition, long id) {
        Opened known = opened.get(partition);
        if (known != null && known.id == id) {
            return known.file;
        }
        return open(partition, id);
    }

    private synchronized @Nullable RegionFile open(int partition, long id) {
        Opened known = opened.get(partition);
        if (known != null && known.id == id) {
            return known.file;
        }
        try {
            RegionFile file = RegionFile.of(folder.resolve(RegionFile.name(id)));
            opened.set(partition, new Opened(id, file));
            if (known != null) {
                close(known);
            }
            return file;
        } catch (IOException gone) {
            return null;
        }
    }

    /** Whether a range exists by now; UNREACHABLE when that cannot be told any more. */
    static OpStatus reach(RegionFile file, long offset, int bytes) {
        Region region = file.region();
        if (region.contains(offset, bytes)) {
            return OpStatus.OK;
        }
        if (!file.catchUp()) {
            return OpStatus.UNREACHABLE;
        }
        return region.contains(offset, bytes) ? OpStatus.OK : OpStatus.OUT_OF_BOUNDS;
    }

    /** Sends a message, now or as soon as the ring has room; the message may be lost. */
    void send(Message message, String ringName) {
        if (isOpen() && outbox.add(message)) {
            flush(ringName);
        }
    }

    /** Writes waiting messages to the ring. */
    void flush(String ringName) {
        if (outbox.isEmpty()) {
            return;
        }
        Ring to = ring(ringName);
        if (!isOpen() || to == null) {
            outbox.drop();
        } else {
            outbox.flush(to);
        }
    }

    boolean hasMail() {
        return !outbox.isEmpty();
    }

    private synchronized @Nullable Ring ring(String name) {
        if (ring == null) {
            Path path = folder.resolve(name);
            Path draft = folder.resolve("draft-" + UUID.randomUUID());
            try {
                if (Files.exists(path)) {
                    ring = Ring.of(path);
                } else {
                    ring = Ring.create(draft);
                    Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
                    control.ring();
                }
            } catch (IOException gone) {
                ring = null;
            }
        }
        return ring;
    }

    /** Closes the files of partitions that have gone from the node. */
    synchronized void letGo() {
        for (int partition = 0; partition < opened.length(); partition++) {
            Opened known = opened.get(partition);
            long word = control.partition(partition);
            boolean exposed =
                    Control.status(word) == Control.EXPOSED && known != null && Control.regionId(word) == known.id;
            if (known != null && !exposed) {
                opened.set(partition, null);
                close(known);
            }
        }
    }

    synchronized void close() {
        for (int partition = 0; partition < opened.length(); partition++) {
            Opened known = opened.getAndSet(partition, null);
            if (known != null) {
                close(known);
            }
        }
    }

    private void close(Opened known) {
        known.file.close();
        left.accept(known.file);
    }
}

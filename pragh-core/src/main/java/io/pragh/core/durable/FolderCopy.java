package io.pragh.core.durable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds a data folder from partitions and records of others. It is a data folder from {@link #begin} on, and can be
 * used when this is closed. One thread.
 */
public final class FolderCopy implements AutoCloseable {
    private static final long CHECKPOINT = 1;
    private static final long SEGMENT_BYTES = 64L << 20;
    /** The limit of records on their way to the disk. */
    private static final int WAITING_MAX = 4_096;

    private final Disk disk;
    private final long graph;
    private final int partitions;
    private final List<Integer> kept;
    private final AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
    private @Nullable DataFolder folder;
    private @Nullable LogWriter log;
    private final Set<Integer> parts = new HashSet<>();
    private int appended;

    /**
     * Starts with an empty folder, which is created if it does not exist.
     *
     * @param graph number of the graph
     * @param partitions number of its partitions
     * @param kept the partitions to be kept there
     */
    public FolderCopy(Path path, long graph, int partitions, List<Integer> kept) {
        this.disk = FolderDisk.open(path);
        this.graph = graph;
        this.partitions = partitions;
        this.kept = List.copyOf(kept);
    }

    /** The partitions to be kept there. */
    public List<Integer> kept() {
        return kept;
    }

    /** Copies the checkpoint's part of a partition; {@code progress} receives the bytes. */
    public void part(DataFolder from, int partition, LongConsumer progress) throws IOException {
        try (CheckpointReader reader = from.checkpoint(partition);
                Disk.File file = disk.create(CheckpointFile.name(CHECKPOINT, partition))) {
            CheckpointHead of = reader.head();
            reader.copy(
                    file, new CheckpointHead(graph, CHECKPOINT, partition, of.timestamp(), 0, of.rolls()), progress);
            file.sync();
        }
        parts.add(partition);
    }

    /** Writes an empty part for a partition whose values are all in the log. */
    private void none(int partition) throws IOException {
        try (Disk.File file = disk.create(CheckpointFile.name(CHECKPOINT, partition))) {
            file.append(CheckpointFile.head(new CheckpointHead(graph, CHECKPOINT, partition, 0, 0, Map.of())));
            file.append(CheckpointFile.end(0));
            file.sync();
        }
    }

    /** Completes the checkpoint; records follow. */
    public void begin() throws IOException {
        for (int partition : parts.isEmpty() ? List.<Integer>of() : kept) {
            if (!parts.contains(partition)) {
                none(partition);
            }
        }
        DataFolder.describe(disk, graph, partitions, kept, Map.of(), parts.isEmpty() ? 0 : CHECKPOINT, 0);
        folder = DataFolder.look(disk);
        log = folder.logWriter(SEGMENT_BYTES, failed::set);
        log.open(0);
    }

    /** Appends a record. */
    public void append(byte[] record) {
        LogWriter writer = opened();
        long ticket = writer.append(record);
        if (++appended % WAITING_MAX == 0) {
            writer.await(ticket);
        }
    }

    /** Returns when all records are durable; appends the {@code last} one. */
    public void sync(byte[] last) {
        LogWriter writer = opened();
        writer.await(writer.append(last));
    }

    private LogWriter opened() {
        LogWriter writer = log;
        if (writer == null) {
            throw new IllegalStateException("records follow the partitions");
        }
        return writer;
    }

    @Override
    public void close() throws IOException {
        LogWriter writer = log;
        try (disk) {
            if (writer != null) {
                writer.close();
            }
        }
    }
}

package io.pragh.core.durable;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A data folder with all that is whole in a damaged one, which is not changed: blocks of the checkpoint and batches of the log whose
 * checksums are right. What is missing between is reported. The graph in it may lack values; whoever opens it must bear that. Bounded
 * memory. One thread.
 */
public final class Salvage {
    private static final long NUMBER = 1;
    private static final int WRITE_BYTES = 1 << 16;

    private final Disk damaged;
    private final Disk into;
    private final SalvageReport report;
    private long values;
    private long batches;

    /** What was saved: values of the checkpoint, and batches of the log. */
    public record Saved(int partitions, long values, long batches) {}

    /** What a folder is of. */
    private record Known(int partitions, long checkpoint, long log) {}

    /** Of a folder, into an empty one. */
    public Salvage(Disk damaged, Disk into, SalvageReport report) {
        this.damaged = damaged;
        this.into = into;
        this.report = report;
    }

    /**
     * Makes the folder.
     *
     * @param partitions how many the graph has where nothing of the folder says that; 0: not known
     * @param numbers makes numbers of graphs, each hardly ever twice
     * @throws PraghException when the folder is none, or its files cannot be read or written
     */
    public Saved run(int partitions, LongSupplier numbers) {
        try {
            Known known = known(partitions);
            HomeMap homes = new HomeMap(known.partitions);
            long graph = numbers.getAsLong();
            if (known.checkpoint != 0) {
                checkpoint(known, homes, graph);
            }
            log(known, graph);
            DataFolder.describe(into, graph, known.partitions, known.checkpoint != 0 ? NUMBER : 0, 0);
            return new Saved(known.partitions, values, batches);
        } catch (IOException failed) {
            throw new PraghException(
                    "the folder cannot be repaired; see to the disk: folder=" + damaged + " into=" + into + " because "
                            + failed,
                    failed);
        }
    }

    private Known known(int partitions) throws IOException {
        try {
            DataFolder folder = DataFolder.look(damaged);
            return new Known(folder.partitions(), folder.checkpointNumber(), folder.logFrom());
        } catch (NoSuchFileException | DamagedDataException gone) {
            return guessed(partitions);
        }
    }

    /** Out of the names of files: the checkpoint that has most parts, the later one of two. */
    private Known guessed(int partitions) throws IOException {
        List<String> names = damaged.names();
        Map<Long, Integer> parts = new HashMap<>();
        names.stream()
                .filter(CheckpointFile::isName)
                .forEach(name -> parts.merge(CheckpointFile.number(name), 1, Integer::sum));
        long checkpoint = 0;
        for (Map.Entry<Long, Integer> each : parts.entrySet()) {
            int most = parts.getOrDefault(checkpoint, 0);
            if (each.getValue() > most || each.getValue() == most && each.getKey() > checkpoint) {
                checkpoint = each.getKey();
            }
        }
        List<Long> segments = LogSegment.positions(names.stream());
        if (checkpoint == 0 && segments.isEmpty()) {
            throw new PraghException("there is no graph in this folder: folder=" + damaged);
        }
        int known = partitions != 0 ? partitions : parts.getOrDefault(checkpoint, 0);
        if (known == 0) {
            throw new PraghException(
                    "nothing in the folder says how many partitions the graph has; say so (--partitions):" + " folder="
                            + damaged);
        }
        report.lost("the file that says what the folder holds is missing or damaged; taken from the names of files:"
                + " file=graph partitions=" + known + " checkpoint=" + checkpoint);
        return new Known(known, checkpoint, segments.isEmpty() ? 0 : segments.get(0));
    }

    private void checkpoint(Known known, HomeMap homes, long graph) throws IOException {
        List<@Nullable CheckpointHead> heads = new ArrayList<>();
        for (int partition = 0; partition < known.partitions; partition++) {
            heads.add(head(known, partition));
        }
        Map<SalvagedPart.Copy, byte[]> catalogue = new HashMap<>();
        List<SalvagedPart> parts = new ArrayList<>();
        try {
            for (int partition = 0; partition < known.partitions; partition++) {
                SalvagedPart part = part(known, homes, graph, heads, partition);
                parts.add(part);
                catalogue.putAll(part.catalogue());
            }
            for (SalvagedPart part : parts) {
                part.finish(catalogue);
                values += part.values();
            }
        } finally {
            for (SalvagedPart part : parts) {
                part.close();
            }
        }
    }

    private @Nullable CheckpointHead head(Known known, int partition) throws IOException {
        String name = CheckpointFile.name(known.checkpoint, partition);
        try (Disk.File file = damaged.open(name)) {
            CheckpointHead head = new SalvagedCheckpoint(file, name, report).head(partition);
            if (head == null) {
                report.lost("a part of a checkpoint does not begin as one; its moment is taken from the next part, so"
                        + " commits of that time may be missing: file=" + name);
            }
            return head;
        } catch (NoSuchFileException gone) {
            report.lost("a part of a checkpoint is missing, and its values are lost: file=" + name);
            return null;
        }
    }

    private SalvagedPart part(
            Known known, HomeMap homes, long graph, List<@Nullable CheckpointHead> heads, int partition)
            throws IOException {
        String name = CheckpointFile.name(known.checkpoint, partition);
        CheckpointHead head = heads.get(partition);
        boolean isThere = damaged.names().contains(name);
        // of a part that is missing all that the log has is done again, from whenever that is
        long moment = head != null ? head.timestamp() : isThere ? moment(heads, partition) : 0;
        // how many members rolls have is known of a part that is whole
        boolean whole = head != null && isWhole(name, SalvagedCheckpoint.behind(head));
        CheckpointHead as = new CheckpointHead(
                graph, NUMBER, partition, moment, 0, head != null && whole ? head.rolls() : Map.of());
        SalvagedPart part = new SalvagedPart(into, homes, as);
        boolean done = false;
        try {
            if (isThere) {
                try (Disk.File file = damaged.open(name)) {
                    long from = head == null ? CheckpointFile.HEAD_BYTES : SalvagedCheckpoint.behind(head);
                    new SalvagedCheckpoint(file, name, report).read(from, part::add);
                }
            }
            done = true;
            return part;
        } finally {
            if (!done) {
                part.close();
            }
        }
    }

    private boolean isWhole(String name, long from) throws IOException {
        try (Disk.File file = damaged.open(name)) {
            return new SalvagedCheckpoint(file, name, new SalvageReport()).read(from, (values, check) -> {});
        }
    }

    /** Parts are written one after the other, so the moment of one lies between those of its neighbours. */
    private static long moment(List<@Nullable CheckpointHead> heads, int partition) {
        for (int next = partition + 1; next < heads.size(); next++) {
            CheckpointHead head = heads.get(next);
            if (head != null) {
                return head.timestamp();
            }
        }
        for (int before = partition - 1; before >= 0; before--) {
            CheckpointHead head = heads.get(before);
            if (head != null) {
                return head.timestamp();
            }
        }
        return 0;
    }

    /** The batches that are whole, one behind the other, as the log of the other folder. */
    private void log(Known known, long graph) throws IOException {
        try (Disk.File file = into.create(LogSegment.name(0))) {
            file.append(LogSegment.head(0, graph).position(0).limit(LogSegment.HEAD_BYTES));
            long[] end = {0};
            ByteBuffer[] copy = {LogBatch.buffer(WRITE_BYTES)};
            new SalvagedLog(damaged, report).read(known.log, (batch, recordBytes) -> {
                int length = (int) LogBatch.length(recordBytes);
                if (copy[0].capacity() < length) {
                    copy[0] = LogBatch.buffer(length);
                }
                copy[0].clear().put(batch.duplicate().position(0).limit(length));
                LogBatch.seal(copy[0], recordBytes, LogBatch.count(batch), end[0]);
                file.append(copy[0]);
                end[0] += length;
                batches++;
            });
            file.sync();
        }
    }
}

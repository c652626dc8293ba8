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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a data folder from all undamaged parts of a damaged one, which is not changed: blocks of the checkpoint and
 * batches of the log whose checksums are right. Losses are reported. The graph in the new folder may lack values,
 * which its users have to accept. Bounded memory. One thread.
 */
public final class Salvage {
    private static final long NUMBER = 1;
    private static final int WRITE_BYTES = 1 << 16;

    private final Disk damaged;
    private final Disk into;
    private final SalvageReport report;
    private long values;
    private long batches;
    private boolean wholeLog;
    /** The position in the new log of the first batch that is behind the part of a partition. */
    private final Map<Integer, Long> moved = new HashMap<>();

    private long end;

    /**
     * The amount that was saved: values of the checkpoint, and batches of the log.
     *
     * @param wholeLog whether nothing of the log is missing
     */
    public record Saved(int partitions, long values, long batches, boolean wholeLog) {}

    /**
     * The facts known about a folder.
     *
     * @param graph number of the graph; 0: not known
     */
    private record Known(
            long graph,
            int partitions,
            List<Integer> kept,
            long checkpoint,
            Map<Integer, FolderState.Part> parts,
            Map<Integer, Long> since,
            long log) {
        /** The same folder with these partitions. */
        Known of(List<Integer> partitionsKept) {
            return new Known(graph, partitions, partitionsKept, checkpoint, parts, since, log);
        }

        /** The name of the file of a partition's part. */
        String name(int partition) {
            FolderState.Part own = parts.get(partition);
            return CheckpointFile.name(own == null ? checkpoint : own.number(), partition);
        }

        boolean hasParts() {
            return checkpoint != 0 || !parts.isEmpty();
        }
    }

    /** Salvages a folder into an empty one. */
    public Salvage(Disk damaged, Disk into, SalvageReport report) {
        this.damaged = damaged;
        this.into = into;
        this.report = report;
    }

    /**
     * Makes the folder.
     *
     * @param partitions the number of the graph's partitions in case no file says it; 0: not known
     * @param numbers makes random numbers of graphs
     * @throws PraghException when the folder is no data folder, or its files cannot be read or written
     */
    public Saved run(int partitions, LongSupplier numbers) {
        try {
            Known known = known(partitions);
            return run(known, numbers.getAsLong(), new SalvagedCatalogue(new HomeMap(known.partitions)));
        } catch (IOException failed) {
            throw unreadable(failed);
        }
    }

    /**
     * Makes the folder of one node's part of a graph.
     *
     * @param part the part's label, from its own file or derived from other folders
     * @param graph the number of the new graph
     * @param catalogue knows the parts of the graph's catalogue, and receives more of them
     * @throws PraghException when the folder is another graph's, or its files cannot be read or written
     */
    public Saved run(FolderLabel part, long graph, SalvagedCatalogue catalogue) {
        try {
            Known found = said();
            if (found == null) {
                FolderTrace traces = FolderTrace.of(damaged);
                found = new Known(
                        part.graph(),
                        part.partitions(),
                        part.kept(),
                        traces.checkpoint(),
                        Map.of(),
                        Map.of(),
                        traces.log());
                reportGuess(found);
            }
            return run(found.of(part.kept()), graph, catalogue);
        } catch (IOException failed) {
            throw unreadable(failed);
        }
    }

    private PraghException unreadable(IOException failed) {
        return new PraghException(
                "the folder cannot be repaired; see to the disk: folder=" + damaged + " into=" + into + " because "
                        + failed,
                failed);
    }

    private Saved run(Known known, long graph, SalvagedCatalogue catalogue) throws IOException {
        log(known, graph);
        if (known.hasParts()) {
            checkpoint(known, graph, catalogue);
        }
        DataFolder.describe(into, graph, known.partitions, known.kept, known.since, known.hasParts() ? NUMBER : 0, 0);
        return new Saved(known.partitions, values, batches, wholeLog);
    }

    /** The contents of the folder's own file; null when that is missing or damaged. */
    private @Nullable Known said() throws IOException {
        try {
            DataFolder folder = DataFolder.look(damaged);
            return new Known(
                    folder.graph(),
                    folder.partitions(),
                    folder.kept(),
                    folder.checkpointNumber(),
                    folder.parts(),
                    folder.since(),
                    folder.logFrom());
        } catch (NoSuchFileException | DamagedDataException gone) {
            return null;
        }
    }

    private Known known(int partitions) throws IOException {
        Known said = said();
        if (said == null) {
            return guessed(partitions);
        }
        if (said.kept.size() < said.partitions) {
            throw ofANode(" kept=" + said.kept + " partitions=" + said.partitions);
        }
        return said;
    }

    private PraghException ofANode(String what) {
        return new PraghException(
                "this data folder holds one node's part of a graph, whose commits and edges lead to the"
                        + " parts of others; put the data folders of all its nodes into one folder, and repair that: folder="
                        + damaged + what);
    }

    /** The facts derived from the names of files. */
    private Known guessed(int partitions) throws IOException {
        FolderTrace traces = FolderTrace.of(damaged);
        if (!traces.isAny()) {
            throw new PraghException("there is no graph in this folder: folder=" + damaged);
        }
        int count = partitions != 0 ? partitions : traces.parts().size();
        if (count == 0) {
            throw new PraghException(
                    "nothing in the folder says how many partitions the graph has; say so (--partitions):" + " folder="
                            + damaged);
        }
        if (!traces.parts().isEmpty() && traces.parts().last() >= count) {
            if (partitions == 0) {
                throw ofANode(" checkpointOf=" + traces.parts());
            }
            throw new PraghException(
                    "the folder has parts of a checkpoint of more partitions; say how many the graph has (--partitions):"
                            + " checkpointOf="
                            + traces.parts() + " partitions=" + partitions + " folder=" + damaged);
        }
        List<Integer> all = IntStream.range(0, count).boxed().toList();
        Known known = new Known(0, count, all, traces.checkpoint(), Map.of(), Map.of(), traces.log());
        reportGuess(known);
        return known;
    }

    private void reportGuess(Known known) {
        report.lost("the file that says what the folder holds is missing or damaged; taken from the names of files:"
                + " file=graph partitions=" + known.partitions + " checkpoint=" + known.checkpoint);
    }

    private void checkpoint(Known known, long graph, SalvagedCatalogue catalogue) throws IOException {
        HomeMap homes = new HomeMap(known.partitions);
        List<@Nullable CheckpointHead> heads = new ArrayList<>();
        for (int partition : known.kept) {
            heads.add(head(known, partition));
        }
        List<SalvagedPart> parts = new ArrayList<>();
        try {
            for (int index = 0; index < heads.size(); index++) {
                CheckpointHead as = as(known, graph, heads, index);
                SalvagedPart part = new SalvagedPart(into, homes, as, catalogue);
                parts.add(part);
                copy(known, heads.get(index), part, as.partition());
            }
            for (SalvagedPart part : parts) {
                part.finish();
                values += part.values();
            }
        } finally {
            for (SalvagedPart part : parts) {
                part.close();
            }
        }
    }

    private @Nullable CheckpointHead head(Known known, int partition) throws IOException {
        String name = known.name(partition);
        if (CheckpointFile.number(name) == 0) {
            return null; // there was none yet, and the log has everything
        }
        try (Disk.File file = damaged.open(name)) {
            CheckpointHead head = new SalvagedCheckpoint(file, name, report).head(partition);
            if (head == null) {
                report.lost("a part of a checkpoint does not begin as one; its moment is taken from the next part, so"
                        + " commits of that time may be missing: file=" + name);
            } else if (known.graph != 0 && head.graph() != known.graph) {
                throw new PraghException("a part of a checkpoint is of another graph; take its folder away: folder="
                        + damaged + " file=" + name);
            }
            return head;
        } catch (NoSuchFileException gone) {
            report.lost("a part of a checkpoint is missing, and its values are lost: file=" + name);
            return null;
        }
    }

    /** The head of the copy of a part. */
    private CheckpointHead as(Known known, long graph, List<@Nullable CheckpointHead> heads, int index)
            throws IOException {
        int partition = known.kept.get(index);
        String name = known.name(partition);
        CheckpointHead head = heads.get(index);
        boolean isThere = damaged.names().contains(name);
        // For a missing part, all commits in the log are redone, from its beginning.
        long moment = head != null ? head.timestamp() : isThere ? moment(heads, index) : 0;
        // The numbers of members of rolls are known only of a part that is whole.
        boolean whole = head != null && isWhole(name, SalvagedCheckpoint.behind(head));
        return new CheckpointHead(
                graph,
                NUMBER,
                partition,
                moment,
                position(known, partition),
                head != null && whole ? head.rolls() : Map.of());
    }

    /** The position in the new log of what lies behind a part that has come from another folder. */
    private long position(Known known, int partition) {
        return known.parts.containsKey(partition) ? moved.getOrDefault(partition, end) : 0;
    }

    private void copy(Known known, @Nullable CheckpointHead head, SalvagedPart part, int partition) throws IOException {
        String name = known.name(partition);
        if (damaged.names().contains(name)) {
            try (Disk.File file = damaged.open(name)) {
                long from = head == null ? CheckpointFile.HEAD_BYTES : SalvagedCheckpoint.behind(head);
                new SalvagedCheckpoint(file, name, report).read(from, part::add);
            }
        }
    }

    private boolean isWhole(String name, long from) throws IOException {
        try (Disk.File file = damaged.open(name)) {
            return new SalvagedCheckpoint(file, name, new SalvageReport()).read(from, (values, check) -> {});
        }
    }

    /**
     * Estimates the moment of a part: the parts were written one after the other, so it lies between those of its
     * neighbours.
     */
    private static long moment(List<@Nullable CheckpointHead> heads, int index) {
        for (int next = index + 1; next < heads.size(); next++) {
            CheckpointHead head = heads.get(next);
            if (head != null) {
                return head.timestamp();
            }
        }
        for (int before = index - 1; before >= 0; before--) {
            CheckpointHead head = heads.get(before);
            if (head != null) {
                return head.timestamp();
            }
        }
        return 0;
    }

    /** Writes the whole batches, one behind the other, as the log of the new folder. */
    private void log(Known known, long graph) throws IOException {
        try (Disk.File file = into.create(LogSegment.name(0))) {
            file.append(LogSegment.head(0, graph).position(0).limit(LogSegment.HEAD_BYTES));
            ByteBuffer[] copy = {LogBatch.buffer(WRITE_BYTES)};
            wholeLog = new SalvagedLog(damaged, report).read(known.log, (batch, recordBytes) -> {
                int length = (int) LogBatch.length(recordBytes);
                if (copy[0].capacity() < length) {
                    copy[0] = LogBatch.buffer(length);
                }
                copy[0].clear().put(batch.duplicate().position(0).limit(length));
                long position = LogBatch.position(batch);
                known.parts.forEach((partition, own) -> {
                    if (position >= own.position()) {
                        moved.putIfAbsent(partition, end);
                    }
                });
                LogBatch.seal(copy[0], recordBytes, LogBatch.count(batch), end);
                file.append(copy[0]);
                end += length;
                batches++;
            });
            file.sync();
        }
    }
}

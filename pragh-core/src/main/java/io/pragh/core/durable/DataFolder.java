package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The durable files of a graph, or of one node of a graph of several processes: the file {@code graph}, which
 * describes the rest ({@link FolderState}), one checkpoint, and the log of the commits since. One thread, but for the
 * log and for partitions that come and go.
 */
/*
 * The effect of a loss of power at the beginning, and at each step of a checkpoint:
 *
 *   FOUND    a new folder begins its log before it has a graph's file: a log without any record and without that file
 *            is no graph yet, and a graph's file without a log is one that has lost it.
 *   PARTS    files that the graph's file does not name: they are removed when the folder is opened.
 *   GRAPH    the former file or the new one, whole in both cases: the new one is written beside the former, synced,
 *            and renamed.
 *   CUT      segments and parts that are not needed any more, as after PARTS.
 *
 * A file that either of the two graph files names is not removed or written to before it is known which of the two
 * outlasts a loss of power. If the process is killed after the rename, that is open, so the folder's names are synced
 * when it is opened. It is open after an error in GRAPH, too, and then the number of that checkpoint is not used
 * again.
 */
public final class DataFolder implements AutoCloseable {
    /** The name of the file that describes the rest. */
    static final String GRAPH = FolderState.NAME;

    private final Disk disk;
    private boolean founded;
    private volatile FolderState state;
    private volatile Set<Integer> away = Set.of();
    /** The number of the checkpoint that is being written, or of the next one. */
    private long next;

    private DataFolder(Disk disk, FolderState state, boolean founded) {
        this.disk = disk;
        this.state = state;
        this.founded = founded;
        this.next = LongStream.concat(
                                LongStream.of(state.checkpoint()),
                                state.parts().values().stream().mapToLong(FolderState.Part::number))
                        .max()
                        .orElse(0)
                + 1;
    }

    /**
     * Opens the folder of a graph; an empty folder becomes that of a new graph.
     *
     * @param partitions the number of partitions of a new graph
     * @param exactly whether an existing graph must have the same number
     * @param numbers makes random numbers of graphs
     * @throws PraghException when the folder has other contents, is of a newer version, or damaged
     */
    public static DataFolder open(Disk disk, int partitions, boolean exactly, LongSupplier numbers) {
        try {
            List<String> names = disk.names();
            DataFolder folder = names.contains(GRAPH) ? known(disk) : found(disk, names, partitions, numbers);
            if (exactly && folder.partitions() != partitions) {
                throw new PraghException(
                        "the graph in the data folder has another number of partitions; open it with that:" + " folder="
                                + disk + " partitions=" + folder.partitions() + " wanted=" + partitions);
            }
            if (folder.kept().size() < folder.partitions()) {
                throw new PraghException(
                        "this data folder holds one node's part of a graph of several processes; start it as a node of its"
                                + " cluster: folder=" + disk + " kept=" + folder.kept() + " partitions="
                                + folder.partitions());
            }
            folder.clearFound();
            return folder;
        } catch (IOException failed) {
            throw LogReader.unreadable(disk, failed);
        }
    }

    /**
     * Opens the folder of one node of a graph of several nodes; an empty one is still to be
     * {@linkplain #found founded}.
     *
     * @throws PraghException when the folder has other contents, is of a newer version or damaged, or has another
     *     number of partitions
     */
    public static DataFolder openPart(Disk disk, int partitions) {
        try {
            List<String> names = disk.names();
            if (!names.contains(GRAPH)) {
                checkEmpty(disk, names);
                return new DataFolder(disk, FolderState.of(0, freshNumber(), partitions, List.of(), 0, 0), true);
            }
            DataFolder folder = known(disk);
            if (folder.partitions() != partitions) {
                throw new PraghException(
                        "the graph in the data folder has another number of partitions; open it with that (cluster.partitions):"
                                + " folder=" + disk + " partitions=" + folder.partitions() + " wanted=" + partitions);
            }
            folder.clearFound();
            if (folder.number() == 0) {
                folder.change(folder.state.withFolder(freshNumber()));
            }
            return folder;
        } catch (IOException failed) {
            throw LogReader.unreadable(disk, failed);
        }
    }

    private static long freshNumber() {
        return Math.max(1, new SplittableRandom().nextLong() >>> 1);
    }

    /** Turns an empty folder into that of these partitions of a graph. */
    public void found(long graph, List<Integer> kept) {
        try {
            LogSegment.begin(disk, 0, graph).close();
            change(FolderState.of(graph, state.folder(), state.partitions(), kept, 0, 0));
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be written to; see to the disk: folder=" + disk + " because " + failed,
                    failed);
        }
    }

    private synchronized void change(FolderState now) throws IOException {
        now.write(disk);
        state = now;
    }

    private static DataFolder known(Disk disk) throws IOException {
        return new DataFolder(disk, FolderState.read(disk), false);
    }

    /**
     * Reads the file {@code graph}, and changes nothing.
     *
     * @throws DamagedDataException when it is damaged
     */
    static DataFolder look(Disk disk) throws IOException {
        return known(disk);
    }

    private static DataFolder found(Disk disk, List<String> names, int partitions, LongSupplier numbers)
            throws IOException {
        checkEmpty(disk, names);
        FolderState state = FolderState.of(numbers.getAsLong(), 0, partitions, all(partitions), 0, 0);
        LogSegment.begin(disk, 0, state.graph()).close();
        state.write(disk);
        return new DataFolder(disk, state, true);
    }

    private static List<Integer> all(int partitions) {
        return IntStream.range(0, partitions).boxed().toList();
    }

    private static void checkEmpty(Disk disk, List<String> names) throws IOException {
        checkNotGone(disk, names);
        List<String> others = names.stream()
                .filter(name -> !name.equals(FolderState.NEXT) && !name.equals(LogSegment.name(0)))
                .toList();
        if (!others.isEmpty()) {
            throw new PraghException(
                    "this folder holds other files, and no graph; give an empty one, or one that is not there yet:"
                            + " folder=" + disk + " file=" + others.get(0));
        }
    }

    /** Refuses a folder without the file {@code graph} that has other files of a graph in which anything was. */
    static void checkNotGone(Disk disk, List<String> names) throws IOException {
        if (names.contains(FolderTransfer.MARK)) {
            throw new PraghException(
                    "this folder was to be restored, and that has not ended; do it again (pragh restore):" + " folder="
                            + disk);
        }
        if (LogSegment.isWritten(disk, names) || names.stream().anyMatch(CheckpointFile::isName)) {
            throw new DamagedDataException(
                    "a graph was kept here, and the file that says what it was is gone", disk, GRAPH, 0);
        }
    }

    /** Completes a folder whose checkpoint and log already exist; the log is needed from {@code log} on. */
    static void describe(Disk disk, long graph, int partitions, long checkpoint, long log) throws IOException {
        describe(disk, graph, partitions, all(partitions), Map.of(), checkpoint, log);
    }

    /** The same for one node's share. */
    static void describe(
            Disk disk,
            long graph,
            int partitions,
            List<Integer> kept,
            Map<Integer, Long> since,
            long checkpoint,
            long log)
            throws IOException {
        disk.syncNames();
        long folder = kept.size() < partitions ? freshNumber() : 0;
        FolderState.of(graph, folder, partitions, kept, checkpoint, log)
                .withSince(since)
                .write(disk);
    }

    private void clearFound() throws IOException {
        disk.syncNames();
        clear();
    }

    /**
     * Removes files that the graph's file, which must be durable, does not name, and those of an unfinished
     * checkpoint.
     */
    private void clear() throws IOException {
        for (String name : disk.names()) {
            if (CheckpointFile.isName(name) && !state.needs(name)) {
                disk.delete(name);
            }
        }
        new LogReader(disk, state.graph()).cut(state.log());
    }

    /** Whether the folder was empty when it was opened. */
    public boolean isFounded() {
        return founded;
    }

    /** The number of the graph's partitions. */
    public int partitions() {
        return state.partitions();
    }

    /** The partitions that are kept here, in ascending order; empty before they are known. */
    public List<Integer> kept() {
        List<Integer> all = state.kept();
        Set<Integer> gone = away;
        return gone.isEmpty()
                ? all
                : all.stream().filter(partition -> !gone.contains(partition)).toList();
    }

    /** The partitions that another folder keeps by now; this one has them still, until that is certain. */
    public Set<Integer> away() {
        return away;
    }

    /** Another folder keeps a partition, according to the view: it does not count as kept here any more. */
    public synchronized void away(int partition) {
        Set<Integer> more = new HashSet<>(away);
        more.add(partition);
        away = Set.copyOf(more);
    }

    private void back(int partition) {
        Set<Integer> fewer = new HashSet<>(away);
        fewer.remove(partition);
        away = Set.copyOf(fewer);
    }

    /** Number of the folder; 0: it is that of a whole graph. */
    public long number() {
        return state.folder();
    }

    /** The number of the graph; 0 before it is known. */
    public long graph() {
        return state.graph();
    }

    /** Bytes of the checkpoint and of the log. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (String name : disk.names()) {
            if (CheckpointFile.isName(name)) {
                try (Disk.File file = disk.open(name)) {
                    bytes += file.bytes();
                }
            }
        }
        return bytes + log().bytes();
    }

    Disk disk() {
        return disk;
    }

    /** The number of the checkpoint; 0: none. */
    long checkpointNumber() {
        return state.checkpoint();
    }

    /** Whether there is a checkpoint. */
    public boolean hasCheckpoint() {
        return state.checkpoint() != 0;
    }

    /** Whether there is a part of a partition. */
    public boolean hasPart(int partition) {
        return state.part(partition) != 0;
    }

    /** Opens the part of a partition. */
    public CheckpointReader checkpoint(int partition) throws IOException {
        return new CheckpointReader(disk, state.graph(), state.part(partition), partition);
    }

    /** A reader of the log. */
    // Whoever makes a folder begins its log first. Only a folder that is being emptied, and one that is still to be
    // founded, have none.
    public LogReader log() {
        return new LogReader(disk, state.graph(), !state.kept().isEmpty());
    }

    /** The position from which on the log is needed. */
    public long logFrom() {
        return state.log();
    }

    /** A writer that continues the log; it is to be opened at the log's end. */
    public LogWriter logWriter(long segmentBytes, Consumer<Throwable> whenFailed) {
        return new LogWriter(disk, this::graph, segmentBytes, whenFailed);
    }

    /**
     * Begins a partition's part of the next checkpoint.
     *
     * @throws NoRoomException when it would take the disk space that is left to the log; the writer throws it as well
     */
    public CheckpointWriter begin(int partition, long timestamp, long position, Map<Long, Long> rolls)
            throws IOException {
        return new CheckpointWriter(
                disk, new CheckpointHead(state.graph(), next, partition, timestamp, position, rolls));
    }

    /** Removes the parts of the next checkpoint, which could not be written. */
    public void abandon() throws IOException {
        for (String name : disk.names()) {
            if (CheckpointFile.isName(name) && CheckpointFile.isOf(name, next)) {
                disk.delete(name);
            }
        }
    }

    /** Removes a partition's part of the next checkpoint, which could not be written. */
    public void abandon(int partition) throws IOException {
        String name = CheckpointFile.name(next, partition);
        if (disk.names().contains(name)) {
            disk.delete(name);
        }
    }

    /**
     * Completes the next checkpoint, with the parts of {@code written}; the log is needed only from {@code position}
     * on, and for parts that have come meanwhile.
     */
    public void complete(long position, List<Integer> written) throws IOException {
        disk.syncNames();
        synchronized (this) {
            long number = next;
            next++; // whether it fails or not
            change(state.checkpoint(number, written, position));
        }
        clear();
    }

    /** The W up to which commits of a partition were logged elsewhere, for those that have come from there. */
    public Map<Integer, Long> since() {
        return state.since();
    }

    /** The folder's label. */
    public FolderLabel label() {
        FolderState now = state;
        return new FolderLabel(now.graph(), now.partitions(), now.kept(), now.folder(), now.leaving(), now.arriving());
    }

    /** The parts that belong to no common checkpoint. */
    Map<Integer, FolderState.Part> parts() {
        return state.parts();
    }

    /** The partitions that another folder may have taken over, with that folder's number. */
    public Map<Integer, Long> leaving() {
        return state.leaving();
    }

    /** The partitions that are kept here as soon as the view says so. */
    public List<Integer> arriving() {
        return state.arriving();
    }

    /** Whether each kept partition has its part in the one checkpoint, and stays. */
    public boolean isSettled() {
        FolderState now = state;
        return now.leaving().isEmpty() && now.arriving().containsAll(now.parts().keySet());
    }

    /** Writes down that another folder may take a partition over from now on. */
    public synchronized void leave(int partition, long to) throws IOException {
        change(state.leaving(partition, to));
    }

    /** Writes down that a partition has not left. */
    public synchronized void stay(int partition) throws IOException {
        change(state.staying(partition));
    }

    /**
     * Writes down that the part of a partition is here, which is kept here as soon as the view says so.
     *
     * @param latest the latest W of the commits that have come with it
     */
    public synchronized void arrive(ArrivedPart part, long latest) throws IOException {
        disk.syncNames();
        part.named();
        FolderState.Part own = new FolderState.Part(part.number(), part.position());
        change(state.arriving(part.partition(), own, latest));
        back(part.partition());
    }

    /** Writes down that a partition that has arrived is kept here. */
    public synchronized void settle(int partition) throws IOException {
        if (state.arriving().contains(partition)) {
            change(state.settled(partition));
        }
    }

    /** Removes a partition that is kept elsewhere. */
    public synchronized void drop(int partition) throws IOException {
        change(state.without(partition));
        back(partition);
    }

    /** Removes everything; only the folder remains. It must keep no partition. */
    // Until the file graph goes, the folder is one that keeps nothing: its log may end anywhere, but has no gap.
    public synchronized void empty() throws IOException {
        List<String> names = disk.names();
        for (String name : names) {
            if (CheckpointFile.isName(name)) {
                disk.delete(name);
            }
        }
        List<Long> segments = LogSegment.positions(names.stream());
        for (int last = segments.size() - 1; last >= 0; last--) {
            disk.delete(LogSegment.name(segments.get(last)));
            disk.syncNames();
        }
        disk.delete(GRAPH);
        disk.syncNames();
    }

    /** A number for the part of a partition that arrives, while no checkpoint is being written. */
    synchronized long nextNumber() {
        return next++;
    }

    /** The approximate number of bytes that can still be written; {@link Disk#UNKNOWN} where that is not known. */
    public long bytesFree() {
        return disk.bytesFree();
    }

    @Override
    public String toString() {
        return disk.toString();
    }

    @Override
    public void close() throws IOException {
        disk.close();
    }
}

package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The durable files of a graph, or of one node of a graph of several processes: the file {@code graph}, which
 * describes the rest, one checkpoint, and the log of the commits since. One thread, but for the log.
 *
 * <pre>
 *   pragh 2
 *   graph 1f0c…        number of the graph
 *   partitions 4
 *   kept 0 1 2 3       the partitions that are kept here
 *   checkpoint 7       0: none
 *   log 0000…          position from which on the log is needed
 *   check 5d…          CRC-32C of the lines before
 * </pre>
 */
/*
 * The effect of a loss of power at each step of a checkpoint:
 *
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
    static final String GRAPH = "graph";

    private static final String NEXT = "graph.new";
    private static final int FORMAT = 2;
    private static final Pattern TEXT = Pattern.compile("""
            pragh (\\d+)
            graph ([0-9a-f]{16})
            partitions (\\d+)
            kept ((?: ?\\d+)+)
            checkpoint (\\d+)
            log ([0-9a-f]{16})
            check ([0-9a-f]{8})
            """);
    private static final Pattern FIRST_LINE = Pattern.compile("pragh (\\d+)\n[\\s\\S]*");

    private final Disk disk;
    private boolean founded;
    private State state;
    /** The number of the checkpoint that is being written, or of the next one. */
    private long next;

    /**
     * The contents of the file {@code graph}.
     *
     * @param graph number of the graph
     * @param partitions number of its partitions
     * @param kept the partitions that are kept here
     * @param checkpoint number of its checkpoint; 0: none
     * @param log position from which on the log is needed
     */
    private record State(long graph, int partitions, List<Integer> kept, long checkpoint, long log) {}

    private DataFolder(Disk disk, State state, boolean founded) {
        this.disk = disk;
        this.state = state;
        this.founded = founded;
        this.next = state.checkpoint + 1;
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
                return new DataFolder(disk, new State(0, partitions, List.of(), 0, 0), true);
            }
            DataFolder folder = known(disk);
            if (folder.partitions() != partitions) {
                throw new PraghException(
                        "the graph in the data folder has another number of partitions; open it with that (cluster.partitions):"
                                + " folder=" + disk + " partitions=" + folder.partitions() + " wanted=" + partitions);
            }
            folder.clearFound();
            return folder;
        } catch (IOException failed) {
            throw LogReader.unreadable(disk, failed);
        }
    }

    /** Turns an empty folder into that of these partitions of a graph. */
    public void found(long graph, List<Integer> kept) {
        State now = new State(graph, state.partitions, List.copyOf(kept), 0, 0);
        try {
            write(disk, now);
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be written to; see to the disk: folder=" + disk + " because " + failed,
                    failed);
        }
        state = now;
    }

    private static DataFolder known(Disk disk) throws IOException {
        return new DataFolder(disk, read(disk), false);
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
        State state = new State(numbers.getAsLong(), partitions, all(partitions), 0, 0);
        write(disk, state);
        return new DataFolder(disk, state, true);
    }

    private static List<Integer> all(int partitions) {
        return IntStream.range(0, partitions).boxed().toList();
    }

    private static void checkEmpty(Disk disk, List<String> names) {
        if (LogReader.isIn(names) || names.stream().anyMatch(CheckpointFile::isName)) {
            throw new DamagedDataException(
                    "a graph was kept here, and the file that says what it was is gone", disk, GRAPH, 0);
        }
        if (names.stream().anyMatch(name -> !name.equals(NEXT))) {
            throw new PraghException(
                    "this folder holds other files, and no graph; give an empty one, or one that is not there yet:"
                            + " folder=" + disk + " file=" + names.get(0));
        }
    }

    /** Completes a folder whose checkpoint and log already exist; the log is needed from {@code log} on. */
    static void describe(Disk disk, long graph, int partitions, long checkpoint, long log) throws IOException {
        describe(disk, graph, partitions, all(partitions), checkpoint, log);
    }

    /** The same for one node's share. */
    static void describe(Disk disk, long graph, int partitions, List<Integer> kept, long checkpoint, long log)
            throws IOException {
        disk.syncNames();
        write(disk, new State(graph, partitions, List.copyOf(kept), checkpoint, log));
    }

    private static State read(Disk disk) throws IOException {
        String text;
        try (Disk.File file = disk.open(GRAPH)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.bytes(), 1 << 12));
            file.read(0, bytes);
            text = StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        }
        Matcher first = FIRST_LINE.matcher(text);
        if (first.matches() && !first.group(1).equals("" + FORMAT)) {
            throw new PraghException(
                    "the data folder was written by another version of Pragh; use that one, or load an export of"
                            + " it: folder=" + disk + " format=" + first.group(1) + " known=" + FORMAT);
        }
        Matcher said = TEXT.matcher(text);
        if (!said.matches() || !said.group(7).equals(Checks.line(text.substring(0, text.indexOf("check "))))) {
            throw new DamagedDataException("the file that says what the folder holds is damaged", disk, GRAPH, 0);
        }
        return new State(
                Long.parseUnsignedLong(said.group(2), 16),
                Integer.parseInt(said.group(3)),
                Arrays.stream(said.group(4).split(" ", -1))
                        .map(Integer::valueOf)
                        .toList(),
                Long.parseLong(said.group(5)),
                Long.parseUnsignedLong(said.group(6), 16));
    }

    private static void write(Disk disk, State state) throws IOException {
        String text = """
                pragh %d
                graph %016x
                partitions %d
                kept %s
                checkpoint %d
                log %016x
                """.formatted(
                        FORMAT,
                        state.graph,
                        state.partitions,
                        state.kept.stream().map(String::valueOf).collect(Collectors.joining(" ")),
                        state.checkpoint,
                        state.log);
        try (Disk.File file = disk.create(NEXT)) {
            file.append(StandardCharsets.UTF_8.encode(text + "check " + Checks.line(text) + "\n"));
            file.sync();
        }
        disk.rename(NEXT, GRAPH);
        disk.syncNames();
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
            if (CheckpointFile.isName(name) && !CheckpointFile.isOf(name, state.checkpoint)) {
                disk.delete(name);
            }
        }
        new LogReader(disk, state.graph).cut(state.log);
    }

    /** Whether the folder was empty when it was opened. */
    public boolean isFounded() {
        return founded;
    }

    /** The number of the graph's partitions. */
    public int partitions() {
        return state.partitions;
    }

    /** The partitions that are kept here, in ascending order; empty before they are known. */
    public List<Integer> kept() {
        return state.kept;
    }

    /** The number of the graph; 0 before it is known. */
    public long graph() {
        return state.graph;
    }

    /** Bytes of the checkpoint and of the log. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (String name : disk.names()) {
            try (Disk.File file = disk.open(name)) {
                bytes += file.bytes();
            }
        }
        return bytes;
    }

    Disk disk() {
        return disk;
    }

    /** The number of the checkpoint; 0: none. */
    long checkpointNumber() {
        return state.checkpoint;
    }

    /** Whether there is a checkpoint. */
    public boolean hasCheckpoint() {
        return state.checkpoint != 0;
    }

    /** Opens the checkpoint's part of a partition. */
    public CheckpointReader checkpoint(int partition) throws IOException {
        return new CheckpointReader(disk, state.graph, state.checkpoint, partition);
    }

    /** A reader of the log. */
    public LogReader log() {
        return new LogReader(disk, state.graph);
    }

    /** The position from which on the log is needed. */
    public long logFrom() {
        return state.log;
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
        return new CheckpointWriter(disk, new CheckpointHead(state.graph, next, partition, timestamp, position, rolls));
    }

    /** Removes the parts of the next checkpoint, which could not be written. */
    public void abandon() throws IOException {
        for (String name : disk.names()) {
            if (CheckpointFile.isName(name) && CheckpointFile.isOf(name, next)) {
                disk.delete(name);
            }
        }
    }

    /** Completes the next checkpoint, all of whose parts exist; the log is needed only from {@code position} on. */
    public void complete(long position) throws IOException {
        disk.syncNames();
        State now = new State(state.graph, state.partitions, state.kept, next, position);
        next++; // whether it fails or not
        write(disk, now);
        state = now;
        clear();
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

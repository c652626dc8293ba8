package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The contents of a data folder's file {@code graph}, which describes the rest. Immutable by agreement.
 *
 * <pre>
 *   pragh 3            2: the folder of a whole graph, or of a node before folders had numbers, with one checkpoint
 *   graph 1f0c…        number of the graph
 *   folder 77a0…       number of the folder; from format 3 on
 *   partitions 4
 *   kept 0 1 3         the partitions that are kept here; - for none
 *   leaving 3 4e11…    the folder that has perhaps taken over a partition that is kept here
 *   arriving 2         the partition is kept here as soon as the view says so
 *   part 2 9 0000…     the partition's part is of another number than the checkpoint, and the log is needed for it
 *                      from this position on
 *   since 2 00f0…      the log here has the partition's part of transactions with a later W; earlier ones have come with
 *                      the partition
 *   checkpoint 7       0: none
 *   log 0000…          position from which on the log is needed
 *   check 5d…          CRC-32C of the lines before
 * </pre>
 *
 * @param graph number of the graph; 0: not known yet
 * @param folder number of the folder; 0: it has none
 * @param partitions number of the graph's partitions
 * @param kept the partitions that are kept here, in ascending order
 * @param leaving the folder that each of these partitions is leaving for
 * @param arriving partitions that are kept here as soon as the view says so
 * @param parts the parts that belong to no common checkpoint
 * @param since the W up to which a partition's commits were logged elsewhere
 * @param checkpoint number of the checkpoint; 0: none
 * @param log position from which on the log is needed
 */
record FolderState(
        long graph,
        long folder,
        int partitions,
        List<Integer> kept,
        NavigableMap<Integer, Long> leaving,
        List<Integer> arriving,
        NavigableMap<Integer, Part> parts,
        NavigableMap<Integer, Long> since,
        long checkpoint,
        long log) {
    /** The name of the file. */
    static final String NAME = "graph";
    /** The name under which it is written before it replaces the former one. */
    static final String NEXT = "graph.new";

    private static final int FORMAT = 3;
    private static final int FORMAT_WHOLE = 2;
    private static final int BYTES_MAX = 1 << 16;
    private static final Pattern TEXT = Pattern.compile("""
            pragh (\\d+)
            graph ([0-9a-f]{16})
            (?:folder ([0-9a-f]{16})
            )?partitions (\\d+)
            kept (-|(?: ?\\d+)+)
            ((?:leaving \\d+ [0-9a-f]{16}
            )*)((?:arriving \\d+
            )*)((?:part \\d+ \\d+ [0-9a-f]{16}
            )*)((?:since \\d+ [0-9a-f]{16}
            )*)checkpoint (\\d+)
            log ([0-9a-f]{16})
            check ([0-9a-f]{8})
            """);
    private static final Pattern FIRST_LINE = Pattern.compile("pragh (\\d+)\n[\\s\\S]*");

    /**
     * A part that belongs to no common checkpoint, because its partition has come from another folder, or was not
     * served when the last checkpoint was written.
     *
     * @param number the number in its file's name; 0: there is none, and the log has everything
     * @param position later commits lie at or behind this position of the log
     */
    record Part(long number, long position) {}

    /** The state of a folder to which nothing has come from others. */
    static FolderState of(long graph, long folder, int partitions, List<Integer> kept, long checkpoint, long log) {
        return new FolderState(
                graph,
                folder,
                partitions,
                List.copyOf(kept),
                new TreeMap<>(),
                List.of(),
                new TreeMap<>(),
                new TreeMap<>(),
                checkpoint,
                log);
    }

    FolderState withSince(Map<Integer, Long> latest) {
        return new FolderState(
                graph, folder, partitions, kept, leaving, arriving, parts, new TreeMap<>(latest), checkpoint, log);
    }

    FolderState withFolder(long number) {
        return new FolderState(graph, number, partitions, kept, leaving, arriving, parts, since, checkpoint, log);
    }

    /** One of these partitions may leave for another folder. */
    FolderState leaving(int partition, long to) {
        NavigableMap<Integer, Long> more = new TreeMap<>(leaving);
        more.put(partition, to);
        return new FolderState(graph, folder, partitions, kept, more, arriving, parts, since, checkpoint, log);
    }

    /** A partition stays here. */
    FolderState staying(int partition) {
        NavigableMap<Integer, Long> fewer = new TreeMap<>(leaving);
        fewer.remove(partition);
        return new FolderState(graph, folder, partitions, kept, fewer, arriving, parts, since, checkpoint, log);
    }

    /** A partition is kept here as soon as the view says so. */
    FolderState arriving(int partition, Part part, long latest) {
        FolderState without = without(partition);
        List<Integer> more = new ArrayList<>(without.arriving);
        more.add(partition);
        NavigableMap<Integer, Part> all = new TreeMap<>(without.parts);
        all.put(partition, part);
        NavigableMap<Integer, Long> from = new TreeMap<>(since);
        from.put(partition, latest);
        return new FolderState(
                graph, folder, partitions, without.kept, without.leaving, sorted(more), all, from, checkpoint, log);
    }

    /** A partition that was arriving is kept here. */
    FolderState settled(int partition) {
        List<Integer> here = new ArrayList<>(kept);
        here.add(partition);
        return new FolderState(
                graph,
                folder,
                partitions,
                sorted(here),
                leaving,
                rest(arriving, partition),
                parts,
                since,
                checkpoint,
                log);
    }

    /** Nothing of a partition is kept here. */
    FolderState without(int partition) {
        NavigableMap<Integer, Part> others = new TreeMap<>(parts);
        others.remove(partition);
        NavigableMap<Integer, Long> from = new TreeMap<>(since);
        from.remove(partition);
        return new FolderState(
                graph,
                folder,
                partitions,
                rest(kept, partition),
                staying(partition).leaving,
                rest(arriving, partition),
                others,
                from,
                checkpoint,
                log);
    }

    /**
     * There is a checkpoint with the parts of some partitions; the log is needed from {@code position} on, if it was
     * not cut behind that before. A partition that is kept and not {@code written} stays with its former part, and
     * the log that is needed for it.
     */
    FolderState checkpoint(long number, List<Integer> written, long position) {
        NavigableMap<Integer, Part> others = new TreeMap<>(parts);
        kept.forEach(partition -> others.putIfAbsent(partition, new Part(checkpoint, log)));
        written.forEach(others::remove);
        long needed = others.values().stream().mapToLong(Part::position).min().orElse(position);
        return new FolderState(
                graph,
                folder,
                partitions,
                kept,
                leaving,
                arriving,
                others,
                since,
                number,
                Math.max(log, Math.min(position, needed)));
    }

    private static List<Integer> sorted(List<Integer> partitions) {
        return partitions.stream().sorted().toList();
    }

    private static List<Integer> rest(List<Integer> partitions, int partition) {
        return partitions.stream().filter(each -> each != partition).toList();
    }

    /** The number of a partition's part; 0: it has none. */
    long part(int partition) {
        Part own = parts.get(partition);
        return own == null ? checkpoint : own.number;
    }

    /** Whether a file is a part of a checkpoint that is needed. */
    boolean needs(String name) {
        Part own = parts.get(CheckpointFile.partition(name));
        return CheckpointFile.isOf(name, checkpoint) || own != null && CheckpointFile.isOf(name, own.number);
    }

    static FolderState read(Disk disk) throws IOException {
        String text;
        try (Disk.File file = disk.open(NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.bytes(), BYTES_MAX));
            file.read(0, bytes);
            text = StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        }
        Matcher first = FIRST_LINE.matcher(text);
        if (first.matches()
                && !first.group(1).equals("" + FORMAT)
                && !first.group(1).equals("" + FORMAT_WHOLE)) {
            throw new PraghException(
                    "the data folder was written by another version of Pragh; use that one, or load an export of"
                            + " it: folder=" + disk + " format=" + first.group(1) + " known=" + FORMAT);
        }
        Matcher said = TEXT.matcher(text);
        if (!said.matches() || !said.group(12).equals(Checks.line(text.substring(0, text.indexOf("check "))))) {
            throw new DamagedDataException("the file that says what the folder holds is damaged", disk, NAME, 0);
        }
        return decode(said);
    }

    private static FolderState decode(Matcher said) {
        NavigableMap<Integer, Long> leaving = new TreeMap<>();
        said.group(6)
                .lines()
                .map(line -> line.split(" ", -1))
                .forEach(words -> leaving.put(Integer.valueOf(words[1]), Long.parseUnsignedLong(words[2], 16)));
        List<Integer> arriving = said.group(7)
                .lines()
                .map(line -> Integer.valueOf(line.split(" ", -1)[1]))
                .toList();
        NavigableMap<Integer, Part> parts = new TreeMap<>();
        said.group(8)
                .lines()
                .map(line -> line.split(" ", -1))
                .forEach(words -> parts.put(
                        Integer.valueOf(words[1]),
                        new Part(Long.parseLong(words[2]), Long.parseUnsignedLong(words[3], 16))));
        NavigableMap<Integer, Long> since = new TreeMap<>();
        said.group(9)
                .lines()
                .map(line -> line.split(" ", -1))
                .forEach(words -> since.put(Integer.valueOf(words[1]), Long.parseUnsignedLong(words[2], 16)));
        return new FolderState(
                Long.parseUnsignedLong(said.group(2), 16),
                said.group(3) == null ? 0 : Long.parseUnsignedLong(said.group(3), 16),
                Integer.parseInt(said.group(4)),
                said.group(5).equals("-")
                        ? List.of()
                        : Arrays.stream(said.group(5).split(" ", -1))
                                .map(Integer::valueOf)
                                .toList(),
                leaving,
                arriving,
                parts,
                since,
                Long.parseLong(said.group(10)),
                Long.parseUnsignedLong(said.group(11), 16));
    }

    private String encode() {
        StringBuilder text = new StringBuilder();
        text.append("pragh ")
                .append(folder == 0 && parts.isEmpty() ? FORMAT_WHOLE : FORMAT)
                .append('\n');
        text.append(String.format("graph %016x\n", graph));
        if (folder != 0) {
            text.append(String.format("folder %016x\n", folder));
        }
        text.append("partitions ").append(partitions).append("\nkept ");
        text.append(kept.isEmpty() ? "-" : kept.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        text.append('\n');
        leaving.forEach((partition, to) -> text.append(String.format("leaving %d %016x\n", partition, to)));
        arriving.forEach(partition -> text.append("arriving ").append(partition).append('\n'));
        parts.forEach((partition, part) ->
                text.append(String.format("part %d %d %016x\n", partition, part.number, part.position)));
        since.forEach((partition, latest) -> text.append(String.format("since %d %016x\n", partition, latest)));
        text.append("checkpoint ").append(checkpoint).append(String.format("\nlog %016x\n", log));
        return text + "check " + Checks.line(text.toString()) + "\n";
    }

    /** Replaces the file, whole or not at all. */
    void write(Disk disk) throws IOException {
        try (Disk.File file = disk.create(NEXT)) {
            file.append(StandardCharsets.UTF_8.encode(encode()));
            file.sync();
        }
        disk.rename(NEXT, NAME);
        disk.syncNames();
    }
}

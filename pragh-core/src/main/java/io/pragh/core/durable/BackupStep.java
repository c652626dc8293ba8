package io.pragh.core.durable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The description of one backup of a {@link BackupFolder}, from the backup's own file, which is written when all its
 * other files are on the disk. Immutable.
 *
 * <pre>
 *   pragh backup 1
 *   number 3
 *   kind incremental             or full
 *   graph 1f0c…                  number of the graph
 *   partitions 4
 *   kept 0 2                     the partitions in it, if it is one node's share of a cluster's backup
 *   checkpoint 7                 of the data folder then; 0: none
 *   moment 00f0…                 all commits up to this timestamp, and no other
 *   made 2026-11-27T13:00:00Z
 *   log 0000… 0010…              first position and end
 *   tail 000f… 5d…               the last batch before the end: position and check
 *   file backup-00000003-log 4711 5d…    name, bytes, CRC-32C
 *   check 5d…                    CRC-32C of the lines before
 * </pre>
 *
 * @param number number of the backup in the folder
 * @param full whether it is a full one
 * @param graph number of the graph
 * @param partitions number of the graph's partitions
 * @param kept the partitions that the data folder held, in ascending order
 * @param checkpoint number of the data folder's checkpoint at the time
 * @param moment the timestamp up to which it has all commits, and no other
 * @param made when it was made
 * @param from position at which its part of the log begins
 * @param to position at which that part ends
 * @param tail position of the last batch of the log in this backup or an earlier one, -1 for none; {@code tailCheck}
 *     is its checksum
 * @param files its other files
 */
public record BackupStep(
        long number,
        boolean full,
        long graph,
        int partitions,
        List<Integer> kept,
        long checkpoint,
        long moment,
        Instant made,
        long from,
        long to,
        long tail,
        int tailCheck,
        List<Part> files) {
    private static final int FORMAT = 1;
    private static final Pattern TEXT = Pattern.compile("""
            pragh backup (\\d{1,9})
            number (\\d{1,9})
            kind (full|incremental)
            graph ([0-9a-f]{16})
            partitions (\\d{1,3})
            (?:kept ((?: ?\\d{1,3})+)
            )?checkpoint (\\d{1,18})
            moment ([0-9a-f]{16})
            made ([-0-9T:.]+Z)
            log ([0-9a-f]{16}) ([0-9a-f]{16})
            tail ([0-9a-f]{16}) ([0-9a-f]{8})
            ((?:file \\S+ \\d{1,18} [0-9a-f]{8}
            )*)check ([0-9a-f]{8})
            """);

    /**
     * One file of a backup.
     *
     * @param name its name
     * @param bytes its size in bytes
     * @param check CRC-32C of the bytes
     */
    public record Part(String name, long bytes, int check) {}

    /** Bytes of all files. */
    public long bytes() {
        return files.stream().mapToLong(Part::bytes).sum();
    }

    /** The name of its kind, for people. */
    public String kind() {
        return full ? "full" : "incremental";
    }

    /** Whether it has only some of the graph's partitions. */
    public boolean isShare() {
        return kept.size() < partitions;
    }

    String encode() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "pragh backup %d%nnumber %d%nkind %s%ngraph %016x%npartitions %d%n%scheckpoint %d%nmoment %016x%nmade %s%nlog %016x %016x%ntail %016x %08x%n"
                        .replace("%n", "\n"),
                FORMAT,
                number,
                kind(),
                graph,
                partitions,
                isShare() ? "kept " + kept.stream().map(String::valueOf).collect(Collectors.joining(" ")) + "\n" : "",
                checkpoint,
                moment,
                made,
                from,
                to,
                tail,
                tailCheck));
        for (Part file : files) {
            text.append(String.format(Locale.ROOT, "file %s %d %08x\n", file.name, file.bytes, file.check));
        }
        return text + "check " + Checks.line(text.toString()) + "\n";
    }

    /** The step that a text describes; null when the text is damaged. */
    static @Nullable BackupStep decode(String text) {
        Matcher said = TEXT.matcher(text);
        if (!said.matches() || !said.group(15).equals(Checks.line(text.substring(0, text.lastIndexOf("check "))))) {
            return null;
        }
        List<Part> files = new ArrayList<>();
        for (String line : said.group(14).lines().toList()) {
            String[] words = line.split(" ", -1);
            files.add(new Part(words[1], Long.parseLong(words[2]), Integer.parseUnsignedInt(words[3], 16)));
        }
        int partitions = Integer.parseInt(said.group(5));
        return new BackupStep(
                Long.parseLong(said.group(2)),
                said.group(3).equals("full"),
                Long.parseUnsignedLong(said.group(4), 16),
                partitions,
                kept(said.group(6), partitions),
                Long.parseLong(said.group(7)),
                Long.parseUnsignedLong(said.group(8), 16),
                Instant.parse(said.group(9)),
                Long.parseUnsignedLong(said.group(10), 16),
                Long.parseUnsignedLong(said.group(11), 16),
                Long.parseUnsignedLong(said.group(12), 16),
                Integer.parseUnsignedInt(said.group(13), 16),
                List.copyOf(files));
    }

    private static List<Integer> kept(@Nullable String said, int partitions) {
        return said == null
                ? IntStream.range(0, partitions).boxed().toList()
                : Arrays.stream(said.split(" ", -1)).map(Integer::valueOf).toList();
    }

    /** Whether a text is of another version of this format. */
    static boolean isOfOtherFormat(String text) {
        return text.startsWith("pragh backup ") && !text.startsWith("pragh backup " + FORMAT + "\n");
    }
}

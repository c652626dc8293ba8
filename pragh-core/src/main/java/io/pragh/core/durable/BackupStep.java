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
 * What one backup of a backup folder is, as its own file says it, which is written when all others are on the disk. Immutable.
 *
 * <pre>
 *   pragh backup 1
 *   number 3
 *   kind incremental             or full
 *   graph 1f0c…                  number of the graph
 *   partitions 4
 *   kept 0 2                     those whose values it has, when it is one node's share of a backup of a cluster
 *   checkpoint 7                 of the data folder then; 0: none
 *   moment 00f0…                 all commits up to this timestamp, and no other
 *   made 2026-11-27T13:00:00Z
 *   log 0000… 0010…              from where to where
 *   tail 000f… 5d…               the last record before that: where, and its check
 *   file backup-00000003-log 4711 5d…    name, bytes, CRC-32C
 *   check 5d…                    CRC-32C of the lines before
 * </pre>
 *
 * @param number which of the folder's backups
 * @param full whether it needs no other
 * @param graph number of the graph
 * @param partitions how many the graph has
 * @param kept those that were kept in the data folder, ascending
 * @param checkpoint number of the data folder's checkpoint then
 * @param moment the timestamp
 * @param made when it was made
 * @param from where its part of the log begins
 * @param to where it ends
 * @param tail where the last batch of the log begins that it or one before has, -1 for none, and {@code tailCheck} its checksum
 * @param files the others of its files
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
     * One file.
     *
     * @param name what it is called
     * @param bytes bytes of it
     * @param check CRC-32C of them
     */
    public record Part(String name, long bytes, int check) {}

    /** Bytes of all files. */
    public long bytes() {
        return files.stream().mapToLong(Part::bytes).sum();
    }

    /** What people call its kind. */
    public String kind() {
        return full ? "full" : "incremental";
    }

    /** Whether it has some of the graph's partitions only. */
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

    /** What a text says; null when it is damaged. */
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

    /** Whether a text is of another version, whatever it says. */
    static boolean isOfOtherFormat(String text) {
        return text.startsWith("pragh backup ") && !text.startsWith("pragh backup " + FORMAT + "\n");
    }
}

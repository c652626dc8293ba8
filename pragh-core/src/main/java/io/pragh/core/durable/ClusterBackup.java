package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A backup of a graph of several processes, as its file says it, which is written when the share of each node is there. Immutable.
 *
 * <pre>
 *   pragh cluster backup 1
 *   number 3
 *   graph 1f0c…
 *   partitions 12
 *   moment 00f0…                  all commits up to this timestamp, and no other, are what is restored
 *   made 2026-11-27T13:00:00Z
 *   share share-000 3 full 4711   folder of a share, its number there, kind, bytes
 *   share share-001 2 incremental 815
 *   check 5d…                     CRC-32C of the lines before
 * </pre>
 *
 * @param number which of the folder's backups
 * @param graph number of the graph
 * @param partitions how many the graph has
 * @param moment the timestamp
 * @param made when it was made
 * @param shares one of each node
 */
public record ClusterBackup(long number, long graph, int partitions, long moment, Instant made, List<Share> shares) {
    private static final int FORMAT = 1;
    private static final Pattern TEXT = Pattern.compile("""
            pragh cluster backup (\\d{1,9})
            number (\\d{1,9})
            graph ([0-9a-f]{16})
            partitions (\\d{1,3})
            moment ([0-9a-f]{16})
            made ([-0-9T:.]+Z)
            ((?:share share-\\d{3} \\d{1,9} (?:full|incremental) \\d{1,18}
            )+)check ([0-9a-f]{8})
            """);

    /** Keeps a copy of the list. */
    public ClusterBackup {
        shares = List.copyOf(shares);
    }

    /**
     * The share of a node.
     *
     * @param folder its backups' folder, in that of the cluster's
     * @param number which of them: a {@link BackupStep}
     * @param full whether it needs no other
     * @param bytes bytes of its files
     */
    public record Share(String folder, long number, boolean full, long bytes) {}

    /** The folder of the share of a node whose first partition is this one: partitions stay in the folder that they are in. */
    public static String folder(int partition) {
        return String.format(Locale.ROOT, "share-%03d", partition);
    }

    /** For people. */
    public BackupSummary summary(String why) {
        return new BackupSummary(
                number,
                shares.stream().allMatch(Share::full),
                partitions,
                moment,
                made,
                shares.stream().mapToLong(Share::bytes).sum(),
                why);
    }

    String encode() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "pragh cluster backup %d\nnumber %d\ngraph %016x\npartitions %d\nmoment %016x\nmade %s\n",
                FORMAT,
                number,
                graph,
                partitions,
                moment,
                made));
        for (Share share : shares) {
            text.append(String.format(
                    Locale.ROOT,
                    "share %s %d %s %d\n",
                    share.folder,
                    share.number,
                    share.full ? "full" : "incremental",
                    share.bytes));
        }
        return text + "check " + Checks.line(text.toString()) + "\n";
    }

    /**
     * What a text says; null when it is damaged.
     *
     * @throws PraghException when it is another version's
     */
    static @Nullable ClusterBackup decode(String text) {
        if (text.startsWith("pragh cluster backup ") && !text.startsWith("pragh cluster backup " + FORMAT + "\n")) {
            throw new PraghException("the backup was made by another version of Pragh, or its file is damaged; use that"
                    + " one: begins=" + text.lines().findFirst().orElse(""));
        }
        Matcher said = TEXT.matcher(text);
        if (!said.matches() || !said.group(8).equals(Checks.line(text.substring(0, text.lastIndexOf("check "))))) {
            return null;
        }
        List<Share> shares = new ArrayList<>();
        for (String line : said.group(7).lines().toList()) {
            String[] words = line.split(" ", -1);
            shares.add(
                    new Share(words[1], Long.parseLong(words[2]), words[3].equals("full"), Long.parseLong(words[4])));
        }
        return new ClusterBackup(
                Long.parseLong(said.group(2)),
                Long.parseUnsignedLong(said.group(3), 16),
                Integer.parseInt(said.group(4)),
                Long.parseUnsignedLong(said.group(5), 16),
                Instant.parse(said.group(6)),
                shares);
    }
}

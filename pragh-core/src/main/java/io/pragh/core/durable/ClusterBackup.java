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
 * The description of a backup of a graph of several processes, from its own file, which is written when the share of
 * each node is complete. Immutable.
 *
 * <pre>
 *   pragh cluster backup 1
 *   number 3
 *   graph 1f0c…
 *   partitions 12
 *   moment 00f0…                  all commits up to this timestamp, and no other, are restored
 *   made 2026-11-27T13:00:00Z
 *   share share-77a0… 3 full 4711   folder of a share, its number there, kind, bytes
 *   share share-4e11… 2 incremental 815
 *   check 5d…                     CRC-32C of the lines before
 * </pre>
 *
 * @param number number of the backup in the folder
 * @param graph number of the graph
 * @param partitions number of the graph's partitions
 * @param moment the timestamp up to which commits are restored
 * @param made when it was made
 * @param shares one share of each node
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
            ((?:share share-(?:\\d{3}|[0-9a-f]{16}) \\d{1,9} (?:full|incremental) \\d{1,18}
            )+)check ([0-9a-f]{8})
            """);

    /** Keeps a copy of the list. */
    public ClusterBackup {
        shares = List.copyOf(shares);
    }

    /**
     * The share of a node.
     *
     * @param folder the folder of its backups, within the cluster's folder
     * @param number number of its {@link BackupStep} there
     * @param full whether it is a full one
     * @param bytes bytes of its files
     */
    public record Share(String folder, long number, boolean full, long bytes) {}

    /** The folder of the share of the node with a data folder: its backups stay together, whichever partitions come. */
    public static String folder(long dataFolder) {
        return String.format(Locale.ROOT, "share-%016x", dataFolder);
    }

    /** The backup as shown to people. */
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
     * The backup that a text describes; null when the text is damaged.
     *
     * @throws PraghException when it is of another version
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

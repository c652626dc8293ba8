package io.pragh.core.persist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.CheckpointReader;
import io.pragh.core.durable.CheckpointWriter;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.SalvageReport;
import io.pragh.core.protocol.Claim;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which records count of the logs of several nodes when some logs have lost records, or are lost. */
class SalvagedNodesTest {
    private static final int PARTITIONS = 3;
    private static final long GRAPH = 7;
    private static final CommitRecord.Writer WRITER = new CommitRecord.Writer(1, 1, 1);
    private static final List<Integer> BOTH = List.of(0, 1);
    /** A record of a log that is to be damaged; no other record is lost with it. */
    private static final long LOST = 99;

    @TempDir
    private Path folder;

    private final HomeMap homes = new HomeMap(PARTITIONS);
    private SalvageReport report = new SalvageReport();
    private int runs;

    private CommitRecord commit(long timestamp, List<Integer> parts, int at) {
        long key = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(at, 1));
        Update update = new Update(ValueOperation.WRITE, key, 0, 0, new byte[] {1});
        return new CommitRecord(
                CommitRecord.COMMITTED,
                timestamp,
                parts,
                List.of(at),
                List.of(new Claim(key, 0, Claim.ANY, List.of(update))),
                WRITER);
    }

    private CommitRecord named(long timestamp, int at, String names) {
        long key = GraphKey.of(GraphKey.KIND_CATALOGUE, 0, 2, homes.mint(at, 0));
        byte[] body = names.getBytes(StandardCharsets.UTF_8);
        return CommitRecord.written(timestamp, at, new Update(ValueOperation.WRITE, key, 0, 0, body));
    }

    /** Makes a node's folder, each record in a batch of its own. */
    private Path node(String name, List<Integer> kept, CommitRecord... log) throws IOException {
        return node(GRAPH, name, kept, log);
    }

    private Path node(long graph, String name, List<Integer> kept, CommitRecord... log) throws IOException {
        Path path = folder.resolve(name);
        try (FolderCopy made = new FolderCopy(path, graph, PARTITIONS, kept)) {
            made.begin();
            for (CommitRecord record : log) {
                made.sync(record.encode());
            }
        }
        return path;
    }

    /** Changes one byte of a record. */
    private static void damage(Path node, CommitRecord record) throws IOException {
        Path log = node.resolve("log-0000000000000000");
        byte[] bytes = Files.readAllBytes(log);
        byte[] wanted = record.encode();
        int at = 0;
        while (!Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
            at++;
        }
        bytes[at + 1] ^= 0x10;
        Files.write(log, bytes);
    }

    private List<String> merge(Path... nodes) throws IOException {
        report = new SalvageReport();
        Path into = folder.resolve("into-" + ++runs);
        int partitions = SalvagedNodes.merge(
                List.of(nodes), 0, folder.resolve("room-" + runs), into, report, BackupProgress.NONE);
        assertEquals(PARTITIONS, partitions);
        List<String> found = new ArrayList<>();
        try (Disk disk = FolderDisk.open(into)) {
            DataFolder made = DataFolder.open(disk, PARTITIONS, true, () -> 0);
            made.log().read(made.logFrom(), (bytes, end) -> {
                CommitRecord record = CommitRecord.decode(bytes);
                if (record.kind() == CommitRecord.COMMITTED) {
                    assertEquals(1, record.parts().size(), "it depends on no other");
                    found.add(record.timestamp() + " " + record.homes());
                }
            });
        }
        return found;
    }

    private boolean isReported(String what) {
        return report.lines().stream().anyMatch(line -> line.contains(what));
    }

    private CommitRecord lost() {
        return commit(LOST, List.of(2), 2);
    }

    /** A folder that has lost a record in which no other node has a part. */
    private Path damagedAlone() throws IOException {
        Path node = node("c", List.of(2), commit(5, List.of(2), 2), lost(), commit(100, List.of(2), 2));
        damage(node, lost());
        return node;
    }

    @Test
    void logsThatAreWholeDecideAsEver() throws IOException {
        Path first = node(
                "a",
                List.of(0),
                commit(9, BOTH, 0), // whose part at the other node was cut
                CommitRecord.decided(9),
                commit(10, BOTH, 0),
                commit(12, BOTH, 0)); // the other node has no part
        Path second = node("b", List.of(1), commit(10, BOTH, 1), commit(13, List.of(1), 1));
        assertEquals(
                List.of("9 [0]", "10 [0]", "10 [1]", "13 [1]", "5 [2]", "100 [2]"),
                merge(first, second, damagedAlone()));
        assertTrue(isReported("a part of the log is damaged"), report.lines()::toString);
        assertTrue(isReported(" folder=c"), report.lines()::toString);
        assertEquals(1, report.lines().size(), report.lines()::toString);
    }

    @Test
    void aCommitWhoseOtherPartIsLostIsKeptAndReported() throws IOException {
        Path first = node("a", List.of(0), commit(10, BOTH, 0));
        Path second = node("b", List.of(1), commit(10, BOTH, 1), commit(13, List.of(1), 1));
        damage(second, commit(10, BOTH, 1));
        Path third = node("d", List.of(2), commit(4, List.of(2), 2));
        assertEquals(List.of("10 [0]", "13 [1]", "4 [2]"), merge(first, second, third));
        assertTrue(
                isReported("nobody can tell any more whether it was acknowledged: timestamp=10"),
                report.lines()::toString);
        assertTrue(isReported("lost=[1]"), report.lines()::toString);
        assertEquals(2, report.lines().size(), report.lines()::toString);
    }

    /**
     * The other log is damaged, so it may be the other part that is lost; a log that is whole has no part of the
     * commit.
     */
    @Test
    void whatADamagedLogHasAloneIsKeptThoughTheOtherOneIsWhole() throws IOException {
        Path first = node("a", List.of(0), commit(8, List.of(0), 0), commit(10, BOTH, 0));
        damage(first, commit(8, List.of(0), 0));
        Path second = node("b", List.of(1), commit(13, List.of(1), 1));
        Path third = node("d", List.of(2), commit(4, List.of(2), 2));
        assertEquals(List.of("10 [0]", "13 [1]", "4 [2]"), merge(first, second, third));
        assertTrue(isReported("timestamp=10"), report.lines()::toString);
    }

    @Test
    void whatOneLogHasTakenBackIsTakenBackWhereTheRecordIsLost() throws IOException {
        CommitRecord here = commit(10, BOTH, 0);
        CommitRecord there = commit(10, BOTH, 1);
        Path first = node("a", List.of(0), here, here.takenBack(), commit(11, List.of(0), 0));
        damage(first, here.takenBack());
        Path second = node("b", List.of(1), there, there.takenBack());
        Path third = node("d", List.of(2), commit(4, List.of(2), 2));
        assertEquals(List.of("11 [0]", "4 [2]"), merge(first, second, third));
    }

    /** Two homes of one node have logs of their own: without the second record the transaction never committed. */
    @Test
    void aPartThatAWholeLogHasNotIsNoCommit() throws IOException {
        List<Integer> parts = List.of(0, 1, 2);
        Path first = node("a", List.of(0, 1), commit(10, parts, 0), CommitRecord.decided(20));
        Path second =
                node("d", List.of(2), commit(10, parts, 2), commit(LOST, List.of(2), 2), commit(100, List.of(2), 2));
        damage(second, lost());
        assertEquals(List.of("100 [2]"), merge(first, second));
    }

    @Test
    void whatIsDecidedNeedsNoOtherPart() throws IOException {
        Path first = node("a", List.of(0), commit(9, BOTH, 0), CommitRecord.decided(9));
        Path second = node("b", List.of(1), commit(13, List.of(1), 1), commit(14, List.of(1), 1));
        damage(second, commit(13, List.of(1), 1));
        Path third = node("d", List.of(2), commit(4, List.of(2), 2));
        assertEquals(List.of("9 [0]", "14 [1]", "4 [2]"), merge(first, second, third));
        assertEquals(1, report.lines().size(), report.lines()::toString);
    }

    @Test
    void aFolderThatIsLostTakesItsPartsWithIt() throws IOException {
        Path first = node("a", List.of(0), commit(10, BOTH, 0));
        Path third = node("d", List.of(2), commit(4, List.of(2), 2));
        assertEquals(List.of("10 [0]", "4 [2]"), merge(first, third));
        assertTrue(isReported("no folder holds these partitions, and their values are lost: partitions=[1] of=3"));
        assertTrue(isReported("timestamp=10"), report.lines()::toString);
    }

    @Test
    void everyPartitionHasTheLatestNames() throws IOException {
        Path first = node("a", List.of(0), named(10, 0, "one"), named(20, 0, "one two"));
        damage(first, named(20, 0, "one two"));
        Path second = node("b", List.of(1), named(10, 1, "one"), named(20, 1, "one two"));
        merge(first, second);
        List<String> last = new ArrayList<>();
        try (Disk disk = FolderDisk.open(folder.resolve("into-1"))) {
            DataFolder made = DataFolder.open(disk, PARTITIONS, true, () -> 0);
            made.log().read(0, (bytes, end) -> {
                CommitRecord record = CommitRecord.decode(bytes);
                if (record.kind() == CommitRecord.COMMITTED && record.timestamp() > 20) {
                    record.updates()
                            .forEach(update -> last.add(homes.home(update.key()) + " "
                                    + new String(update.bytes(), StandardCharsets.UTF_8)));
                }
            });
            assertTrue(LogSurvey.of(made).latest() >= 23, "T goes on behind them");
        }
        assertEquals(List.of("0 one two", "1 one two", "2 one two"), last);
    }

    @Test
    void aFolderThatDoesNotSayWhatItHoldsHasWhatNoOtherOneHas() throws IOException {
        Path first = node("a", List.of(0), commit(10, BOTH, 0));
        Path second = node("b", List.of(1, 2), commit(10, BOTH, 1));
        Files.delete(second.resolve("graph"));
        assertEquals(List.of("10 [0]", "10 [1]"), merge(first, second));
        assertTrue(isReported("the file that says what the folder holds is missing or damaged"));
        assertEquals(1, report.lines().size(), report.lines()::toString);
    }

    /** A checkpoint without values. */
    private static void checkpoint(Path node, long... moments) throws IOException {
        try (Disk disk = FolderDisk.open(node)) {
            DataFolder made = DataFolder.openPart(disk, PARTITIONS);
            for (int i = 0; i < moments.length; i++) {
                try (CheckpointWriter part = made.begin(made.kept().get(i), moments[i], 0, Map.of())) {
                    part.finish();
                }
            }
            made.complete(0, made.kept());
        }
    }

    @Test
    void theCheckpointOfAnotherGraphIsRefusedThoughNothingElseSaysWhichItIs() throws IOException {
        Path first = node("a", List.of(0), commit(10, BOTH, 0));
        Path second = node(GRAPH + 1, "b", List.of(1, 2), commit(10, BOTH, 1));
        checkpoint(second, 5, 5);
        Files.delete(second.resolve("graph"));
        refused("is of another graph", first, second);
    }

    @Test
    void whatACheckpointHasIsNotDoneTwice() throws IOException {
        Path first = node("a", List.of(0), commit(9, List.of(0), 0));
        Path second = node("b", List.of(1, 2), commit(10, List.of(1), 1), commit(11, List.of(2), 2));
        checkpoint(second, 10, 10);
        assertEquals(List.of("9 [0]", "10 [1]", "11 [2]"), merge(first, second));
        try (Disk disk = FolderDisk.open(folder.resolve("into-1"))) {
            DataFolder made = DataFolder.open(disk, PARTITIONS, true, () -> 0);
            List<Long> moments = new ArrayList<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                try (CheckpointReader part = made.checkpoint(partition)) {
                    moments.add(part.head().timestamp());
                }
            }
            assertEquals(List.of(0L, 10L, 10L), moments, "by which it is told what of the log they have");
        }
        assertTrue(report.isEmpty(), report.lines()::toString);
    }

    @Test
    void foldersThatDoNotBelongTogetherAreRefused() throws IOException {
        Path first = node("a", List.of(0));
        Path second = node("b", List.of(1, 2));
        refused("hold the same partition", first, node("copy", List.of(0)));
        refused("are not of one graph", first, node(GRAPH + 1, "other", List.of(1, 2)));
        refused("holds a whole graph", first, node("all", List.of(0, 1, 2)));
        Files.delete(first.resolve("graph"));
        Path third = node("d", List.of(2));
        Files.delete(third.resolve("graph"));
        refused("which partitions a folder holds", first, third, node("e", List.of(1)));
        refused("--partitions", first);
        try (Disk used = FolderDisk.open(second)) {
            assertTrue(used.names().contains("graph"));
            refused("is in use", first, second);
        }
    }

    private void refused(String why, Path... nodes) throws IOException {
        PraghException cannot = assertThrows(PraghException.class, () -> merge(nodes), why);
        assertTrue(String.valueOf(cannot.getMessage()).contains(why), cannot::toString);
        try (Stream<Path> left = Files.list(folder)) {
            assertTrue(left.noneMatch(path -> path.endsWith("into-" + runs)), "nothing is made");
        }
    }
}

package io.pragh.core.persist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.protocol.Claim;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which records of several nodes' logs belong to commits, and to which homes their claims go. */
class RegroupingTest {
    private static final int PARTITIONS = 3;
    private static final long GRAPH = 7;
    private static final CommitRecord.Writer WRITER = new CommitRecord.Writer(1, 1, 1);

    @TempDir
    private Path folder;

    private final HomeMap homes = new HomeMap(PARTITIONS);

    private Claim claim(int home) {
        long key = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(home, 1));
        return new Claim(key, 0, Claim.ANY, List.of(new Update(1, key, 0, 0, new byte[] {1})));
    }

    /** A record of a commit's part, with keys at some homes. */
    private CommitRecord commit(long timestamp, List<Integer> parts, Integer... at) {
        List<Integer> here = List.of(at);
        return new CommitRecord(
                CommitRecord.COMMITTED,
                timestamp,
                parts,
                here,
                here.stream().map(this::claim).toList(),
                WRITER);
    }

    private Path node(String name, List<Integer> kept, CommitRecord... log) throws IOException {
        Path path = folder.resolve(name);
        try (FolderCopy made = new FolderCopy(path, GRAPH, PARTITIONS, kept)) {
            made.begin();
            for (CommitRecord record : log) {
                made.append(record.encode());
            }
            made.sync(CommitRecord.decided(1).encode());
        }
        return path;
    }

    private List<String> regroup(List<Path> sources, long moment, List<List<Integer>> targets) throws IOException {
        List<FolderCopy> copies = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            copies.add(new FolderCopy(folder.resolve("to-" + i), GRAPH + 1, PARTITIONS, targets.get(i)));
        }
        try {
            new Regrouping(
                            sources.stream().map(DataPlace::of).toList(),
                            copies,
                            PARTITIONS,
                            moment,
                            BackupProgress.NONE)
                    .run();
        } finally {
            for (FolderCopy copy : copies) {
                copy.close();
            }
        }
        List<String> found = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            int at = i;
            try (Disk disk = FolderDisk.open(folder.resolve("to-" + i))) {
                DataFolder made = DataFolder.openPart(disk, PARTITIONS);
                assertEquals(targets.get(i), made.kept());
                made.log().read(made.logFrom(), (bytes, end) -> {
                    CommitRecord record = CommitRecord.decode(bytes);
                    if (record.kind() == CommitRecord.COMMITTED) {
                        assertEquals(record.homes().subList(0, 1), record.parts(), "it depends on no other");
                        assertEquals(record.homes().size(), record.claims().size());
                        found.add(at + ": " + record.timestamp() + " " + record.homes());
                    }
                });
            }
        }
        return found;
    }

    private List<Path> nodes() throws IOException {
        List<Integer> both = List.of(0, 1);
        CommitRecord takenBack = commit(14, both, 1);
        return List.of(
                node(
                        "a",
                        List.of(0, 2),
                        commit(9, both, 0), // whose part at the other node was cut
                        CommitRecord.decided(9),
                        commit(11, List.of(0), 0, 2),
                        commit(10, both, 0),
                        commit(12, both, 0), // the other node has no part
                        commit(14, both, 0),
                        commit(20, List.of(0), 0)),
                node(
                        "b",
                        List.of(1),
                        commit(10, both, 1),
                        takenBack,
                        takenBack.takenBack(),
                        commit(13, List.of(1), 1)));
    }

    @Test
    void whatAllLogsTogetherHaveIsCommitted() throws IOException {
        assertEquals(
                List.of("0: 9 [0]", "0: 11 [0, 2]", "0: 10 [0]", "0: 20 [0]", "0: 10 [1]", "0: 13 [1]"),
                regroup(nodes(), Long.MAX_VALUE, List.of(List.of(0, 1, 2))));
    }

    @Test
    void whatIsLaterThanTheMomentIsLeftOut() throws IOException {
        assertEquals(List.of("0: 9 [0]", "0: 10 [0]", "0: 10 [1]"), regroup(nodes(), 10, List.of(List.of(0, 1, 2))));
    }

    @Test
    void claimsGoToTheFoldersOfTheirPartitions() throws IOException {
        assertEquals(
                List.of("0: 11 [2]", "1: 9 [0]", "1: 11 [0]", "1: 10 [0]", "1: 20 [0]", "1: 10 [1]", "1: 13 [1]"),
                regroup(nodes(), Long.MAX_VALUE, List.of(List.of(2), List.of(0, 1))));
    }

    @Test
    void aMissingShareAndOneThatIsThereTwiceAreRefused() throws IOException {
        List<Path> nodes = nodes();
        String missing = String.valueOf(assertThrows(
                        PraghException.class,
                        () -> regroup(nodes.subList(0, 1), Long.MAX_VALUE, List.of(List.of(0, 1, 2))))
                .getMessage());
        assertTrue(missing.contains("missing") && missing.contains("[0, 2]"), missing);
        Path copy = node("copy", List.of(2));
        String twice = String.valueOf(assertThrows(
                        PraghException.class,
                        () -> regroup(
                                List.of(nodes.get(0), copy, nodes.get(1)), Long.MAX_VALUE, List.of(List.of(0, 1, 2))))
                .getMessage());
        assertTrue(twice.contains("the same partition"), twice);
    }
}

package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupStep;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.UnchangedFolder;
import io.pragh.core.persist.BackupOpening;
import io.pragh.core.txn.home.CommitRecord;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a backup is of one moment while the clerks of a {@link Bank} commit. The sum of money must be right,
 * commits acknowledged before the backup must be in it, and those begun after it must not. Its timestamps must lie on
 * one side of the moment.
 */
final class BackupWhileCommittingTest {
    private static final int BACKUPS = 6;

    @TempDir
    private Path folder;

    private record Taken(BackupStep step, Bank.Span span) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void eachIsOfOneMoment(int nodes) throws IOException {
        List<Taken> taken = new ArrayList<>();
        try (PraghGraph graph = PraghGraph.build()
                        .nodes(nodes)
                        .partitions(4)
                        .data(folder.resolve("data"))
                        .open();
                Bank bank = new Bank(List.of(graph))) {
            for (int i = 0; i < BACKUPS; i++) {
                bank.awaitCommits();
                if (i == BACKUPS / 2) {
                    assertTrue(graph.checkpoint());
                }
                List<Long> before = bank.acknowledged();
                BackupSummary made = graph.backup(folder.resolve("backup"), i == 3, BackupProgress.NONE);
                taken.add(new Taken(step(made), new Bank.Span(before, bank.acknowledged())));
            }
        }
        long incremental = taken.stream().filter(each -> !each.step.full()).count();
        assertTrue(incremental >= 2, () -> "no chain: " + taken);
        for (int i = 0; i < BACKUPS; i++) {
            check(taken.get(i), i == 0 ? 0 : taken.get(i - 1).step.moment(), nodes);
        }
    }

    private BackupStep step(BackupSummary made) {
        BackupStep step = BackupFolder.open(UnchangedFolder.open(folder.resolve("backup"))).steps().stream()
                .filter(each -> each.number() == made.number())
                .findFirst()
                .orElseThrow();
        assertEquals(BackupSummary.of(step, made.why()), made);
        return step;
    }

    private void check(Taken taken, long momentBefore, int nodes) throws IOException {
        String what = "nodes=" + nodes + " " + taken.step;
        Path restored = folder.resolve("restored-" + taken.step.number());
        try (BackupOpening backups = BackupOpening.of(folder.resolve("backup"))) {
            assertEquals(
                    BackupSummary.of(taken.step, ""),
                    backups.restore(taken.step.number(), restored, BackupProgress.NONE));
        }
        checkMoment(taken.step, momentBefore, restored, what);
        TypedCommands.assertWhole(restored, what);
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).data(restored).open()) {
            Bank.check(graph.traversal(), taken.span, what);
        }
    }

    /** The clerks' commits must lie on one side of each moment, in time and in the log. */
    private static void checkMoment(BackupStep step, long momentBefore, Path restored, String what) throws IOException {
        try (DataFolder data = DataFolder.open(FolderDisk.open(restored), 4, true, () -> 1)) {
            long[] commits = {0};
            data.log().read(data.logFrom(), (record, end) -> {
                CommitRecord commit = CommitRecord.decode(record);
                boolean clerks = commit.claims().stream().anyMatch(claim -> claim.key() >>> 60 == 3); // a vertex
                if (clerks) {
                    commits[0]++;
                    assertTrue(commit.timestamp() <= step.moment(), () -> what + " W=" + commit.timestamp());
                    boolean isOfThis = end > step.from();
                    assertTrue(step.full() || !isOfThis || commit.timestamp() > momentBefore, () -> what + " is older");
                }
            });
            assertTrue(step.full() || commits[0] > 0, what);
        }
    }
}

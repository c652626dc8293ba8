package io.pragh.core.persist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.durable.BackupFolder;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.durable.CheckpointWriter;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.protocol.Claim;
import io.pragh.core.txn.home.CommitRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a folder knows of transactions and commits from before a partition has come into it. */
class ReturnedPartTest {
    private static final int PARTITIONS = 2;
    /** The partition that moves, and one that stays. */
    private static final int MOVED = 0;

    private static final int STAYS = 1;
    private static final List<Integer> BOTH = List.of(MOVED, STAYS);
    private static final long GRAPH = 7;
    private static final int SEGMENT_BYTES = 1 << 12;

    @TempDir
    private Path path;

    private final HomeMap homes = new HomeMap(PARTITIONS);

    private static final class Node implements AutoCloseable {
        final DataFolder folder;
        final LogWriter log;

        Node(Path path, List<Integer> kept) throws IOException {
            folder = DataFolder.openPart(FolderDisk.open(path), PARTITIONS);
            folder.found(GRAPH, kept);
            log = folder.logWriter(SEGMENT_BYTES, failed -> {});
            log.open(0);
        }

        void append(CommitRecord record) {
            log.await(log.append(record.encode()));
        }

        /** Writes a checkpoint, and cuts the log up to a position. */
        void checkpoint(long timestamp, long cut) throws IOException {
            log.beginSegment();
            long position = log.end();
            for (int partition : folder.kept()) {
                try (CheckpointWriter part = folder.begin(partition, timestamp, position, Map.of())) {
                    part.finish();
                }
            }
            folder.complete(cut, folder.kept());
        }

        @Override
        public void close() throws IOException {
            log.close();
            folder.close();
        }
    }

    private CommitRecord commit(long timestamp, List<Integer> parts, Integer... at) {
        List<Claim> claims = Arrays.stream(at)
                .map(home -> GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(home, 1)))
                .map(key -> new Claim(key, 0, Claim.ANY, List.of(new Update(1, key, 0, 0, new byte[9]))))
                .toList();
        CommitRecord.Writer writer =
                parts.size() > 1 ? new CommitRecord.Writer(1, timestamp, 1) : CommitRecord.Writer.NONE;
        return new CommitRecord(CommitRecord.COMMITTED, timestamp, parts, List.of(at), claims, writer);
    }

    private void move(Node from, Node to, List<DecisionRecord> decisions) throws IOException {
        from.folder.leave(MOVED, to.folder.number());
        try (OutgoingPart out = new OutgoingPart(from.folder, from.log, homes, MOVED);
                IncomingPart in = new IncomingPart(to.folder, to.log, IncomingPart.Shape.of(MOVED, out.shape()))) {
            in.part(out.part(0, (int) IncomingPart.Shape.of(MOVED, out.shape()).partBytes()));
            in.endPart();
            out.complete(decisions);
            in.tail(out.tail(0, (int) IncomingPart.Shape.of(MOVED, out.shape()).tailBytes()));
            in.complete();
        }
        to.folder.settle(MOVED);
        from.folder.drop(MOVED);
    }

    private static BackupWriter.Made backUp(Node node, Path backups, long moment) throws IOException {
        try (Disk disk = FolderDisk.open(backups)) {
            return new BackupWriter(node.folder, BackupFolder.open(disk), BackupProgress.NONE)
                    .write(new BackupWriter.Order(false, Instant.EPOCH, moment, node.log.end()));
        }
    }

    /** What was committed there is in no log here, even if the log here has everything since. */
    @Test
    void aPartitionThatWasElsewhereSinceTheLastBackupIsBackedUpAsAWhole() throws IOException {
        Path backups = path.resolve("backups");
        try (Node here = new Node(path.resolve("here"), BOTH);
                Node there = new Node(path.resolve("there"), List.of())) {
            here.append(commit(1, List.of(MOVED), MOVED));
            here.checkpoint(1, 0);
            assertTrue(backUp(here, backups, 1).step().full());
            assertFalse(backUp(here, backups, 1).step().full());
            move(here, there, List.of());
            there.append(commit(2, List.of(MOVED), MOVED));
            there.checkpoint(2, there.log.end());
            move(there, here, List.of());
            here.checkpoint(3, 0); // other nodes may ask about a record that lies before the backup
            assertTrue(here.folder.isSettled());
            BackupWriter.Made made = backUp(here, backups, 3);
            assertTrue(made.step().full(), made::why);
            assertFalse(backUp(here, backups, 3).step().full(), "it was here since the last one");
        }
    }

    /** A transaction of both, of which the partition that moves has no part, or has one. */
    private LogSurvey afterMoving(String name, boolean hasPart, long decided) throws IOException {
        try (Node here = new Node(path.resolve(name + "-here"), List.of(STAYS));
                Node there = new Node(path.resolve(name + "-there"), List.of(MOVED))) {
            there.checkpoint(0, 0);
            here.append(commit(5, BOTH, STAYS));
            if (hasPart) {
                there.append(commit(5, BOTH, MOVED));
            }
            there.append(commit(6, List.of(MOVED), MOVED));
            move(there, here, hasPart ? List.of(new DecisionRecord(MOVED, 1, 5, 5, 0, BOTH)) : List.of());
            if (decided > 0) {
                here.append(CommitRecord.decided(decided));
            }
            return LogSurvey.of(here.folder);
        }
    }

    /** Nobody else has to be asked: the partition is here, and would have brought its decision along. */
    @Test
    void aTransactionWithoutItsPartInAPartitionThatHasComeIsNotCommitted() throws IOException {
        LogSurvey without = afterMoving("without", false, 0);
        assertEquals(Set.of(5L), without.lacking());
        without.drop(5);
        assertEquals(List.of(), without.doubtful());
        LogSurvey with = afterMoving("with", true, 0);
        assertEquals(Set.of(), with.lacking());
        assertEquals(List.of(), with.doubtful());
        assertTrue(with.counts(commit(5, BOTH, STAYS)));
        assertEquals(Set.of(), afterMoving("decided", false, 5).lacking(), "the log says how it has ended");
    }

    /** The node was killed between the records of its two parts, so the transaction was aborted everywhere. */
    @Test
    void whatAKilledNodeHadLoggedAtOneOfItsPartitionsDoesNotGoAlong() throws IOException {
        List<Integer> three = List.of(MOVED, STAYS, 2);
        try (Node here = new Node(path.resolve("here"), List.of());
                Node there = new Node(path.resolve("there"), BOTH)) {
            there.checkpoint(0, 0);
            CommitRecord half = commit(5, three, MOVED);
            there.append(half);
            assertFalse(LogSurvey.of(there.folder).counts(half));
            there.append(commit(6, three, STAYS));
            there.append(commit(6, three, MOVED));
            there.append(CommitRecord.decided(7));
            move(there, here, List.of());
            List<Long> moved = new ArrayList<>();
            here.folder
                    .log()
                    .read(
                            0,
                            here.log.end(),
                            (record, at) ->
                                    moved.add(CommitRecord.decode(record).timestamp()));
            assertEquals(List.of(6L), moved);
        }
    }

    /** Until the partition without a part goes away the log shows that, and not for longer. */
    @Test
    void whatAKilledNodeHadLoggedAtOneOfItsPartitionsIsTakenBack() throws IOException {
        List<Integer> three = List.of(MOVED, STAYS, 2);
        try (Node here = new Node(path.resolve("here"), BOTH);
                Node there = new Node(path.resolve("there"), List.of())) {
            here.checkpoint(0, 0);
            CommitRecord half = commit(5, three, STAYS);
            here.append(half);
            LogSurvey survey = LogSurvey.of(here.folder);
            survey.lacking().stream()
                    .flatMap(timestamp -> survey.drop(timestamp).stream())
                    .forEach(record -> here.append(record.takenBack()));
            here.append(CommitRecord.decided(7));
            move(here, there, List.of());
            assertFalse(LogSurvey.of(here.folder).counts(half));
            assertEquals(Set.of(), LogSurvey.of(here.folder).lacking());
        }
    }

    /** The log here has the other part, and must not miss the one that changed nothing. */
    @Test
    void aTransactionThatChangedNothingInAPartitionThatHasComeIsWhole() throws IOException {
        try (Node here = new Node(path.resolve("here"), List.of(STAYS));
                Node there = new Node(path.resolve("there"), List.of(MOVED))) {
            there.checkpoint(0, 0);
            here.append(commit(5, BOTH, STAYS));
            CommitRecord.Writer writer = new CommitRecord.Writer(1, 5, 1);
            there.append(new CommitRecord(CommitRecord.COMMITTED, 5, BOTH, List.of(MOVED), List.of(), writer));
            here.append(CommitRecord.decided(5));
            move(there, here, List.of()); // all nodes know how it has ended, so its decision is forgotten
            LogSurvey survey = LogSurvey.of(here.folder);
            assertTrue(survey.counts(commit(5, BOTH, STAYS)));
            assertEquals(Set.of(), survey.lacking());
        }
    }

    /** The view may say that it is kept here, and then timestamps continue behind those in it. */
    @Test
    void theLatestTimestampInAFolderMayLieInAPartThatArrives() throws IOException {
        try (Node here = new Node(path.resolve("here"), List.of(STAYS));
                Node there = new Node(path.resolve("there"), List.of(MOVED))) {
            there.checkpoint(9, 0);
            try (OutgoingPart out = new OutgoingPart(there.folder, there.log, homes, MOVED);
                    IncomingPart in =
                            new IncomingPart(here.folder, here.log, IncomingPart.Shape.of(MOVED, out.shape()))) {
                in.part(out.part(
                        0, (int) IncomingPart.Shape.of(MOVED, out.shape()).partBytes()));
                in.endPart();
                in.complete();
            }
            assertEquals(List.of(MOVED), here.folder.arriving());
            assertEquals(9, LogSurvey.of(here.folder).latest());
        }
    }
}

package io.pragh.core.persist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.CheckpointWriter;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.durable.FolderCopy;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.protocol.Claim;
import io.pragh.core.txn.home.CommitRecord;
import io.pragh.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a partition goes from a node's folder to another's with all of its commits and no other, each once and in
 * their order, whatever is logged and decided meanwhile, and however many attempts come to nothing before.
 */
class MovedPartTest {
    private static final int ROUNDS = Integer.getInteger("pragh.moves", 60);
    private static final int PARTITIONS = 3;
    /** The partition that moves, another one at the giver, and the taker's own. */
    private static final int MOVED = 0;

    private static final int STAYS = 1;
    private static final int OTHER = 2;
    private static final List<Integer> BOTH = List.of(MOVED, OTHER);
    private static final long GRAPH = 7;
    private static final int SEGMENT_BYTES = 1 << 12;

    @TempDir
    private Path folder;

    private final HomeMap homes = new HomeMap(PARTITIONS);
    private final long seed = Seeds.of("pragh.moved.seed");
    private final SplittableRandom random = new SplittableRandom(seed);

    /** A node's folder and its log, and what is under way there. */
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

        void checkpoint(long timestamp) throws IOException {
            log.beginSegment();
            long position = log.end();
            for (int partition : folder.kept()) {
                try (CheckpointWriter part = folder.begin(partition, timestamp, position, Map.of())) {
                    part.finish();
                }
            }
            folder.complete(position, folder.kept());
        }

        @Override
        public void close() throws IOException {
            log.close();
            folder.close();
        }
    }

    /** The commits whose outcome is open, by W. */
    private final TreeMap<Long, CommitRecord> open = new TreeMap<>();

    private final TreeMap<Long, String> expected = new TreeMap<>();
    /** The commits at the taker's own partition. */
    private final TreeMap<Long, String> expectedThere = new TreeMap<>();

    private final List<DecisionRecord> decisions = new ArrayList<>();
    private long latest;
    /** The attempts to move the partition after which the taker had everything. */
    private int complete;

    private Claim claim(int home) {
        long key = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(home, 1));
        return new Claim(key, 0, Claim.ANY, List.of(new Update(1, key, 0, 0, new byte[random.nextInt(200)])));
    }

    private CommitRecord commit(long timestamp, List<Integer> parts, Integer... at) {
        CommitRecord.Writer writer =
                parts.size() > 1 ? new CommitRecord.Writer(1, timestamp, 1) : CommitRecord.Writer.NONE;
        return new CommitRecord(
                CommitRecord.COMMITTED,
                timestamp,
                parts,
                List.of(at),
                Arrays.stream(at).map(this::claim).toList(),
                writer);
    }

    /** Logs something at the giver. */
    private void work(Node giver, Node taker) {
        long timestamp = ++latest;
        switch (random.nextInt(6)) {
            case 0 -> {
                giver.append(commit(timestamp, List.of(MOVED), MOVED));
                expected.put(timestamp, "" + timestamp);
            }
            case 1 -> {
                giver.append(commit(timestamp, List.of(MOVED), MOVED, STAYS));
                expected.put(timestamp, "" + timestamp);
            }
            case 2 -> giver.append(commit(timestamp, List.of(STAYS), STAYS));
            case 3 -> {
                CommitRecord record = commit(timestamp, BOTH, MOVED);
                giver.append(record);
                taker.append(commit(timestamp, BOTH, OTHER));
                open.put(timestamp, record);
            }
            default -> end(giver, taker);
        }
    }

    /** Ends one of the commits whose outcome is open. */
    private void end(Node giver, Node taker) {
        if (open.isEmpty()) {
            return;
        }
        List<Long> all = List.copyOf(open.keySet());
        CommitRecord record = open.remove(all.get(random.nextInt(all.size())));
        long timestamp = record.timestamp();
        if (random.nextInt(3) == 0) {
            giver.append(record.takenBack());
            taker.append(commit(timestamp, BOTH, OTHER).takenBack());
        } else {
            expected.put(timestamp, "" + timestamp);
            expectedThere.put(timestamp, "" + timestamp);
            decisions.add(new DecisionRecord(MOVED, 1, timestamp, timestamp, 0, BOTH));
        }
    }

    private long decided() {
        return open.isEmpty() ? latest : open.firstKey() - 1;
    }

    private void transfer(OutgoingPart out, IncomingPart in, long[] had, byte[] shape) {
        long bytes = IncomingPart.Shape.of(MOVED, shape).tailBytes();
        while (had[0] < bytes) {
            int chunk = (int) Math.min(bytes - had[0], 1 + random.nextInt(300));
            in.tail(out.tail(had[0], chunk));
            had[0] += chunk;
        }
    }

    /** One attempt to move the partition; false when it comes to nothing. */
    private boolean move(Node giver, Node taker, boolean last) throws IOException {
        giver.folder.leave(MOVED, taker.folder.number());
        try (OutgoingPart out = new OutgoingPart(giver.folder, giver.log, homes, MOVED);
                IncomingPart in =
                        new IncomingPart(taker.folder, taker.log, IncomingPart.Shape.of(MOVED, out.shape()))) {
            long partBytes = IncomingPart.Shape.of(MOVED, out.shape()).partBytes();
            in.part(out.part(0, (int) partBytes));
            in.endPart();
            long[] had = {0};
            for (int pass = random.nextInt(6); pass > 0; pass--) {
                for (int i = random.nextInt(8); i > 0; i--) {
                    work(giver, taker);
                }
                out.add(decided());
                transfer(out, in, had, out.shape());
            }
            if (!last && random.nextBoolean()) {
                return false;
            }
            while (!open.isEmpty()) {
                end(giver, taker);
            }
            out.complete(decisions);
            transfer(out, in, had, out.shape());
            in.complete();
            complete++;
            return last;
        }
    }

    /** Makes a graph of both folders. */
    private static void merge(Path giver, Path taker, Path into) throws IOException {
        try (FolderCopy whole = new FolderCopy(into, GRAPH + 1, PARTITIONS, List.of(0, 1, 2))) {
            new Regrouping(
                            List.of(DataPlace.of(giver), DataPlace.of(taker)),
                            List.of(whole),
                            PARTITIONS,
                            Long.MAX_VALUE,
                            BackupProgress.NONE)
                    .run();
        }
    }

    /** The commits at a partition of it that its part does not have. */
    private static List<String> commits(Path into, int partition) throws IOException {
        List<String> found = new ArrayList<>();
        try (DataFolder made = DataFolder.openPart(FolderDisk.open(into), PARTITIONS)) {
            long moment =
                    made.hasPart(partition) ? made.checkpoint(partition).head().timestamp() : 0;
            made.log().read(made.logFrom(), (bytes, end) -> {
                CommitRecord record = CommitRecord.decode(bytes);
                if (record.kind() == CommitRecord.COMMITTED
                        && record.timestamp() > moment
                        && record.homes().contains(partition)) {
                    found.add("" + record.timestamp());
                }
            });
        }
        return found;
    }

    @Test
    void allCommitsGoAlongOnceAndInTheirOrder() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            String what = "-Dpragh.moved.seed=" + seed + " round=" + round;
            Path from = folder.resolve("from-" + round);
            Path to = folder.resolve("to-" + round);
            open.clear();
            expected.clear();
            expectedThere.clear();
            decisions.clear();
            latest = 0;
            complete = 0;
            try (Node giver = new Node(from, List.of(MOVED, STAYS));
                    Node taker = new Node(to, List.of(OTHER))) {
                giver.checkpoint(0);
                for (int i = random.nextInt(10); i > 0; i--) {
                    work(giver, taker);
                }
                if (open.isEmpty()) { // what a checkpoint has is in no log that is needed
                    giver.checkpoint(latest);
                    expected.clear();
                }
                for (int attempts = random.nextInt(3); attempts > 0; attempts--) {
                    move(giver, taker, false);
                }
                assertEquals(true, move(giver, taker, true));
                taker.folder.settle(MOVED);
                try (Stream<Path> files = Files.list(to)) {
                    long parts = files.filter(
                                    file -> file.getFileName().toString().startsWith("checkpoint-"))
                            .count();
                    assertEquals(complete, parts, "other attempts leave no part, " + what);
                }
                long settled = ++latest;
                taker.append(commit(settled, List.of(MOVED), MOVED));
                expected.put(settled, "" + settled);
                List<Long> decided = new ArrayList<>();
                LogSurvey.of(taker.folder).handedOver().forEach(record -> decided.add(record.timestamp()));
                assertEquals(
                        decisions.stream()
                                .map(DecisionRecord::timestamp)
                                .sorted()
                                .distinct()
                                .toList(),
                        decided.stream().sorted().toList(),
                        what);
            }
            Path whole = folder.resolve("whole-" + round);
            merge(from, to, whole);
            assertEquals(List.copyOf(expected.values()), commits(whole, MOVED), what);
            assertEquals(List.copyOf(expectedThere.values()), commits(whole, OTHER), what);
        }
    }
}

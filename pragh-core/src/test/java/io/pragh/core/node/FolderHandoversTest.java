package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.Transaction;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.durable.ArrivedPart;
import io.pragh.core.durable.CheckpointHead;
import io.pragh.core.durable.CheckpointWriter;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.durable.KeptDecisionLog;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.durable.PartLog;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.handover.Keeping;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a checkpoint makes of partitions that were on their way to another folder. */
class FolderHandoversTest {
    private static final long OTHER = 0x4e11;
    private static final int MOVING = 0;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final long POLL_NANOS = 100_000;
    /** Longer than a giver waits for a taker from which it hears nothing. */
    private static final long SLOW_NANOS = 2_500_000_000L;

    @TempDir
    private Path path;

    @Test
    void whatMayHaveLeftWhenItsNodeEndedDoesNotCountAsHere() throws IOException {
        try (TransactionFixture world = new TransactionFixture(2);
                DataFolder folder = DataFolder.openPart(FolderDisk.open(path), TransactionFixture.PARTITIONS);
                LogWriter log = folder.logWriter(1 << 20, failed -> {})) {
            PraghNode node = world.nodes.get(0);
            folder.found(1, List.of(MOVING));
            log.open(0);
            FolderHandovers handovers =
                    new FolderHandovers(node, folder, log, new KeptDecisionLog(folder.kept()), new Object(), () -> 0);
            folder.leave(MOVING, OTHER);
            handovers.settle();
            assertEquals(Map.of(), folder.leaving(), "it is served here, so it has stayed");

            folder.leave(MOVING, OTHER);
            assertTrue(node.parts.share.seal(node.parts.share.store().partition(MOVING), () -> true));
            handovers.settle();
            assertEquals(Map.of(MOVING, OTHER), folder.leaving(), "the view says whether it has left");
        }
    }

    /** The view may say that this folder keeps it, and then no other one has it any more. */
    @Test
    void aFolderWhereSomethingMayArriveIsNotEmptied() throws IOException {
        for (boolean arrives : new boolean[] {false, true}) {
            Path data = path.resolve("data-" + arrives);
            try (DataFolder folder = DataFolder.openPart(FolderDisk.open(data), TransactionFixture.PARTITIONS)) {
                folder.found(1, List.of());
                if (arrives) {
                    CheckpointHead head = new CheckpointHead(0, 0, MOVING, 1, 0, Map.of());
                    try (ArrivedPart part = new ArrivedPart(folder, head, 0, 0)) {
                        folder.arrive(part, 1);
                    }
                }
            }
            try (TransactionFixture world = new TransactionFixture(2)) {
                NodeFolder folder =
                        NodeFolder.open(DataPlace.of(data), TransactionFixture.PARTITIONS, KeptCluster.Limits.DEFAULT);
                folder.attach(world.nodes.get(0));
                folder.start(TransactionFixture.CONFIG, ListOperations.ALL);
                assertEquals(!arrives, folder.leave());
                folder.stop();
                folder.endLog();
                folder.close();
            }
            FolderLabel label = FolderLabel.read(DataPlace.of(data));
            assertEquals(arrives ? List.of(MOVING) : null, label == null ? null : label.arriving());
        }
    }

    /** A node with a data folder, and what it knows of transactions. */
    private final class Kept implements AutoCloseable {
        final DataFolder folder;
        final LogWriter log;
        final KeptDecisionLog decisions;

        Kept(String name, List<Integer> kept) throws IOException {
            folder = DataFolder.openPart(FolderDisk.open(path.resolve(name)), TransactionFixture.PARTITIONS);
            folder.found(1, kept);
            log = folder.logWriter(1 << 20, failed -> {});
            log.open(0);
            decisions = new KeptDecisionLog(kept);
        }

        FolderHandovers handovers(PraghNode node) {
            return new FolderHandovers(node, folder, log, decisions, new Object(), () -> {
                for (int partition : folder.kept()) {
                    try (CheckpointWriter part = folder.begin(partition, 0, log.end(), Map.of())) {
                        part.finish();
                    }
                }
                folder.complete(0, folder.kept());
                return 0;
            });
        }

        @Override
        public void close() throws IOException {
            log.close();
            folder.close();
        }
    }

    private static void commitAtBoth(TransactionFixture world) {
        try (Transaction both = world.sessions.get(0).begin()) {
            both.write(world.key(0, 1), TransactionFixture.bytes(1));
            both.write(world.key(1, 1), TransactionFixture.bytes(1));
            both.commit();
        }
    }

    /**
     * Calls {@code sync} before the folder has everything durably, and {@code look} when a partition begins to count as
     * the node's own.
     */
    private record Watched(Keeping kept, Runnable sync, IntConsumer look) implements Keeping {
        @Override
        public void undisturbed(Runnable work) {
            kept.undisturbed(work);
        }

        @Override
        public Giving give(int partition, long to) {
            return kept.give(partition, to);
        }

        @Override
        public Taking take(int partition, byte[] shape) {
            return new WatchedTaking(kept.take(partition, shape), sync);
        }

        @Override
        public void arrived(int partition) {
            look.accept(partition);
            kept.arrived(partition);
        }

        @Override
        public void left(int partition) {
            kept.left(partition);
        }
    }

    private record WatchedTaking(Keeping.Taking taking, Runnable sync) implements Keeping.Taking {
        @Override
        public long partBytes() {
            return taking.partBytes();
        }

        @Override
        public long tailBytes(byte[] shape) {
            return taking.tailBytes(shape);
        }

        @Override
        public boolean isAll(byte[] shape) {
            return taking.isAll(shape);
        }

        @Override
        public void part(byte[] bytes) {
            taking.part(bytes);
        }

        @Override
        public void endPart() {
            taking.endPart();
        }

        @Override
        public void tail(byte[] bytes) {
            taking.tail(bytes);
        }

        @Override
        public void complete() {
            sync.run();
            taking.complete();
        }

        @Override
        public void close() {
            taking.close();
        }
    }

    private static Keeping slow(Keeping kept, Runnable sync) {
        return new Watched(kept, sync, partition -> {});
    }

    /** From then on other homes are answered, and a "no" is final. */
    @Test
    void whatArrivesCountsAsKeptOnceItsDecisionsAreKnown() throws IOException {
        AtomicInteger known = new AtomicInteger();
        handOver((world, taker) -> new Watched(
                taker.handovers(world.nodes.get(1)),
                () -> {},
                partition -> known.set(taker.decisions.records(partition).size())));
        assertEquals(1, known.get());
    }

    /** Each attempt ended before it was through, and callers waited for nothing but attempts. */
    @Test
    void aTakerWhoseDiskIsSlowIsNotTakenForDead() throws IOException {
        handOver((world, taker) -> slow(taker.handovers(world.nodes.get(1)), () -> {
            long until = Clock.SYSTEM.nanos() + SLOW_NANOS;
            while (Clock.SYSTEM.nanos() - until < 0) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }));
    }

    @Test
    void theGiverServesAgainWhenTheTakersDiskStandsStill() throws IOException {
        AtomicInteger tries = new AtomicInteger();
        handOver((world, taker) -> slow(taker.handovers(world.nodes.get(1)), () -> {
            long until = Clock.SYSTEM.nanos() + PATIENCE_NANOS;
            while (tries.get() == 0 && !world.nodes.get(0).parts.serves(MOVING)) {
                assertTrue(Clock.SYSTEM.nanos() - until < 0, "callers wait for the disk");
                LockSupport.parkNanos(POLL_NANOS);
            }
            tries.incrementAndGet();
        }));
        assertEquals(2, tries.get());
    }

    /** Moves a partition with a transaction from one folder to another, which is used as {@code taking} says. */
    private void handOver(BiFunction<TransactionFixture, Kept, Keeping> taking) throws IOException {
        ClusterView dealt = ClusterView.inTurn(2, TransactionFixture.PARTITIONS);
        List<Integer> first = Arrays.stream(dealt.partitionsOf(0)).boxed().toList();
        List<Integer> second = Arrays.stream(dealt.partitionsOf(1)).boxed().toList();
        try (Kept giver = new Kept("giver", first);
                Kept taker = new Kept("taker", second);
                Workers workers = new Workers()) {
            int[] nodeOf = new int[TransactionFixture.PARTITIONS];
            Arrays.setAll(nodeOf, dealt::nodeOf);
            List<ClusterView.Member> members = List.of(
                    new ClusterView.Member(0, "0", "", "", KeptShare.settled(giver.folder.number(), first, 0, true)),
                    new ClusterView.Member(1, "1", "", "", KeptShare.settled(taker.folder.number(), second, 0, true)));
            try (TransactionFixture world = new TransactionFixture(
                    new ClusterView(1, members, nodeOf),
                    node -> TransactionFixture.CONFIG.withLog(
                            node == 0
                                    ? new PartLog(giver.log, giver.decisions)
                                    : new PartLog(taker.log, taker.decisions)))) {
                AtomicBoolean over = new AtomicBoolean();
                world.nodes.forEach(node -> workers.start(() -> {
                    while (!over.get()) {
                        node.poll();
                        LockSupport.parkNanos(POLL_NANOS);
                    }
                }));
                commitAtBoth(world);
                assertEquals(1, giver.decisions.records(MOVING).size());
                world.nodes.get(0).parts.handovers.keepIn(giver.handovers(world.nodes.get(0)));
                world.nodes.get(1).parts.handovers.keepIn(taking.apply(world, taker));
                assertTrue(world.nodes.get(1).takeOver(MOVING, PATIENCE_NANOS));
                workers.await(
                        "the giver writes nothing more",
                        () -> !world.nodes.get(0).parts.handovers.isGiving());
                over.set(true);
                workers.join();
            }
        }
    }
}

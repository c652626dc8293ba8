package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListBlock;
import io.pragh.core.graph.SeenEntries;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Checks that a snapshot shows each writer's entries as one of its commits left them, in both of two lists alike.
 * Every node appends to the lists, which have different homes, and removes from them, while their blocks move; each
 * writer keeps a model of its own commits.
 */
class ListsModelTest {
    private static final int NODES = 3;
    private static final int COMMITS = 25;
    private static final int ENTRIES_MAX = 120;
    private static final int SNAPSHOTS_MIN = 10;
    /** Makes ids wide, so that blocks fill soon. */
    private static final long WRITER = 1L << 33;

    /** A writer's entries after one of its commits: the numbers from low to high. */
    private record State(long low, long high) {}

    /** One run. */
    private static final class Run implements AutoCloseable {
        final TransactionFixture world = new TransactionFixture(NODES);
        final Workers workers = new Workers();
        final long[] lists = new long[2];
        final List<List<State>> histories = new ArrayList<>();
        final AtomicIntegerArray begun = new AtomicIntegerArray(NODES);
        final AtomicIntegerArray committed = new AtomicIntegerArray(NODES);
        final long seed;
        final AtomicInteger snapshots = new AtomicInteger();

        Run(long seed) {
            this.seed = seed;
            for (int i = 0; i < lists.length; i++) {
                lists[i] = GraphKey.of(GraphKey.KIND_ADJACENCY, i, 0, GraphKey.vid(world.key(i, 1)));
            }
            for (int n = 0; n < NODES; n++) {
                histories.add(new CopyOnWriteArrayList<>(List.of(new State(0, 0))));
            }
        }

        void write(int writer) {
            SplittableRandom random = new SplittableRandom(seed + writer);
            try (NodeSession session = world.nodes.get(writer).openSession()) {
                for (int commit = 1; commit <= COMMITS; commit++) {
                    State before = histories.get(writer).get(commit - 1);
                    long taken = random.nextLong(1 + Math.min(3, before.high - before.low));
                    State after = new State(before.low + taken, before.high + random.nextLong(ENTRIES_MAX));
                    histories.get(writer).add(after);
                    begun.set(writer, commit);
                    Transaction mine = session.begin();
                    TransactionalLists both = new TransactionalLists(mine);
                    for (long list : lists) {
                        for (long e = before.low; e < after.low; e++) {
                            SeenEntries.remove(mine, list, (writer + 1) * WRITER + e, e + 1);
                        }
                        for (long e = before.high; e < after.high; e++) {
                            both.append(list, (writer + 1) * WRITER + e, e + 1);
                        }
                    }
                    mine.commit(); // would throw on a conflict
                    committed.set(writer, commit);
                }
            }
        }

        void read(int node) {
            try (NodeSession session = world.nodes.get(node).openSession()) {
                while (!workers.stopped() || snapshots.get() < SNAPSHOTS_MIN) {
                    int[] earliest = new int[NODES];
                    for (int writer = 0; writer < NODES; writer++) {
                        earliest[writer] = committed.get(writer);
                    }
                    try (Transaction read = session.begin(TransactionOptions.DEFAULT.reading())) {
                        int[] latest = new int[NODES];
                        for (int writer = 0; writer < NODES; writer++) {
                            latest[writer] = begun.get(writer);
                        }
                        check(read, earliest, latest);
                    }
                    snapshots.incrementAndGet();
                }
            }
        }

        private void check(Transaction read, int[] earliest, int[] latest) {
            List<Long> first = entries(read, lists[0]);
            assertEquals(first, entries(read, lists[1]), () -> "both ends alike, seed=" + seed);
            TreeMap<Integer, List<Long>> byWriter = new TreeMap<>();
            first.forEach(e -> byWriter.computeIfAbsent((int) (e / WRITER) - 1, w -> new ArrayList<>())
                    .add(e % WRITER));
            for (int writer = 0; writer < NODES; writer++) {
                List<Long> seen = byWriter.getOrDefault(writer, List.of());
                boolean possible = false;
                for (int commit = earliest[writer]; commit <= latest[writer]; commit++) {
                    possible |= isState(seen, histories.get(writer).get(commit));
                }
                if (!possible) {
                    throw new AssertionError("no commit of writer " + writer + " from " + earliest[writer] + " to "
                            + latest[writer] + " left this: seed=" + seed + " entries=" + seen);
                }
            }
        }

        private static boolean isState(List<Long> sorted, State state) {
            return sorted.size() == state.high - state.low
                    && (sorted.isEmpty()
                            || sorted.get(0) == state.low
                                    && sorted.get(sorted.size() - 1) == state.high - 1
                                    && sorted.stream().distinct().count() == sorted.size());
        }

        private static List<Long> entries(Transaction read, long list) {
            List<Long> seen = new ArrayList<>();
            SeenEntries.forEach(read, list, (neighbour, edgeId) -> {
                assertEquals(neighbour % WRITER + 1, edgeId);
                seen.add(neighbour);
            });
            return seen.stream().sorted().toList();
        }

        /** Pulls heads and chunks from node to node. */
        void move() {
            SplittableRandom random = new SplittableRandom(~seed);
            try (NodeSession session = world.nodes.get(0).openSession()) {
                while (!workers.stopped()) {
                    List<Long> blocks = blocks(session);
                    world.nodes.get(random.nextInt(NODES)).pull(blocks.get(random.nextInt(blocks.size())));
                }
            }
        }

        List<Long> blocks(NodeSession session) {
            List<Long> blocks = new ArrayList<>();
            for (long list : lists) {
                blocks.add(list);
                try (Transaction read = session.begin(TransactionOptions.DEFAULT.reading())) {
                    read.read(list, (index, region, body, bytes) -> {
                        int flags = AdjacencyList.flags(region, body);
                        int count = AdjacencyList.count(region, body);
                        for (int c = 0; c < AdjacencyList.chunks(region, body); c++) {
                            blocks.add(ListBlock.chunkKey(AdjacencyList.chunkId(region, body, flags, count, c)));
                        }
                    });
                }
            }
            return blocks;
        }

        @Override
        public void close() {
            workers.close();
            world.close();
        }
    }

    @Property(tries = 4, shrinking = ShrinkingMode.OFF)
    void everySnapshotShowsWholeCommitsWhileListsGrowAndMove(@ForAll long seed) {
        try (Run run = new Run(seed)) {
            Workers writers = new Workers();
            for (int n = 0; n < NODES; n++) {
                int node = n;
                writers.start(() -> run.write(node));
            }
            run.workers.start(() -> run.read(2));
            run.workers.start(run::move);
            writers.join();
            run.workers.stop();
            for (int n = 0; n < NODES; n++) {
                try (NodeSession session = run.world.nodes.get(n).openSession();
                        Transaction read = session.begin()) {
                    int[] last = {COMMITS, COMMITS, COMMITS};
                    run.check(read, last, last);
                }
            }
            Workers rest = run.workers;
            rest.await(
                    "nothing is under way",
                    () -> run.world.nodes.stream().allMatch(node -> node.parts.transactions.underWay() == 0));
            AuditedNodes.settle(run.world.nodes, rest);
            AuditedNodes.check(run.world.nodes);
            writers.close();
        }
    }
}

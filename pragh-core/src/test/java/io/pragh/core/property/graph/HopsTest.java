package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ReadCounts;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.property.EdgePages;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Hops;
import io.pragh.core.property.Neighbours;
import io.pragh.core.property.ReadInterruptedException;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares edges of many vertices in columns with the visits of {@link GraphTransaction#edges}, in the same order: in
 * random graphs on three nodes whose values move, with parallels, loops, lists with chunks and with appended entries,
 * and with the transaction's own additions and removals. {@code -Dpragh.hops.seed=N} repeats a run's choices.
 */
class HopsTest {
    private static final int VERTICES = 40;
    /** More entries than fit a block of a list. */
    private static final int EDGES_OF_HUB = 5_000;

    /** More entries than a list may have that is read together with those of other vertices. */
    private static final int EDGES_OF_GREAT_HUB = 80_000;

    private static final int EDGES_OF_EACH = 6;
    private static final int APPENDS = 6;
    private static final int ROUNDS = 3;
    private static final long NO_VERTEX = 12_345;
    private static final long[] LIMITS = {0, 1, 3, 700, 4_500, Long.MAX_VALUE};
    /** Labels of queries, for a graph with two edge labels, or with six. */
    private static final List<int @Nullable []> LABELS =
            Arrays.asList(null, new int[] {1}, new int[] {2, 1}, new int[] {1, 0, 1}, new int[] {0}, new int[0]);

    private static final EdgeQuery BOTH = new EdgeQuery(true, true, null, Long.MAX_VALUE);

    private final GraphFixture world = new GraphFixture();
    /** Reused by every call, as by a caller that reads much. */
    private final Neighbours found = new Neighbours();

    private SplittableRandom random = new SplittableRandom(0);
    private List<String> labels = List.of();
    private long[] vids = {};
    /** The vertices of the graph, a removed vertex, and a number that no vertex has. */
    private long[] asked = {};

    private long removed = NO_VERTEX;

    private record Entry(int owner, int label, boolean out, long neighbour, long eid) {}

    @AfterEach
    void end() {
        world.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void columnsAreWhatIsVisitedWhereListsAreGuessed(long seed) {
        run(seed, List.of("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 4})
    void columnsAreWhatIsVisitedWhereVerticesSayWhichListsTheyHave(long seed) {
        run(seed, List.of("a", "b", "c", "d", "e", "f"));
    }

    @Test
    void columnsAreWhatIsVisitedForASeedOfChoice() {
        long seed = Seeds.of("pragh.hops.seed");
        run(seed, seed % 2 == 0 ? List.of("a", "b", "c", "d", "e") : List.of("a"));
    }

    private void run(long seed, List<String> ofEdges) {
        random = new SplittableRandom(seed);
        labels = ofEdges;
        try {
            build();
            for (int round = 0; round < ROUNDS; round++) {
                int node = random.nextInt(GraphFixture.NODES);
                world.see(node, this::compare);
                try (GraphTransaction transaction = world.begin(node)) {
                    change(transaction);
                    compare(transaction);
                    change(transaction);
                    compare(transaction);
                    transaction.commit();
                }
                move();
            }
            world.see(0, this::compare);
        } catch (AssertionError | RuntimeException failed) {
            throw new AssertionError("repeat with -Dpragh.hops.seed=" + seed, failed);
        }
    }

    /**
     * Builds a graph with numbers of 4 bytes and of 8, a hub whose lists have chunks, and lists that are appended to
     * in one transaction after the other.
     */
    private void build() {
        vids = world.commit(0, t -> {
            long[] made = new long[VERTICES];
            for (int i = 0; i < VERTICES; i++) {
                Object id = i % 5 == 0 ? (Object) ((1L << 35) + i) : i % 5 == 1 ? "text" + i : (Object) (long) i;
                made[i] = t.addVertex("v", i % 7 == 0 ? null : id).vid();
            }
            return made;
        });
        world.run(1, t -> {
            for (String label : labels) {
                for (int i = 0; i < VERTICES * EDGES_OF_EACH / labels.size(); i++) {
                    t.addEdge(any(), label, any(), null);
                }
            }
            for (int i = 0; i < EDGES_OF_HUB; i++) {
                t.addEdge(vids[0], labels.get(0), any(), i % 500 == 0 ? "named" + i : null);
                t.addEdge(vids[2 + i % 30], labels.get(i % labels.size()), vids[1], null);
            }
        });
        append();
    }

    private void append() {
        for (int i = 0; i < APPENDS; i++) {
            world.run(i % GraphFixture.NODES, t -> {
                t.addEdge(vids[0], labels.get(0), any(), null);
                t.addEdge(vids[3], labels.get(0), vids[1], null);
                t.addEdge(any(), labels.get(random.nextInt(labels.size())), vids[4], null);
            });
        }
    }

    private long any() {
        return vids[random.nextInt(vids.length)];
    }

    /** Adds edges, removes some, and removes a vertex that is no hub; another vertex takes its place. */
    private void change(GraphTransaction t) {
        for (int i = 0; i < VERTICES; i++) {
            t.addEdge(any(), labels.get(random.nextInt(labels.size())), any(), null);
        }
        t.addEdge(vids[0], labels.get(0), vids[0], null);
        long[] some = {vids[0], vids[1], any(), any()};
        List<EdgeRef> seen = new ArrayList<>();
        t.edges(some, true, false, null, Long.MAX_VALUE, (i, n, label, eid, out) -> {
            if (random.nextInt(8) == 0) {
                seen.add(new EdgeRef(some[i], label, n, eid));
            }
        });
        for (EdgeRef edge : seen) {
            if (!t.isRemoved(edge)) {
                t.removeEdge(edge);
            }
        }
        int at = 5 + random.nextInt(VERTICES - 5);
        if (vids[at] == vids[4]) {
            return;
        }
        removed = vids[at];
        t.removeVertex(Objects.requireNonNull(t.vertex(removed)));
        if (random.nextBoolean()) {
            vids[at] = t.addVertex("v", null).vid();
            t.addEdge(vids[at], labels.get(0), vids[0], null);
        } else {
            vids[at] = vids[4]; // in the query twice from now on
        }
    }

    /** Moves some lists, and their vertices, to random nodes; appends entries behind the bodies of some again. */
    private void move() {
        append();
        for (int i = 0; i < VERTICES; i++) {
            int label = 1 + random.nextInt(labels.size());
            long key = i % 4 == 0 ? ElementKeys.vertex(any()) : ElementKeys.list(any(), label, random.nextBoolean());
            world.cluster.node(random.nextInt(GraphFixture.NODES)).pull(key);
        }
    }

    private void compare(GraphTransaction t) {
        asked = Arrays.copyOf(vids, vids.length + 2);
        asked[vids.length] = removed;
        asked[vids.length + 1] = NO_VERTEX;
        for (int @Nullable [] wanted : LABELS) {
            for (int direction = 1; direction <= 3; direction++) {
                for (long limit : LIMITS) {
                    EdgeQuery query = new EdgeQuery((direction & 1) != 0, (direction & 2) != 0, wanted, limit);
                    int from = random.nextInt(asked.length);
                    compare(t, from, from + random.nextInt(asked.length - from), query);
                    compare(t, 0, 5 + random.nextInt(asked.length - 5), query);
                }
            }
        }
        EdgeQuery all = new EdgeQuery(true, true, null, Long.MAX_VALUE);
        compare(t, 0, asked.length, all);
        compare(t, 3, 3, all);
    }

    private void compare(GraphTransaction t, int from, int to, EdgeQuery query) {
        List<Entry> expected = new ArrayList<>();
        t.edges(
                Arrays.copyOfRange(asked, from, to),
                query.out(),
                query.in(),
                query.labels(),
                query.limit(),
                (i, n, label, eid, out) -> expected.add(new Entry(from + i, label, out, n, eid)));
        String told = "from=" + from + " to=" + to + " out=" + query.out() + " in=" + query.in() + " labels="
                + Arrays.toString(query.labels()) + " limit=" + query.limit();
        Hops hops = t.hops();
        hops.expand(asked, from, to, query, true, found);
        assertEquals(expected, entries(true), told);
        assertEquals(expected.size(), found.count(), told);
        hops.expand(asked, from, to, query, false, found);
        assertEquals(withoutEdgeIds(expected), entries(false), told);
        long[] sums = new long[to - from];
        Arrays.fill(sums, -1);
        assertEquals(!expected.isEmpty(), hops.sum(asked, from, to, query, sums, found), told);
        long[] added = new long[to - from];
        expected.forEach(entry -> added[entry.owner - from] += entry.neighbour);
        assertEquals(Arrays.toString(added), Arrays.toString(sums), told);
        comparePicked(hops, from, to, query, expected, told);
        assertEquals(to, hops.expandSome(asked, from, to, query, true, found), told);
        assertEquals(expected, entries(true), told);
        if (query.limit() == Long.MAX_VALUE) {
            long[] others = random.longs(random.nextInt(4), 0, asked.length)
                    .map(at -> asked[(int) at])
                    .sorted()
                    .distinct()
                    .toArray();
            compareBetween(hops, from, to, others, query, expected);
        }
        int page = 1 + random.nextInt(1000);
        for (int i = from; i < to; i++) {
            int owner = i;
            assertEquals(
                    expected.stream().filter(entry -> entry.owner == owner).toList(),
                    paged(hops, i, query, page),
                    told);
        }
    }

    private static List<String> inOrder(List<Entry> entries) {
        return entries.stream().map(Entry::toString).sorted().toList();
    }

    private void compareBetween(Hops hops, int from, int to, long[] others, EdgeQuery query, List<Entry> expected) {
        List<Entry> those = new ArrayList<>(expected);
        those.removeIf(entry -> Arrays.binarySearch(others, entry.neighbour) < 0);
        for (boolean edgeIds : new boolean[] {true, false}) {
            List<Entry> between = new ArrayList<>();
            for (int at = from; at < to; ) {
                at = hops.between(asked, at, to, others, query, edgeIds, found);
                between.addAll(entries(edgeIds));
            }
            List<Integer> owners = between.stream().map(Entry::owner).toList();
            assertEquals(owners.stream().sorted().toList(), owners);
            List<Entry> wanted = edgeIds ? those : withoutEdgeIds(those);
            assertEquals(inOrder(wanted), inOrder(between));
        }
    }

    /** All edges of a vertex, page by page. */
    private List<Entry> paged(Hops hops, int index, EdgeQuery query, int page) {
        List<Entry> all = new ArrayList<>();
        EdgePages pages = hops.pages(asked, index, query, true);
        boolean more = true;
        while (more) {
            more = pages.next(page, found);
            assertTrue(found.count() <= page, () -> "a page has no more: count=" + found.count());
            assertTrue(!more || found.count() == page, "a page is full when more may come");
            all.addAll(entries(true));
        }
        return all;
    }

    @Test
    void aVertexWithVeryManyEdgesComesByItself() {
        labels = List.of("a", "b");
        build();
        world.run(0, t -> {
            for (int i = 0; i < EDGES_OF_GREAT_HUB; i++) {
                t.addEdge(vids[9], "b", any(), null);
            }
        });
        asked = vids;
        EdgeQuery query = new EdgeQuery(true, false, null, Long.MAX_VALUE);
        world.see(1, t -> stopsBeforeHub(t, query));
        try (GraphTransaction changed = world.begin(0)) {
            changed.addEdge(vids[9], "a", vids[3], null);
            stopsBeforeHub(changed, query);
        }
        try (GraphTransaction changed = world.begin(0)) {
            for (int i = 0; i < EDGES_OF_GREAT_HUB; i++) {
                changed.addEdge(vids[5], "a", vids[3], null);
            }
            assertEquals(5, changed.hops().expandSome(asked, 0, vids.length, query, true, found), "its own edges");
            changed.hops().between(asked, 3, 4, new long[] {vids[5]}, BOTH, true, found);
            assertTrue(found.count() >= EDGES_OF_GREAT_HUB, "both have very many");
            long[] third = {vids[3]};
            Thread.currentThread().interrupt();
            assertThrows(
                    ReadInterruptedException.class,
                    () -> changed.hops().between(asked, 5, 6, third, BOTH, true, found));
            assertTrue(Thread.interrupted(), "it still is interrupted");
        }
    }

    private void stopsBeforeHub(GraphTransaction t, EdgeQuery query) {
        assertEquals(9, t.hops().expandSome(asked, 0, vids.length, query, true, found));
        List<Entry> before = entries(true);
        t.hops().expand(asked, 0, 9, query, true, found);
        assertEquals(entries(true), before);
        assertEquals(9, t.hops().expandSome(asked, 9, vids.length, query, true, found));
        assertEquals(0, found.count());
        t.hops().expand(asked, 9, 10, query, true, found);
        List<Entry> hub = entries(true);
        assertTrue(hub.size() > EDGES_OF_GREAT_HUB, () -> "edges " + hub.size());
        assertEquals(hub, paged(t.hops(), 9, query, 4096));
        assertEquals(vids.length, t.hops().expandSome(asked, 10, vids.length, query, true, found));
        EdgeQuery few = new EdgeQuery(true, false, null, 5000);
        assertEquals(vids.length, t.hops().expandSome(asked, 0, vids.length, few, true, found), "few are wanted");
    }

    @Test
    void aSumOfVeryManyEdgesIsInterrupted() {
        labels = List.of("a");
        build();
        world.see(0, t -> {
            EdgeQuery out = new EdgeQuery(true, false, null, Long.MAX_VALUE);
            Thread.currentThread().interrupt();
            assertThrows(ReadInterruptedException.class, () -> t.hops().sum(vids, 0, 1, out, new long[1], found));
            assertTrue(Thread.interrupted(), "it still is interrupted");
            assertTrue(t.hops().sum(vids, 0, 1, out, new long[1], found));
        });
    }

    /**
     * Compares the picked edge of each vertex with the expected one; the callback must be called once for each
     * vertex, with its number of edges.
     */
    private void comparePicked(Hops hops, int from, int to, EdgeQuery query, List<Entry> expected, String told) {
        int spread = random.nextInt(1 << 20);
        List<List<Long>> ofEach = new ArrayList<>();
        for (int i = from; i < to; i++) {
            ofEach.add(new ArrayList<>());
        }
        expected.forEach(entry -> ofEach.get(entry.owner - from).add(entry.neighbour));
        long[] picked = new long[to - from];
        long[] edges = new long[to - from];
        hops.pick(
                asked,
                from,
                to,
                query,
                (index, count) -> {
                    assertEquals(0, edges[index - from], "asked for twice");
                    edges[index - from] = count;
                    return (long) index * spread % count;
                },
                picked);
        for (int i = from; i < to; i++) {
            List<Long> all = ofEach.get(i - from);
            assertEquals(all.size(), edges[i - from], told);
            long neighbour = all.isEmpty() ? Hops.NO_EDGE : all.get((int) ((long) i * spread % all.size()));
            assertEquals(neighbour, picked[i - from], told);
        }
    }

    private static List<Entry> withoutEdgeIds(List<Entry> entries) {
        return entries.stream()
                .map(entry -> new Entry(entry.owner, entry.label, entry.out, entry.neighbour, 0))
                .toList();
    }

    /** The entries that were found, list by list; each list belongs to its owner. */
    private List<Entry> entries(boolean edgeIds) {
        List<Entry> entries = new ArrayList<>();
        for (int list = 0; list < found.lists(); list++) {
            long key = found.key(list);
            int owner = found.owner(list);
            assertEquals(asked[owner], GraphKey.vid(key), "a list belongs to the vertex in its key");
            int count = found.to(list) - found.from(list);
            long[] copied = new long[count + 1];
            found.copy(list, copied, 1);
            for (int i = 0; i < count; i++) {
                int place = found.from(list) + i;
                assertEquals(found.neighbours()[place], copied[1 + i]);
                long eid = edgeIds ? found.edgeIds()[place] : 0;
                boolean out = GraphKey.direction(key) == GraphKey.OUT;
                entries.add(new Entry(owner, GraphKey.label(key), out, found.neighbours()[place], eid));
            }
        }
        return entries;
    }

    /** Entries in a tail, each of another commit; a snapshot sees those that were there when it began. */
    @Test
    void aSnapshotSeesTheAppendsBeforeItAndNoOther() {
        long hub = world.commit(0, t -> t.addVertex("v", 7L).vid());
        world.run(0, t -> t.addEdge(hub, "a", hub, null));
        List<GraphTransaction> snapshots = new ArrayList<>();
        EdgeQuery out = new EdgeQuery(true, false, null, Long.MAX_VALUE);
        for (int i = 0; i < APPENDS; i++) {
            for (int node = 0; node < GraphFixture.NODES; node++) {
                snapshots.add(world.begin(node));
            }
            world.run(0, t -> t.addEdge(hub, "a", hub, null));
        }
        for (int i = 0; i < snapshots.size(); i++) {
            try (GraphTransaction snapshot = snapshots.get(i)) {
                snapshot.hops().expand(new long[] {hub}, 0, 1, out, false, found);
                assertEquals(1 + i / GraphFixture.NODES, found.count());
            }
        }
    }

    /**
     * READs fetch only the head that tells the number of entries. There are so many heads that the tails of the last
     * ones are not in the memory that was read into.
     */
    @Test
    void headsWithAppendsBehindThemAreCountedFromElsewhere() {
        int entries = 1_000;
        long hub = world.commit(0, t -> t.addVertex("v", 7L).vid());
        world.run(0, t -> {
            for (int i = 0; i < entries; i++) {
                t.addEdge(hub, "a", hub, null);
            }
        });
        world.run(0, t -> t.addEdge(hub, "a", hub, null));
        for (int many = 1; many < 5_000; many = 2 * many + 1) {
            long[] asked = new long[many];
            Arrays.fill(asked, hub);
            long[] counts = new long[many];
            for (int node = 0; node < GraphFixture.NODES; node++) {
                world.see(
                        node,
                        t -> t.hops()
                                .count(
                                        asked,
                                        0,
                                        asked.length,
                                        new EdgeQuery(true, false, null, Long.MAX_VALUE),
                                        counts));
                assertEquals(
                        entries + 1L, Arrays.stream(counts).distinct().sum(), () -> "so many heads: " + asked.length);
            }
        }
    }

    /**
     * The hub's list has chunks, so the comparison above reads some; of a list with a limit, no more than the limit
     * needs is read.
     */
    @Test
    void ofAListWithALimitNoMoreIsReadThanTheLimitNeeds() {
        labels = List.of("a");
        build();
        world.see(0, t -> {
            long[] hub = {vids[0]};
            EdgeQuery one = new EdgeQuery(true, false, new int[] {1}, 1);
            t.hops().expand(hub, 0, 1, one, false, found); // the locations are cached now
            long few = bytesRead(t, hub, one);
            long many = bytesRead(t, hub, new EdgeQuery(true, false, new int[] {1}, Long.MAX_VALUE));
            assertTrue(many > 4 * AdjacencyList.BLOCK_BYTES_MAX, "bytes=" + many);
            assertTrue(few <= 2 * AdjacencyList.BLOCK_BYTES_MAX + 64, "the head twice, and a chunk: bytes=" + few);
            assertEquals(EDGES_OF_HUB, Math.min(EDGES_OF_HUB, found.count()));
            ReadCounts before = t.readCounts();
            t.hops().expand(hub, 0, 1, new EdgeQuery(true, true, new int[] {1}, 0), true, found);
            assertFalse(t.hops().sum(hub, 0, 1, new EdgeQuery(true, true, null, 0), new long[1], found));
            assertEquals(ReadCounts.NONE, t.readCounts().since(before), "nothing is wanted, so nothing is read");
        });
    }

    private long bytesRead(GraphTransaction t, long[] vid, EdgeQuery query) {
        ReadCounts before = t.readCounts();
        t.hops().expand(vid, 0, 1, query, false, found);
        return t.readCounts().since(before).bytesRead();
    }
}

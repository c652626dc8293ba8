package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.ABSENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.NewLists;
import io.pragh.core.graph.SeenEntries;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks lists with chunks in transactions on three nodes. */
class TransactionalListsTest {
    /** The number of entries in a full block whose neighbours have 32 bits and which has no edge ids. */
    private static final int NARROW_BLOCK = 4094;
    /** The number of entries with edge ids of 32 bits in a full block. */
    private static final int BLOCK = (AdjacencyList.BLOCK_BYTES_MAX - AdjacencyList.IDS_OFFSET) / 8;

    private static final int OTHERS = 100;

    private final TransactionFixture world = new TransactionFixture(3);
    private final Workers workers = new Workers();
    private final long list = list(0, 1);

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private long list(int node, int number) {
        long vid = GraphKey.vid(world.key(node, number));
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 0, vid);
    }

    private Transaction begin(int node) {
        return world.sessions.get(node).begin();
    }

    /** Appends the numbers as neighbours, each with itself as edge id. */
    private static void append(Transaction transaction, long key, long from, long to) {
        TransactionalLists lists = new TransactionalLists(transaction);
        LongStream.range(from, to).forEach(n -> lists.append(key, n, n));
    }

    private void fill(int node, long key, long from, long to) {
        try (Transaction transaction = begin(node)) {
            append(transaction, key, from, to);
            transaction.commit();
        }
    }

    private static List<Long> entries(Transaction transaction, long key) {
        List<Long> seen = new ArrayList<>();
        boolean any = SeenEntries.forEach(transaction, key, (neighbour, edgeId) -> {
            assertEquals(neighbour, edgeId);
            seen.add(neighbour);
        });
        assertEquals(any, !seen.isEmpty());
        return seen.stream().sorted().toList();
    }

    private List<Long> entries(int node, long key) {
        try (Transaction read = world.sessions.get(node).begin(TransactionOptions.DEFAULT.reading())) {
            return entries(read, key);
        }
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private int chunks(int node, long key) {
        int[] chunks = new int[1];
        try (Transaction read = begin(node)) {
            read.read(key, (index, region, body, bytes) -> chunks[0] = AdjacencyList.chunks(region, body));
        }
        return chunks[0];
    }

    private void settle() {
        workers.await("nothing is under way", () -> {
            world.nodes.forEach(PraghNode::poll);
            return world.nodes.stream().allMatch(n -> n.parts.transactions.underWay() == 0);
        });
        AuditedNodes.settle(world.nodes, workers);
        AuditedNodes.check(world.nodes);
    }

    @Test
    void tenThousandEdgesToOneVertexAppearTogether() {
        try (Transaction mine = begin(1);
                Transaction before = begin(2)) {
            append(mine, list, 0, 10_000);
            assertEquals(range(0, 10_000), entries(mine, list));
            assertEquals(List.of(), entries(2, list));
            mine.commit();
            assertEquals(List.of(), entries(before, list));
        }
        assertEquals(range(0, 10_000), entries(2, list));
        assertTrue(chunks(0, list) >= 10_000 / BLOCK);
        settle();
    }

    @Test
    void anAppendToAFullBlockGoesOnInAChunk() {
        fill(0, list, 0, BLOCK);
        assertEquals(0, chunks(0, list));
        fill(1, list, BLOCK, BLOCK + 1);
        assertEquals(1, chunks(0, list));
        fill(2, list, BLOCK + 1, BLOCK + 2);
        assertEquals(1, chunks(0, list));
        assertEquals(range(0, BLOCK + 2), entries(0, list));
        settle();
    }

    @Test
    void aTransactionThatHasReadAListMakesRoomInItWithoutAConflict() {
        for (TransactionOptions options : List.of(
                TransactionOptions.DEFAULT,
                TransactionOptions.DEFAULT.locking(),
                TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED))) {
            long key = list(1, 50 + options.hashCode() % 1000 + 1000);
            fill(0, key, 0, BLOCK);
            try (Transaction mine = world.sessions.get(0).begin(options)) {
                assertEquals(range(0, BLOCK), entries(mine, key));
                assertTrue(SeenEntries.remove(mine, key, 5, 5));
                append(mine, key, BLOCK, 3 * BLOCK);
                mine.commit();
            }
            List<Long> expected = new ArrayList<>(range(0, 3 * BLOCK));
            expected.remove(Long.valueOf(5));
            assertEquals(expected, entries(2, key), options.toString());
        }
        settle();
    }

    @Test
    void roomThatOthersMakeIsNoConflictButWhatTheyPutThereIs() {
        fill(0, list, 0, BLOCK);
        Transaction reader = begin(1);
        assertEquals(BLOCK, entries(reader, list).size());
        reader.write(world.key(1, 9), TransactionFixture.bytes(1));
        try (Transaction given = begin(0)) { // makes room and gives up
            append(given, list, BLOCK, BLOCK + 1);
            given.update(ListOperations.addChunk(world.key(2, 77), 1, 0));
            assertThrows(PraghException.class, given::commit);
        }
        assertEquals(1, chunks(0, list));
        reader.commit();
        Transaction second = begin(1);
        assertEquals(BLOCK, entries(second, list).size());
        second.write(world.key(1, 9), TransactionFixture.bytes(2));
        fill(0, list, BLOCK, BLOCK + 1);
        assertThrows(ConflictException.class, second::commit);
        settle();
    }

    /** A chunk, and entries in it, are added between a read and its commit: the list has grown visibly. */
    @Test
    void aListThatGrewByAChunkWithEntriesIsAConflict() {
        long beforeItWas = list(0, 2);
        fill(0, list, 0, BLOCK);
        for (long key : new long[] {list, beforeItWas}) {
            for (TransactionOptions options :
                    List.of(TransactionOptions.DEFAULT, TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED))) {
                Transaction reader = world.sessions.get(1).begin(options);
                int seen = entries(reader, key).size();
                int chunks = chunks(1, key);
                reader.write(world.key(1, 9), TransactionFixture.bytes(1));
                fill(0, key, seen, seen + 2 * BLOCK);
                assertTrue(chunks(1, key) > chunks, "it has grown");
                assertThrows(ConflictException.class, reader::commit, options.toString());
            }
        }
        assertEquals(ABSENT, world.get(1, world.key(1, 9)));
        settle();
    }

    @Test
    void anOldSnapshotSeesWhatTheListWas() {
        fill(0, list, 0, 10);
        try (Transaction old = begin(2)) {
            for (int i = 1; i <= 5; i++) {
                fill(i % 3, list, i * 10_000L, i * 10_000L + BLOCK - 20);
                assertEquals(range(0, 10), entries(old, list));
            }
        }
        assertEquals(10 + 5 * (BLOCK - 20), entries(1, list).size());
        settle();
    }

    @Test
    void entriesAreTakenOutOfChunks() {
        fill(0, list, 0, 3 * BLOCK);
        try (Transaction mine = begin(1)) {
            for (long n = 0; n < 3 * BLOCK; n += 2) {
                if (n % 100 == 0) {
                    assertTrue(SeenEntries.remove(mine, list, n, n));
                    assertFalse(SeenEntries.remove(mine, list, n, n), "twice");
                }
            }
            mine.commit();
        }
        assertEquals(
                LongStream.range(0, 3 * BLOCK).filter(n -> n % 100 != 0).boxed().toList(), entries(2, list));
        settle();
    }

    @Test
    void ofTwoWhoTakeOneEntryTheSecondConflicts() {
        fill(0, list, 0, 2 * BLOCK);
        Transaction first = begin(1);
        Transaction second = begin(2);
        assertTrue(SeenEntries.remove(first, list, 2 * BLOCK - 1, 2 * BLOCK - 1));
        assertTrue(SeenEntries.remove(second, list, 2 * BLOCK - 1, 2 * BLOCK - 1));
        first.commit();
        assertThrows(ConflictException.class, second::commit);
        try (Transaction none = begin(2)) {
            assertFalse(SeenEntries.remove(none, list, 2 * BLOCK - 1, 2 * BLOCK - 1));
        }
        settle();
    }

    @Test
    void aListThatWasDeletedBeginsAnew() {
        fill(1, list, 0, 2 * BLOCK); // this session remembers a chunk that is removed
        try (Transaction mine = begin(0)) {
            TransactionalLists lists = new TransactionalLists(mine);
            lists.append(list, 77_777, 77_777);
            lists.delete(list);
            assertEquals(List.of(), entries(mine, list));
            assertThrows(PraghException.class, () -> lists.append(list, 1, 1));
            mine.commit();
        }
        assertEquals(List.of(), entries(2, list));
        fill(1, list, 5, 6);
        assertEquals(range(5, 6), entries(2, list));
        settle();
    }

    @Test
    void aListIsNotGivenMoreThanSoManyBlocksAtOnce() {
        try (Transaction mine = begin(0)) {
            append(mine, list, 0, 1024L * BLOCK + 1);
            PraghException refused = assertThrows(PraghException.class, mine::commit);
            assertTrue(refused.getMessage().contains("most=1024"), refused.getMessage());
        }
        fill(0, list, 0, 100L * BLOCK);
        assertEquals(100 * BLOCK, entries(1, list).size());
        settle();
    }

    @Test
    void aListThatIsFullIsNoReasonToLookAtTheOthers() {
        fillBesideOthers(0, 2 * BLOCK); // a refused append shows that the head is full
        long before = reads(0);
        fillBesideOthers(2 * BLOCK, 5 * BLOCK);
        assertTrue(reads(0) - before < OTHERS, () -> "reads=" + (reads(0) - before));
        assertEquals(range(0, 5 * BLOCK), entries(1, list));
        settle();
    }

    private void fillBesideOthers(long from, long to) {
        for (long at = from; at < to; at += BLOCK / 4) {
            try (Transaction transaction = begin(0)) {
                append(transaction, list, at, Math.min(to, at + BLOCK / 4));
                for (int other = 2; other < 2 + OTHERS; other++) {
                    append(transaction, list(0, other), at, at + 1);
                }
                transaction.commit();
            }
        }
    }

    private long reads(int node) {
        try (Transaction transaction = begin(node)) {
            return transaction.readCounts().batches();
        }
    }

    @Test
    void whatIsForTransactionsAloneIsRefusedElsewhere() {
        Update update = new Update(ListOperations.TAKE_BACK, list, 1, 1);
        assertThrows(OperationFailedException.class, () -> world.sessions.get(0).update(update));
        assertThrows(OperationFailedException.class, () -> world.sessions.get(1).update(update));
        assertEquals(List.of(), entries(0, list));
    }

    @Test
    void aListThatWasWrittenInBulkIsTheSameList() {
        long[] whole = LongStream.range(0, 2 * NARROW_BLOCK + 10).toArray();
        NewLists bulk = new NewLists(world.sessions.get(0), world.nodes.get(0).homes(), 5);
        bulk.create(list, whole, 0, whole.length);
        PraghException exists = assertThrows(PraghException.class, () -> bulk.create(list, whole, 0, 1));
        assertTrue(exists.getMessage().contains("exists already"), exists.getMessage());
        fill(2, list, whole.length, whole.length + 20);
        List<Long> seen = new ArrayList<>();
        assertTrue(new SessionLists(world.sessions.get(0)).forEach(list, seen::add));
        assertEquals(range(0, whole.length + 20), seen);
        settle();
    }
}

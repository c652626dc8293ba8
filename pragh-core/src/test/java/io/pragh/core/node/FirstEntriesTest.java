package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.Transaction;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Workers;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a reader that wants only the first entries of a list, and finds them in the body, neither reads nor
 * validates the appended entries.
 */
class FirstEntriesTest {
    private static final int BODY = 60;
    private static final int ENOUGH = 40;
    private static final int HOME = 0;
    private static final int AWAY = 1;

    private final TransactionFixture world = new TransactionFixture(3);
    private final Workers workers = new Workers();
    private final long list = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, GraphKey.vid(world.key(HOME, 1)));
    private final long other = world.key(AWAY, 2);

    /** Writes a list with {@code ENOUGH} entries in its body, and one in its tail. */
    @BeforeEach
    void fill() {
        append(1, BODY);
        append(BODY + 1, BODY + 1);
    }

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private void append(int first, int last) {
        write(HOME, t -> LongStream.rangeClosed(first, last).forEach(n -> t.update(ListOperations.append(list, n, n))));
    }

    private void write(int node, Consumer<Transaction> work) {
        try (Transaction transaction = world.sessions.get(node).begin()) {
            work.accept(transaction);
            transaction.commit();
        }
    }

    /** Reads the first entries that a transaction sees, and the number of entries that the transaction reports. */
    private int read(Transaction transaction, int wanted) {
        int[] count = new int[1];
        long[] found = new long[wanted];
        transaction.read(
                new long[] {list},
                0,
                1,
                AdjacencyList.bytesFor(wanted),
                (int index, Region region, long body, int bodyBytes) -> {
                    count[0] = AdjacencyList.count(region, body);
                    AdjacencyList.neighbours(region, body, wanted, found, 0);
                });
        int seen = Math.min(wanted, count[0]);
        assertEquals(
                LongStream.rangeClosed(1, seen).boxed().toList(),
                Arrays.stream(found).limit(seen).boxed().toList());
        return count[0];
    }

    /** The round trips of a read of so many entries from another node; each is one READ. */
    private long readsOf(int wanted) {
        NodeSession session = world.sessions.get(AWAY);
        try (Transaction transaction = session.begin()) {
            long before = session.counters().rounds;
            read(transaction, wanted);
            return session.counters().rounds - before;
        }
    }

    @Test
    void theyAreOneReadWhateverIsAppended() {
        readsOf(ENOUGH); // looks up the list's location
        assertEquals(1, readsOf(ENOUGH));
        append(BODY + 2, BODY + 4);
        assertEquals(1, readsOf(ENOUGH), "the location is the same");
        assertEquals(1, readsOf(BODY), "all of the body");
        assertEquals(2, readsOf(BODY + 1), "they lie at the end of the block, too");
    }

    @Test
    void whoWantsMoreSeesWhatIsBehind() {
        for (int node = 0; node < 3; node++) {
            try (Transaction transaction = world.sessions.get(node).begin()) {
                assertEquals(BODY, read(transaction, BODY));
                assertEquals(BODY + 1, read(transaction, BODY + 1));
                assertEquals(BODY + 1, read(transaction, 2 * BODY));
                assertEquals(BODY + 1, read(transaction, 0), "the number alone is of all");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {HOME, AWAY})
    void whatIsAppendedBehindIsNoConflict(int node) {
        try (Transaction mine = world.sessions.get(node).begin()) {
            read(mine, ENOUGH);
            append(BODY + 2, BODY + 2);
            assertEquals(BODY, read(mine, ENOUGH), "as before");
            mine.write(other, bytes(5));
            mine.commit();
        }
        assertEquals(5, world.get(HOME, other));
    }

    @Test
    void butItIsForWhoHasReadTheWholeToo() {
        for (int wholeFirst = 0; wholeFirst < 4; wholeFirst++) {
            try (Transaction mine = world.sessions.get(wholeFirst / 2).begin()) {
                read(mine, wholeFirst % 2 == 0 ? 2 * BODY : ENOUGH);
                read(mine, wholeFirst % 2 == 0 ? ENOUGH : 2 * BODY);
                append(BODY + 2, BODY + 2);
                mine.write(other, bytes(6));
                assertThrows(ConflictException.class, mine::commit);
            }
            write(HOME, t -> t.update(ListOperations.remove(list, BODY + 2, 0)));
            fold();
        }
    }

    /** Folds the tail into the body, and appends one entry behind it. */
    private void fold() {
        write(HOME, t -> t.delete(list));
        fill();
    }

    @ParameterizedTest
    @ValueSource(ints = {HOME, AWAY})
    void andWhatIsRemovedIsAlways(int node) {
        try (Transaction mine = world.sessions.get(node).begin()) {
            read(mine, ENOUGH);
            write(HOME, t -> t.update(ListOperations.remove(list, BODY, 0)));
            mine.write(other, bytes(7));
            assertThrows(ConflictException.class, mine::commit);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {HOME, AWAY})
    void whoAlsoAppendsIsNotHeldUpByOthersWhoDo(int node) {
        try (Transaction mine = world.sessions.get(node).begin()) {
            read(mine, ENOUGH);
            append(BODY + 2, BODY + 2);
            mine.update(ListOperations.append(list, BODY + 3, 0));
            mine.commit();
        }
        try (Transaction later = world.sessions.get(AWAY).begin()) {
            assertEquals(BODY + 3, read(later, 2 * BODY));
        }
    }
}

package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.timestamp.PendingCommits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks in which order a participant of two homes holds keys, and which keys it adds for lists that it creates. */
class ClaimOrderTest {
    private static final int NAMES = 203;
    private static final long BEGIN = 40;
    private static final long READ_VERSION = 7;
    private static final int NEAR = StoreFixture.HOME;
    private static final int FAR = StoreFixture.OTHER;

    private final List<ValueOperation> operations = operations();
    private final StoreFixture world = new StoreFixture(operations);
    private final TransactionHome homes = new TransactionHome(
            world.store(NEAR).passage(),
            new TransactionHome.Context(
                    world.fabrics[NEAR],
                    100,
                    world.homes,
                    world.membership::view,
                    () -> world.shares[NEAR],
                    world.clock,
                    world.commits,
                    new MemoryDecisionLog(),
                    CommitLog.NONE,
                    PendingCommits.none(),
                    (keys, versions, count) -> true,
                    message -> {}));
    private PrepareRequest request = request(List.of());

    private static List<ValueOperation> operations() {
        List<ValueOperation> all = new ArrayList<>(
                ListOperations.ofVertices(list -> new Update(NAMES, vertexOf(GraphKey.vid(list)), list, 0)));
        all.add(new Names());
        return all;
    }

    private static long vertexOf(long vid) {
        return GraphKey.of(GraphKey.KIND_VERTEX, 0, 0, vid);
    }

    /** An operation by which a vertex names a list. */
    private static final class Names implements ValueOperation {
        @Override
        public int code() {
            return NAMES;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return UNCHANGED;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {}
    }

    private long list(int home, int number, int direction) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, direction, 1, world.homes.mint(home, number));
    }

    private static Claim append(long list) {
        return new Claim(list, BEGIN, Claim.ANY, List.of(new Update(ListOperations.APPEND_TO_VERTEX, list, 5, 0)));
    }

    /** Claims sorted by home and key, as in requests. */
    private PrepareRequest request(List<Claim> claims) {
        List<Claim> sorted = new ArrayList<>(claims);
        sorted.sort(Comparator.<Claim>comparingInt(claim -> world.homes.home(claim.key()))
                .thenComparing(Claim::key, Long::compareUnsigned));
        return new PrepareRequest(1, NEAR, List.of(NEAR, FAR), true, true, 1, new long[0], new long[0], sorted);
    }

    private ClaimOrder order(Claim... claims) {
        request = request(List.of(claims));
        return new ClaimOrder(homes, List.of(world.partitions[NEAR], world.partitions[FAR]), request);
    }

    private static void assertNext(ClaimOrder order, long key, Partition at, boolean hadValue) {
        Claim claim = order.next();
        assertEquals(key, claim == null ? 0 : claim.key());
        assertEquals(at.id(), order.at().id());
        order.held(hadValue);
    }

    @Test
    void aVertexIsHeldBehindItsNewListsAndBeforeGreaterKeys() {
        long out = list(NEAR, 1, GraphKey.OUT);
        long in = list(NEAR, 1, GraphKey.IN);
        long known = list(NEAR, 2, GraphKey.OUT);
        long far = list(FAR, 1, GraphKey.OUT);
        long edge = GraphKey.of(GraphKey.KIND_EDGE, 0, 0, world.homes.mint(NEAR, 9));
        ClaimOrder order = order(append(out), append(in), append(known), append(far), append(edge));
        Partition near = world.partitions[NEAR];
        while (true) { // the two new lists and the existing one come in any order
            Claim claim = order.next();
            if (claim == null || GraphKey.kind(claim.key()) != GraphKey.KIND_ADJACENCY) {
                assertEquals(vertexOf(GraphKey.vid(out)), claim == null ? 0 : claim.key());
                assertEquals(2, claim == null ? 0 : claim.updates().size(), "of both lists at once");
                assertEquals(Claim.ANY, claim == null ? 0 : claim.expected());
                assertEquals(BEGIN, claim == null ? 0 : claim.begin());
                assertEquals(NEAR, order.at().id());
                int cause = order.indexOf(claim == null ? append(0) : claim);
                assertEquals(
                        GraphKey.vid(out),
                        GraphKey.vid(request.claims().get(cause).key()));
                order.held(true);
                break;
            }
            order.held(claim.key() == known);
        }
        assertNext(order, edge, near, true);
        assertNext(order, far, world.partitions[FAR], false);
        assertNext(order, vertexOf(GraphKey.vid(far)), world.partitions[FAR], true);
        assertNull(order.next());
    }

    @Test
    void aVertexThatIsClaimedIsHeldOnceWithAllThatIsWantedOfIt() {
        long list = list(NEAR, 1, GraphKey.OUT);
        long vertex = vertexOf(GraphKey.vid(list));
        Claim own = new Claim(
                vertex, BEGIN, READ_VERSION, List.of(new Update(ValueOperation.WRITE, vertex, 0, 0, new byte[8])));
        ClaimOrder order = order(append(list), own);
        assertNext(order, list, world.partitions[NEAR], false);
        Claim both = order.next();
        assertEquals(2, both == null ? 0 : both.updates().size());
        assertEquals(
                ValueOperation.WRITE, both == null ? 0 : both.updates().get(0).operation());
        assertEquals(READ_VERSION, both == null ? 0 : both.expected());
        assertEquals(1, both == null ? 0 : order.indexOf(both));
        order.held(true);
        assertNull(order.next());
    }

    @Test
    void whatFollowsIsHeldBeforeTheNextHome() {
        long near = list(NEAR, 1, GraphKey.OUT);
        long far = list(FAR, 1, GraphKey.OUT);
        ClaimOrder order = order(append(near), append(far));
        assertNext(order, near, world.partitions[NEAR], false);
        assertNext(order, vertexOf(GraphKey.vid(near)), world.partitions[NEAR], true);
        assertNext(order, far, world.partitions[FAR], false);
        assertNext(order, vertexOf(GraphKey.vid(far)), world.partitions[FAR], true);
        assertNull(order.next());
    }

    @Test
    void nothingFollowsFromAListThatIsThere() {
        long list = list(NEAR, 1, GraphKey.OUT);
        ClaimOrder order = order(append(list));
        assertNext(order, list, world.partitions[NEAR], true);
        assertNull(order.next());
    }
}

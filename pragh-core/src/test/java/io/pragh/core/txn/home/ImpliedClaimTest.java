package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.StoreNode;
import io.pragh.core.timestamp.PendingCommits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/**
 * Checks commits of a coordinator that is on the home's node, and keys that need not be held because other keys are.
 */
class ImpliedClaimTest {
    private static final int FOLLOWS = 201;
    private static final long READ_VERSION = 7;
    private static final long[] NONE = {};

    private final StoreFixture world = new StoreFixture(List.of(new Follows()));
    private final StoreNode store = world.store(StoreFixture.HOME);
    private final List<String> validated = new ArrayList<>();
    private final List<VoteReply> answers = new ArrayList<>();
    private final long list = world.key(1);
    private final long plain = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, world.homes.mint(StoreFixture.HOME, 1));
    private int evaluated;
    private final TransactionHome transactions = new TransactionHome(
            store.passage(),
            new TransactionHome.Context(
                    world.fabrics[StoreFixture.HOME],
                    100,
                    world.homes,
                    world.membership::view,
                    () -> world.shares[StoreFixture.HOME],
                    world.clock,
                    world.commits,
                    new MemoryDecisionLog(),
                    CommitLog.NONE,
                    PendingCommits.none(),
                    this::validate,
                    world.fabrics[StoreFixture.HOME]::send));

    private boolean validate(long[] keys, long[] versions, int count) {
        validated.add(Arrays.toString(Arrays.copyOf(keys, count)) + Arrays.toString(Arrays.copyOf(versions, count)));
        return true;
    }

    /** A predicate that holds where its list exists. */
    private final class Follows implements ValueOperation {
        @Override
        public int code() {
            return FOLLOWS;
        }

        @Override
        public boolean isImplied(Update update, LongPredicate there) {
            return there.test(update.first());
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            evaluated++;
            return UNCHANGED;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            throw new AssertionError("it changes nothing");
        }
    }

    private boolean commit(long expected) {
        Claim appended = StoreFixture.claim(StoreFixture.append(list, 6));
        Claim following = new Claim(plain, 0, expected, List.of(new Update(FOLLOWS, plain, list, 0)));
        PrepareRequest request = new PrepareRequest(
                1,
                StoreFixture.HOME,
                List.of(StoreFixture.HOME),
                true,
                true,
                1_000_000_000L,
                NONE,
                NONE,
                List.of(appended, following));
        return transactions.local().commit(77, 1, request, answers::add);
    }

    @Test
    void aKeyIsNotHeldThatFollowsFromAnother() {
        world.place(list, StoreFixture.HOME, 5);
        assertTrue(commit(Claim.ANY));
        assertTrue(answers.get(0).word() > 0);
        assertEquals(2, world.count(world.word(list)));
        assertEquals(0, evaluated);
        assertEquals(List.of(), validated);
        assertEquals(0, transactions.size(), "nothing is held");
    }

    @Test
    void aKeyThatWasReadAndIsNotHeldIsValidated() {
        world.place(list, StoreFixture.HOME, 5);
        assertTrue(commit(READ_VERSION));
        assertTrue(answers.get(0).word() > 0);
        assertEquals(List.of("[" + plain + "][" + READ_VERSION + "]"), validated);
    }

    @Test
    void aKeyIsHeldWhereTheOtherHasNoValue() {
        assertTrue(commit(Claim.ANY));
        assertTrue(answers.get(0).word() > 0);
        assertEquals(1, evaluated);
    }

    @Test
    void aKeyIsHeldInAGraphThatHasLostANode() {
        world.place(list, StoreFixture.HOME, 5);
        ClusterView view = world.membership.view();
        world.membership.change(new ClusterView(view.epoch() + 1, view.members(), new int[] {0, 1}, new int[] {0, 1}));
        assertTrue(commit(Claim.ANY));
        assertEquals(1, evaluated);
    }

    @Test
    void nothingHappensWhereAHomeIsAboutToLeave() {
        world.shares[StoreFixture.HOME] = world.shares[StoreFixture.HOME].leaving(StoreFixture.HOME);
        assertFalse(commit(Claim.ANY));
        assertEquals(List.of(), answers);
        assertEquals(0, transactions.size());
        assertEquals(0, world.word(list));
    }
}

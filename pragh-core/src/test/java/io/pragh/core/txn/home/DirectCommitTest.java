package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollWord;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.Partition;
import io.pragh.core.store.Passage;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.table.BucketReader;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.core.timestamp.PendingCommits;
import io.pragh.core.timestamp.Timestamps;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks commits in one call, at the moments at which their timestamp is taken and at which they validate: others
 * must find all keys held then.
 */
class DirectCommitTest {
    private static final int THROWS = 202;
    private static final int BREAKS = 203;
    private static final long W = 500;
    private static final long BEGIN = 90;
    private static final long READ = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, 99);

    private final StoreFixture world = new StoreFixture(List.of(new Throws(), new Breaks()));
    private final StoreNode store = world.store(StoreFixture.HOME);
    private final List<VoteReply> answers = new ArrayList<>();
    private Runnable whenTimestampIsTaken = () -> {};
    private long timestamp = W;
    private @Nullable Boolean valid = true;
    private int validations;
    private final long roll = GraphKey.of(GraphKey.KIND_ROLL, 0, 3, world.homes.mint(StoreFixture.HOME, 1));
    private final long absent = world.key(1);
    private final long full = world.key(2);
    private final long roomy = world.key(3);
    private final long unchanged = world.key(4);
    private final long erased = world.key(5);
    private final long[] all = {absent, full, roomy, unchanged, erased};

    private final TransactionHome homes = new TransactionHome(
            store.passage(),
            new TransactionHome.Context(
                    world.fabrics[StoreFixture.HOME],
                    100,
                    world.homes,
                    world.membership::view,
                    () -> world.shares[StoreFixture.HOME],
                    world.clock,
                    () -> {
                        whenTimestampIsTaken.run();
                        return timestamp;
                    },
                    new MemoryDecisionLog(),
                    CommitLog.NONE,
                    PendingCommits.none(),
                    (keys, versions, count) -> {
                        validations++;
                        return valid;
                    },
                    message -> {}));

    private static final class Throws implements ValueOperation {
        @Override
        public int code() {
            return THROWS;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            throw new IllegalStateException("not with this value");
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {}
    }

    private static final class Breaks implements ValueOperation {
        @Override
        public int code() {
            return BREAKS;
        }

        @Override
        public int newBytes(Update update, Region region, long body, int bodyBytes) {
            return Long.BYTES;
        }

        @Override
        public void write(
                Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
            target.setLong(newBody, 1);
        }

        @Override
        public @Nullable Update onCreation(Update update) {
            throw new IllegalStateException("what nobody has foreseen");
        }
    }

    DirectCommitTest() {
        world.place(full, StoreFixture.HOME, 10);
        world.place(roomy, StoreFixture.HOME, 10);
        world.place(unchanged, StoreFixture.HOME, 10);
        world.place(erased, StoreFixture.HOME, 10);
        for (long neighbour = 11; !hasRoom(roomy) || hasRoom(full); neighbour++) { // until the slack fits
            long key = hasRoom(full) ? full : roomy;
            assertEquals(W, commit(List.of(append(key, neighbour)), true));
        }
        answers.clear();
        validations = 0;
    }

    private boolean hasRoom(long key) {
        long word = word(key);
        return ValueAddress.entries(word) < Tail.capacity(ValueAddress.blockBytes(word), world.bodyBytes(word));
    }

    private static Claim append(long key, long neighbour) {
        return claim(new Update(ListOperations.APPEND_ALL, key, neighbour, 0));
    }

    private static Claim claim(Update update) {
        return new Claim(update.key(), BEGIN, Claim.ANY, List.of(update));
    }

    /** One claim of each sort, and a signed roll. */
    private List<Claim> everything() {
        return List.of(
                append(absent, 7),
                append(full, 7),
                append(roomy, 7),
                claim(new Update(ListOperations.CONTAINS, unchanged, 10, ListOperations.UNNUMBERED)),
                claim(new Update(ValueOperation.ERASE, erased, 0, 0)),
                claim(new Update(ValueOperation.SIGN, roll, 0, 0)));
    }

    private long commit(List<Claim> claims, boolean direct) {
        return commit(claims, new long[] {READ}, direct);
    }

    private long commit(List<Claim> claims, long[] read, boolean direct) {
        List<Claim> sorted = new ArrayList<>(claims);
        sorted.sort(Comparator.comparing(Claim::key, Long::compareUnsigned));
        PrepareRequest request = new PrepareRequest(
                1,
                StoreFixture.HOME,
                List.of(StoreFixture.HOME),
                true,
                true,
                1_000_000_000L,
                read,
                new long[read.length],
                sorted);
        if (direct) {
            StoreShare share = world.shares[StoreFixture.HOME];
            List<Partition> here = List.of(home());
            long signature = RollWord.signed(77, 1);
            return DirectCommit.suits(share, here, homes.hasLost())
                    ? new DirectCommit(homes, share, here, request, signature, 0).run()
                    : DirectCommit.NOT_DONE;
        }
        assertTrue(homes.local().commit(77, 1, request, answers::add));
        return answers.isEmpty() ? 0 : answers.get(answers.size() - 1).word();
    }

    private Partition home() {
        return world.partitions[StoreFixture.HOME];
    }

    private long word(long key) {
        return home().table().addressOf(key);
    }

    private long rollWord() {
        return home().region().getLong(PartitionHeader.rollOffset(roll));
    }

    private long[] words() {
        long[] words = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            words[i] = word(all[i]);
        }
        return words;
    }

    /** The visible state of the store: slots, the states of their blocks, the number of blocks, and the roll. */
    private List<Long> picture() {
        List<Long> seen = new ArrayList<>(List.of(world.blocks(StoreFixture.HOME), rollWord()));
        for (long word : words()) {
            seen.add(word);
            seen.add(ValueAddress.isBlock(word) ? world.stateWord(word) : 0);
        }
        return seen;
    }

    @Test
    void everythingIsThereAndOfOneTimestamp() {
        long[] before = words();
        assertEquals(W, commit(everything(), true));
        for (int i = 0; i < all.length; i++) {
            long word = word(all[i]);
            assertFalse(ValueAddress.isBusy(word));
            assertEquals(StateWord.live(all[i], word), world.stateWord(word));
        }
        assertEquals(W, world.header(word(absent), ValueHeader.VERSION_OFFSET));
        assertEquals(0, world.header(word(absent), ValueHeader.PREVIOUS_OFFSET));
        assertEquals(W, world.header(word(full), ValueHeader.VERSION_OFFSET));
        assertEquals(before[1], world.header(word(full), ValueHeader.PREVIOUS_OFFSET));
        assertEquals(
                StateWord.superseded(before[1], W), world.stateWord(before[1]), "the block before says until when");
        assertEquals(ValueAddress.block(before[2]), ValueAddress.block(word(roomy)), "it stayed where it was");
        assertEquals(ValueAddress.entries(before[2]) + 1, ValueAddress.entries(word(roomy)));
        assertEquals(before[3], word(unchanged));
        assertEquals(ValueHeader.TOMBSTONE, world.bodyBytes(word(erased)));
        assertEquals(W, rollWord());
        assertEquals(1, validations);
        assertEquals(0, homes.size());
    }

    @Test
    void whoTakesALaterTimestampFindsAllKeysHeldAndTheRollSigned() {
        boolean[] looked = new boolean[1];
        whenTimestampIsTaken = () -> {
            for (long key : all) {
                long word = word(key);
                assertTrue(ValueAddress.isBusy(word));
                long old = ValueAddress.withoutBusy(word);
                assertEquals(
                        old == 0 ? 0 : StateWord.locked(old, BEGIN),
                        old == 0 ? 0 : world.stateWord(old),
                        "snapshots from before may read it still");
            }
            assertFalse(RollWord.isFree(rollWord()));
            assertEquals(0, validations, "what was read is looked at afterwards");
            looked[0] = true;
        };
        assertEquals(W, commit(everything(), true));
        assertTrue(looked[0]);
    }

    @Test
    void aKeyThatIsHeldOrLostOrWaitedForLeavesEverythingToAParticipant() {
        for (long key : all) {
            long usual = word(key);
            for (long taken : new long[] {usual | ValueAddress.BUSY, ValueAddress.LOST}) {
                world.setWord(key, taken);
                List<Long> before = picture();
                assertEquals(DirectCommit.NOT_DONE, commit(everything(), true));
                assertEquals(before, picture());
                world.setWord(key, usual);
            }
        }
        world.setWord(full, word(full) | ValueAddress.BUSY);
        List<Long> before = picture();
        commit(List.of(append(full, 8)), false); // waits
        assertEquals(1, homes.size());
        world.setWord(full, ValueAddress.withoutBusy(word(full)));
        assertEquals(DirectCommit.NOT_DONE, commit(List.of(append(full, 9)), true), "it is another's turn");
        assertEquals(List.of(), answers);
        homes.poll();
        assertEquals(W, answers.get(0).word());
        assertNotEquals(before, picture());
        assertEquals(W, commit(List.of(append(full, 9)), true));
    }

    @Test
    void whatIsRefusedLeavesNothingBehindAndAParticipantSaysWhy() {
        List<Claim> missing = new ArrayList<>(everything());
        missing.set(3, claim(new Update(ListOperations.CONTAINS, unchanged, 4711, ListOperations.UNNUMBERED)));
        List<Claim> thrown = new ArrayList<>(everything());
        thrown.set(4, claim(new Update(THROWS, erased, 0, 0)));
        List<Claim> changed = new ArrayList<>(everything());
        changed.set(2, new Claim(roomy, BEGIN, 3, changed.get(2).updates()));
        List<Long> before = picture();
        for (List<Claim> refused : List.of(missing, thrown, changed)) {
            assertEquals(DirectCommit.NOT_DONE, commit(refused, true));
            assertEquals(before, picture());
            assertTrue(commit(refused, false) < 0);
            assertEquals(before, picture());
        }
        assertEquals(VoteReply.FAILED, VoteReply.code(answers.get(1).word()));
        assertTrue(
                answers.get(1).reason().contains("not with this value"),
                answers.get(1).reason());
    }

    @Test
    void aKeyWithoutValueOfWhichNothingComesGetsNoSlot() {
        long keys = home().table().size();
        for (Update update : List.of(
                new Update(ValueOperation.ERASE, absent, 0, 0),
                new Update(ListOperations.CONTAINS, absent, 1, 0),
                new Update(THROWS, absent, 0, 0))) {
            assertEquals(DirectCommit.NOT_DONE, commit(List.of(claim(update)), new long[0], true));
            commit(List.of(claim(update)), new long[0], false);
        }
        assertEquals(keys, home().table().size());
        assertEquals(W, answers.get(0).word());
        assertEquals(
                ValueOperation.PRECONDITION_FAILED,
                VoteReply.code(answers.get(1).word()));
        assertEquals(VoteReply.FAILED, VoteReply.code(answers.get(2).word()));
        assertEquals(W, commit(List.of(append(absent, 1)), new long[0], true));
    }

    @Test
    void whatWasReadAndHasChangedIsAConflict() {
        List<Long> before = picture();
        valid = false;
        assertEquals(VoteReply.CONFLICT, commit(everything(), true));
        assertEquals(before, picture());
        valid = null; // the validation gives no answer now
        assertEquals(DirectCommit.NOT_DONE, commit(everything(), true));
        assertEquals(before, picture());
        timestamp = Timestamps.NONE;
        assertEquals(DirectCommit.NOT_DONE, commit(everything(), true));
        assertEquals(before, picture());
    }

    @Test
    void whoIsCutOffOrExpelledMeanwhileGivesEverythingBack() {
        StoreShare usual = world.shares[StoreFixture.HOME];
        List<Long> before = picture();
        for (StoreShare later : List.of(usual.takingUpdates(false), usual.with(new Partition[2]))) {
            whenTimestampIsTaken = () -> world.shares[StoreFixture.HOME] = later;
            assertEquals(DirectCommit.NOT_DONE, commit(everything(), true));
            world.shares[StoreFixture.HOME] = usual;
            assertEquals(before, picture());
        }
    }

    @Test
    void whatIsThrownOnTheWayGivesEverythingBack() {
        List<Long> before = picture();
        whenTimestampIsTaken = () -> {
            throw new IllegalStateException("the fabric is closed");
        };
        try {
            commit(everything(), true);
        } catch (IllegalStateException expected) {
            assertEquals("the fabric is closed", expected.getMessage());
        }
        assertEquals(before, picture());
    }

    @Test
    void whatNobodyHasForeseenGivesEverythingBack() {
        List<Long> before = picture();
        List<Claim> broken = new ArrayList<>(everything());
        broken.set(0, claim(new Update(BREAKS, absent, 0, 0)));
        assertThrows(IllegalStateException.class, () -> commit(broken, true));
        assertEquals(before, picture());
        assertEquals(W, commit(everything(), true));
    }

    @Test
    void aHandoverThatWaitsForWhoIsInsideWaitsForThis() {
        Passage.Wait[] wait = new Passage.Wait[1];
        whenTimestampIsTaken = () -> {
            wait[0] = store.passage().await();
            assertFalse(wait[0].isOver());
        };
        assertEquals(W, commit(everything(), false));
        assertTrue(wait[0].isOver());
    }

    @Test
    void aGraphThatHasLostValuesIsLeftToParticipants() {
        StoreShare usual = world.shares[StoreFixture.HOME];
        BitSet unmarked = new BitSet();
        unmarked.set(StoreFixture.HOME);
        assertFalse(DirectCommit.suits(usual.withUnmarked(unmarked), List.of(home()), false));
        assertFalse(DirectCommit.suits(usual, List.of(home()), true));
        home().region().setLong(PartitionHeader.LIFE_OFFSET, PartitionHeader.life(2, true));
        assertFalse(DirectCommit.suits(usual, List.of(home()), false));
        home().region().setLong(PartitionHeader.LIFE_OFFSET, PartitionHeader.life(1, false));
        assertTrue(DirectCommit.suits(usual, List.of(home()), false));
        ClusterView view = world.membership.view();
        world.membership.change(new ClusterView(view.epoch() + 1, view.members(), new int[] {0, 1}, new int[] {0, 1}));
        assertEquals(DirectCommit.NOT_DONE, commit(everything(), true));
    }

    @Test
    void upkeepAndValuesThatLieElsewhereAreLeftToParticipants() {
        List<Long> before = picture();
        assertEquals(
                DirectCommit.NOT_DONE, commit(List.of(claim(new Update(ValueOperations.REWRITE, full, 0, 0))), true));
        assertEquals(before, picture());
        world.place(absent, StoreFixture.OTHER, 3);
        List<Long> placed = picture().subList(0, 2);
        assertEquals(DirectCommit.NOT_DONE, commit(everything(), true));
        assertEquals(placed, picture().subList(0, 2));
    }

    /**
     * Buckets with held keys do not move: a table that began to grow during a large commit would end as one long
     * chain.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theTableGrowsBeforeTheKeysOfALargeCommitAreHeld(boolean direct) {
        List<Claim> many = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            many.add(append(world.key(1_000 + i), 7));
        }
        int[] longest = new int[1];
        whenTimestampIsTaken = () -> {
            KeyTable table = home().table();
            for (Claim claim : many) {
                longest[0] = Math.max(longest[0], buckets(table, claim.key()));
            }
        };
        assertEquals(W, commit(many, direct));
        assertTrue(longest[0] > 0 && longest[0] <= 4, "buckets that a search goes through: " + longest[0]);
    }

    private int buckets(KeyTable table, long key) {
        Region region = home().region();
        long bucket = table.geometry().bucketOffset(key);
        int count = 1;
        while (BucketReader.find(region, bucket, key) == BucketReader.LINKED) {
            bucket = BucketReader.link(region, bucket);
            count++;
        }
        return count;
    }

    @Test
    void aCommitThatIsDoneAgainWaitsForAKeyThatUpkeepHolds() throws Exception {
        long slot = home().table().find(roomy);
        long before = word(roomy);
        home().region().setLongRelease(slot, before | ValueAddress.BUSY);
        List<Integer> here = List.of(StoreFixture.HOME);
        CommitRecord record = new CommitRecord(CommitRecord.COMMITTED, W + 1, here, here, List.of(append(roomy, 5)));
        CompletableFuture<Boolean> done =
                CompletableFuture.supplyAsync(() -> homes.local().redo(record, home -> true));
        assertThrows(TimeoutException.class, () -> done.get(50, TimeUnit.MILLISECONDS));
        home().region().setLongRelease(slot, before);
        assertTrue(done.get(30, TimeUnit.SECONDS));
        assertNotEquals(before, word(roomy));
    }
}

package io.pragh.core.placement.migrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.table.Bucket;
import io.pragh.core.store.table.TableGeometry;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks a migration that begins with the value, because this node's readers have cached its location: it moves the
 * value as a migration by the slot does, or starts over.
 */
class CachedMigrationTest {
    private static final MemoryLimits LIMITS = new MemoryLimits(1 << 20, 64 << 20, 16);
    private static final List<String> FOUR = List.of("READ value", "CAS", "CAS", "WRITE");

    /** The posted operations; and an action that runs once, before the first operation that it is due for. */
    private final List<String> posted = new ArrayList<>();

    private Predicate<String> due = operation -> false;
    private Runnable action = () -> {};

    private final MigrationFixture world = new MigrationFixture(LIMITS, Watched::new);
    private final Region source = world.partitions[MigrationFixture.SOURCE].region();
    private final long key = world.key(0, 1);

    private final class Watched implements Endpoint {
        private final Endpoint endpoint;

        Watched(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public void post(Batch batch) {
            for (int op = 0; op < batch.count(); op++) {
                String name = nameOf(batch, op);
                posted.add(name);
                if (due.test(name)) {
                    due = operation -> false;
                    action.run();
                }
            }
            endpoint.post(batch);
        }

        private String nameOf(Batch batch, int op) {
            String kind = batch.kind(op).name();
            int bytes = batch.length(op);
            String what = bytes == Bucket.BYTES ? " bucket" : bytes == TableGeometry.BYTES ? " shape" : " value";
            return batch.kind(op) != Batch.Kind.READ ? kind : kind + (bytes == Long.BYTES ? " word" : what);
        }

        @Override
        public boolean poll(Batch batch) {
            return endpoint.poll(batch);
        }

        @Override
        public void close() {
            endpoint.close();
        }
    }

    private void before(String operation, Runnable what) {
        due = operation::equals;
        action = what;
    }

    /** Makes the shape of the table and the retire ring known to this node. */
    @BeforeEach
    void warm() {
        long other = world.key(0, 2);
        world.place(other, MigrationFixture.SOURCE, 24);
        world.migrate(other);
        posted.clear();
    }

    private TableGeometry shape() {
        return world.partitions[0].table().geometry();
    }

    private int placeOf(long sought) {
        return shape().place(world.slot(sought) - shape().bucketOffset(sought));
    }

    /** Acts as if a reader of this node had just found the value. */
    private void know(long address) {
        world.cache.put(key, ValueAddress.block(address), placeOf(key), world.clock.nanos());
    }

    private void assertStartedOver(long from, int bodyBytes) {
        world.migrate(key);
        world.assertMoved(key, from, bodyBytes);
        assertTrue(posted.contains("READ bucket"), posted::toString);
        assertEquals(2, world.blocksHere(), "the copy that was made in vain is freed");
    }

    @Test
    void theBucketIsNotRead() {
        long from = world.place(key, MigrationFixture.SOURCE, 100);
        know(from);
        world.migrate(key);
        world.assertMoved(key, from, 100);
        assertEquals(FOUR, posted);
        CachedLocation cached = new CachedLocation();
        assertTrue(world.cache.find(key, cached));
        assertEquals(world.word(key), cached.address, "this node's readers know it");
    }

    @Test
    void entriesBehindTheBodyComeAlong() {
        long from = world.placeWithTail(key, MigrationFixture.SOURCE, 2);
        Tail.of(source, ValueAddress.offset(from), 24, 2).write(0, 99, 98, 97); // of an append that is not decided
        know(from);
        world.migrate(key);
        world.assertMoved(key, from, 24);
        assertEquals(FOUR, posted);
        assertEquals(2, ValueAddress.entries(world.word(key)));
        Region here = world.partitions[MigrationFixture.HERE].region();
        Tail tail = Tail.of(here, ValueAddress.offset(world.word(key)), 24, 2);
        assertEquals(101, tail.first(1));
        assertEquals(0, here.getLong(tail.end()), "the copy begins without it");
    }

    @Test
    void aValueThatWasReplacedSinceIsLookedUp() {
        long old = world.place(key, MigrationFixture.SOURCE, 24);
        know(old);
        long now = world.place(key, MigrationFixture.THIRD, 40);
        world.setState(old, StateWord.superseded(old, 4));
        assertStartedOver(now, 40);
        assertEquals(StateWord.superseded(old, 4), world.stateWord(old));
    }

    /** The source of a migration whose node has died looks like this, until a recovery finds it. */
    @Test
    void aBlockThatLooksLiveAndThatTheSlotHasNotIsNotPublished() {
        long old = world.place(key, MigrationFixture.SOURCE, 24);
        know(old);
        long now = world.place(key, MigrationFixture.THIRD, 40);
        assertStartedOver(now, 40);
        assertEquals(StateWord.live(key, old), world.stateWord(old), "nothing of it was touched");
    }

    @Test
    void aValueThatIsReplacedDuringTheSwapIsLookedUp() {
        know(world.place(key, MigrationFixture.SOURCE, 24));
        long[] now = new long[1];
        before("CAS", () -> now[0] = world.place(key, MigrationFixture.SOURCE, 40));
        world.migrate(key);
        world.assertMoved(key, now[0], 40);
        assertEquals(2, world.blocksHere());
    }

    /** The state between an append's write of the owner's words and its write of the slot. */
    @Test
    void aValueWhoseEntriesTheSlotDoesNotCountYetIsNotPublished() {
        long from = world.placeWithTail(key, MigrationFixture.SOURCE, 2);
        know(from);
        long held = ValueAddress.withEntries(from, 1) | ValueAddress.BUSY;
        world.setWord(key, held);
        world.migrate(key);
        assertEquals(held, world.word(key));
        assertEquals(StateWord.live(key, from), world.stateWord(from));
        assertEquals(1, world.counted(MigrationOutcome.CONTENDED));
        assertEquals(1, world.blocksHere());
        world.setWord(key, from);
        world.migrate(key);
        world.assertMoved(key, from, 24);
        assertEquals(2, ValueAddress.entries(world.word(key)));
    }

    @Test
    void anAppendBetweenTheReadAndTheSwapIsNotLost() {
        long from = world.placeWithTail(key, MigrationFixture.SOURCE, 1);
        know(from);
        long appended = ValueAddress.withEntries(from, 2);
        before("CAS", () -> {
            Tail.of(source, ValueAddress.offset(from), 24, 1).write(0, 99, 98, 97);
            world.setState(from, StateWord.live(key, appended));
            world.setWord(key, appended);
        });
        assertStartedOver(appended, 24);
        assertEquals(2, ValueAddress.entries(world.word(key)));
    }

    @Test
    void aBusySlotIsWaitedFor() {
        long from = world.place(key, MigrationFixture.SOURCE, 24);
        know(from);
        world.setWord(key, from | ValueAddress.BUSY);
        world.migrate(key);
        assertEquals(from | ValueAddress.BUSY, world.word(key));
        assertEquals(1, world.counted(MigrationOutcome.CONTENDED));
        assertEquals(1, world.blocksHere());
    }

    @Test
    void aLocationIsUsedForALeaseAndNoLonger() {
        long from = world.place(key, MigrationFixture.SOURCE, 24);
        know(from);
        world.clock.advance(MigrationFixture.LEASE.cacheNanos());
        assertStartedOver(from, 24);
        assertEquals(
                "READ bucket",
                posted.stream()
                        .filter(o -> !o.endsWith("word") && !o.endsWith("shape"))
                        .findFirst()
                        .orElse(""));
    }

    /** Its memory may have been reused during the READ. */
    @Test
    void aLocationWhoseLeaseEndsDuringTheReadIsLookedUp() {
        long from = world.place(key, MigrationFixture.SOURCE, 24);
        know(from);
        world.clock.advance(MigrationFixture.LEASE.cacheNanos() - 1);
        before("READ value", () -> world.clock.advance(1));
        assertStartedOver(from, 24);
    }

    @Test
    void aKeyWhoseTableHasGrownSinceIsLookedUp() {
        long from = world.place(key, MigrationFixture.SOURCE, 24);
        know(from);
        long before = world.slot(key);
        for (int i = 100; world.slot(key) == before; i++) {
            world.slot(world.key(0, i));
        }
        world.clock.advance(1);
        world.migrator.forget(0); // its shape of the table is outdated
        assertStartedOver(from, 24);
        assertTrue(posted.indexOf("READ bucket") < posted.indexOf("READ value"), posted::toString);
    }

    /** This node knows the former shape: the slot has moved from the place where it is swapped. */
    @Test
    void aSlotThatHasMovedIsLookedUp() {
        long from = world.place(key, MigrationFixture.SOURCE, 24);
        know(from);
        long before = world.slot(key);
        for (int i = 100; world.slot(key) == before; i++) {
            world.slot(world.key(0, i));
        }
        assertStartedOver(from, 24);
        assertEquals(ValueAddress.FORWARDED, world.partitions[0].region().getLong(before));
    }

    /** As after eight changes of the table's shape within a lease. */
    @Test
    void anotherKeysSlotIsLeftAlone() {
        long from = world.place(key, MigrationFixture.SOURCE, 24);
        long first = shape().bucketOffset(key);
        long neighbour = 0;
        for (int i = 100; neighbour == 0; i++) {
            long candidate = world.key(0, i);
            if (shape().bucketOffset(candidate) == first) {
                neighbour = candidate;
            }
        }
        long theirs = world.place(neighbour, MigrationFixture.SOURCE, 40);
        assertNotEquals(placeOf(key), placeOf(neighbour));
        world.cache.put(key, ValueAddress.block(from), placeOf(neighbour), world.clock.nanos());
        assertStartedOver(from, 24);
        assertEquals(theirs, world.word(neighbour));
        assertEquals(StateWord.live(neighbour, theirs), world.stateWord(theirs));
    }

    @Test
    void aTombstoneStaysWhereItIs() {
        long from = world.place(key, MigrationFixture.SOURCE, 0);
        source.setInt(ValueAddress.offset(from) + ValueHeader.BODY_BYTES_OFFSET, ValueHeader.TOMBSTONE);
        know(from);
        world.migrate(key);
        assertEquals(1, world.counted(MigrationOutcome.ABSENT));
        assertEquals(1, world.blocksHere());
    }

    @Test
    void aHomeOrAnOwnerOutOfReachIsReported() {
        know(world.place(key, MigrationFixture.THIRD, 24));
        world.network.cut(0, 1);
        world.migrate(key);
        assertEquals(1, world.counted(MigrationOutcome.UNREACHABLE) + world.migrator.underWay());
        world.network.heal(0, 1);
        world.migrate(key);
        assertEquals(MigrationFixture.HERE, ValueAddress.partition(world.word(key)));
        assertEquals(2, world.blocksHere());
    }
}

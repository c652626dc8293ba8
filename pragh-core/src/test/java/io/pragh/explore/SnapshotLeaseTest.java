package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.SteppedVersionRead;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Batch;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.Bucket;
import io.pragh.core.store.table.TableGeometry;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Checks holes h4 and h5 on the path of transactions: reads at a timestamp, shapes of tables that slots are looked up
 * by, and validation, each with a process that stands still for longer than a lease.
 *
 * <p>Memory that was freed by then has been reused, for a value whose bytes happen to look like the former block. The
 * bytes cannot tell the two apart: only the lease can.
 */
class SnapshotLeaseTest {
    private static final int READER = CommitWorld.READER;
    private static final long FORGED = 77;
    /** A timestamp later than every commit. */
    private static final long LATE = Long.MAX_VALUE;

    private final CommitWorld world = new CommitWorld();
    private final SteppedVersionRead reader = world.reader();
    private final long a = world.a;

    private void write(long key, long number) {
        assertTrue(world.drive(world.begin().write(key, number).start(1)).committed());
    }

    private long addressOf(long key) {
        return ValueAddress.withoutBusy(
                world.partitions[world.homes.home(key)].table().addressOf(key));
    }

    /**
     * Gives the key another value; the former block rests and is freed, and then looks as before, except for the
     * number in it.
     */
    private void replaceAndForge(long key, long number) {
        long address = addressOf(key);
        write(key, number);
        world.rest();
        forge(address, key, 1, FORGED);
    }

    private void forge(long address, long key, long version, long number) {
        Region memory = world.partitions[ValueAddress.partition(address)].region();
        long block = ValueAddress.offset(address);
        assertEquals(StateWord.FREE, StateWord.state(memory.getLong(block + ValueHeader.STATE_OFFSET)), "it is free");
        ValueHeader.write(memory, address, key, StateWord.live(key, address), version, 0, Long.BYTES);
        memory.setLong(block + ValueHeader.LENGTH, number);
    }

    @Test
    void anAddressThatIsOldIsLookedUpBeforeItIsFollowed() {
        write(a, 1);
        assertEquals(1, reader.read(a, LATE));
        world.clock.advance(CommitWorld.LEASE.cacheNanos());
        assertEquals(1, reader.read(a, LATE));
        assertEquals(0, reader.counters().cacheHits);
        assertEquals(2, reader.counters().keysRemote);
        assertEquals(0, reader.counters().retries, "its block is not read in vain");
    }

    /** h5: a cached address is checked just before its lease ends, and followed much later. */
    @Test
    void anAddressIsNotTrustedWhenItsLeaseEndedDuringTheRead() {
        write(a, 1);
        assertEquals(1, reader.read(a, LATE));
        world.clock.advance(CommitWorld.LEASE.cacheNanos() - 1);
        reader.begin(a, LATE);
        Batch fetch = reader.post();
        assertEquals(1, reader.counters().cacheHits, "the address is cached: the value is fetched at once");
        replaceAndForge(a, 2);
        world.network.perform(READER, fetch);
        reader.complete();
        assertEquals(2, reader.finish());
    }

    /** h4: the READ of the slot is answered after a long time. */
    @Test
    void anAddressIsAsOldAsTheReadThatFoundIt() {
        write(a, 1);
        reader.begin(a, LATE);
        world.network.perform(READER, reader.post());
        replaceAndForge(a, 2);
        reader.complete();
        assertEquals(2, reader.finish());
    }

    /** h5: the address is followed by a fast READ, long after it was found. */
    @Test
    void anAddressThatWasFoundLongAgoIsNotFollowed() {
        write(a, 1);
        reader.begin(a, LATE);
        world.network.perform(READER, reader.post());
        reader.complete();
        replaceAndForge(a, 2);
        world.network.perform(READER, reader.post());
        reader.complete();
        assertEquals(2, reader.finish());
    }

    /** h4: the cache must not take the address for younger than the READ that found it. */
    @Test
    void aCachedAddressIsAsOldAsTheReadThatFoundIt() {
        write(a, 1);
        long before = world.word.read();
        long address = addressOf(a);
        reader.begin(a, before);
        world.network.perform(READER, reader.post());
        write(a, 2);
        world.clock.advance(CommitWorld.LEASE.cacheNanos() - 100);
        reader.complete();
        assertEquals(1, reader.finish(), "within its lease the replaced version is there for an older snapshot");
        world.clock.advance(2 * CommitWorld.LEASE.marginNanos());
        world.partitions[0].upkeep(world.clock.nanos());
        forge(address, a, 1, FORGED);
        assertEquals(2, reader.read(a, LATE));
    }

    /**
     * Replaces the table of a's home by a larger one, and reuses the page of the key's former bucket for a bucket
     * without the key; returns that bucket's offset.
     */
    private long outgrow(long key) {
        TableGeometry before = world.partitions[0].table().geometry();
        for (int number = 1000; world.partitions[0].table().geometry().version() < before.version() + 2; number++) {
            assertTrue(world.partitions[0].table().findOrInsert(world.key(0, number)) > 0);
        }
        long bucket = before.bucketOffset(key);
        assertNotEquals(bucket, world.partitions[0].table().geometry().bucketOffset(key));
        world.rest();
        world.partitions[0].region().clear(bucket, Bucket.BYTES);
        world.partitions[0].region().setLong(bucket + Bucket.MARK_OFFSET, Bucket.OPEN);
        return bucket;
    }

    /** Makes the memory look like a bucket that has the key with an address. */
    private void forgeBucket(long bucket, long key, long address) {
        Region memory = world.partitions[0].region();
        for (int slot = 0; slot < Bucket.SLOTS; slot++) {
            memory.setLong(bucket + (long) slot * Bucket.SLOT_BYTES, key);
            memory.setLong(bucket + (long) slot * Bucket.SLOT_BYTES + Bucket.ADDRESS_OFFSET, address);
        }
    }

    @Test
    void aShapeOfATableIsUsedForALease() {
        long other = world.key(0, 2);
        write(a, 1);
        write(other, 1);
        assertEquals(1, reader.read(other, LATE), "the shape is known from here on");
        long old = addressOf(a);
        replaceAndForge(a, 2);
        forgeBucket(outgrow(a), a, old);
        assertEquals(2, reader.read(a, LATE));
    }

    @Test
    void aBucketThatWasReadWhenItsShapeWasOldTellsNothing() {
        write(a, 1);
        reader.begin(a, LATE);
        Batch lookUp = reader.post();
        outgrow(a);
        world.network.perform(READER, lookUp);
        reader.complete();
        assertEquals(1, reader.finish());
    }

    @Test
    void aBucketThatWasReadWhenItsShapeWasOldDoesNotTellOfALossEither() {
        write(a, 1);
        reader.begin(a, LATE);
        Batch lookUp = reader.post();
        forgeBucket(outgrow(a), a, ValueAddress.LOST);
        world.network.perform(READER, lookUp);
        reader.complete();
        assertEquals(1, reader.finish());
    }

    /**
     * Validates a version of a, with a first READ of so many bytes that takes longer than a lease; whether it is
     * unchanged.
     */
    private @Nullable Boolean unchanged(long version, int bytes, int head, Runnable still) {
        StalledEndpoint endpoint = new StalledEndpoint(world.network, READER, bytes, head, still);
        Boolean verdict = world.check(endpoint).unchanged(new long[] {a}, new long[] {version}, 1);
        assertTrue(endpoint.stalled());
        return verdict;
    }

    /** Validates while the header is READ in two pieces, between which the process stands still. */
    private @Nullable Boolean unchangedByATornHeader(long version) {
        long address = addressOf(a);
        return unchanged(version, ValueHeader.LENGTH, ValueHeader.VERSION_OFFSET, () -> {
            write(a, 3);
            world.rest();
            forge(address, a, Edition.version(version), FORGED);
        });
    }

    @Test
    void validationDoesNotTrustAHeaderThatTookLongToArrive() {
        write(a, 1);
        long read = world.version(a);
        write(a, 2);
        world.version(a); // its location gets cached
        assertEquals(false, unchangedByATornHeader(read), "it has been changed twice");
    }

    @Test
    void validationDoesNotTrustAHeaderThatTookLongToArriveAfterItsSlotEither() {
        write(a, 1);
        long read = world.version(a);
        write(a, 2);
        world.clock.advance(CommitWorld.LEASE.cacheNanos()); // the cached address has expired: only the slot can tell
        assertEquals(false, unchangedByATornHeader(read), "it has been changed twice");
    }

    @Test
    void validationDoesNotTrustABucketThatTookLongToArrive() {
        write(a, 1);
        world.clock.advance(CommitWorld.LEASE.cacheNanos());
        assertEquals(false, unchanged(0, Bucket.BYTES, 0, () -> outgrow(a)), "it has a value");
    }

    @Test
    void aSlotWithoutAValueTellsNothingWhenTheSnapshotHasExpired() {
        reader.begin(a, world.word.read());
        Batch lookUp = reader.post();
        reader.expire();
        world.network.perform(READER, lookUp);
        reader.complete();
        assertEquals(SteppedVersionRead.TOO_OLD, reader.finish());
    }

    /** The key had a value that was deleted and forgotten, and has another one now, which does not show that. */
    @Test
    void aVersionWithoutPredecessorTellsNothingWhenTheSnapshotHasExpired() {
        long before = world.word.read();
        write(a, 1);
        assertEquals(SteppedVersionRead.ABSENT, reader.read(a, before));
        reader.begin(a, before);
        Batch fetch = reader.post();
        reader.expire();
        world.network.perform(READER, fetch);
        reader.complete();
        assertEquals(SteppedVersionRead.TOO_OLD, reader.finish());
    }
}

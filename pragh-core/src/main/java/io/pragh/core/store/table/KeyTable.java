package io.pragh.core.store.table;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.Mix;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.WordList;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The hash key table of one home partition: a slot for every key that was ever written, which holds the address of its value. It
 * lies in the partition's region, where other nodes read it by themselves ({@link TableGeometry}, {@link BucketReader}). Keys that
 * have no address any more are dropped when the table is rebuilt because there are many. Any thread: look-ups take no lock, insertion takes one.
 */
/* Whose words. Keys, marks and links are written by the home alone, under the lock. Address words are changed by anyone, with
 * compare-and-swap and nothing else; the home itself does so here only when a slot moves, through SlotSwap.
 *
 * A reader finds every key that has a slot. Slots fill up in the order in which a search visits them and are never emptied, so the
 * first empty slot ends the search for good. While the table grows, a key's search begins in the old table: there it meets the key,
 * or FORWARDED in the key's address word or in the bucket's mark, and only then goes to the new table, where the key was placed
 * before (TableGrowth). New keys go to the old table until their bucket is marked, then to the new one.
 *
 * Growth begins when a bucket holds 12.8 keys on average, adds a third, or nothing when a quarter of the slots or more are vacant, and is done in small steps by whoever inserts. A bucket with a
 * busy slot waits; so a lock that is never given back stops growth, not the table: chains get longer until recovery gives it back.
 * Without memory for a larger table the same happens, and growth is tried again as keys come.
 *
 * When the last bucket has moved, the new geometry takes the old one's place and the old memory goes to the retirer. Until it is used
 * again, all of its buckets say FORWARDED. So an offset of a slot, as well as a geometry, is good for one lease and no longer: a
 * compare-and-swap on it fails with FORWARDED if the slot has moved.
 *
 * Crash of the home: the table is gone and is rebuilt from values and journal. Crash of a node that swaps address words: nothing here
 * depends on it but a busy bit that recovery clears. */
public final class KeyTable {
    /** Answer of {@link #findOrInsert}: the region has no memory for another bucket. */
    public static final long FULL = -1;
    /** The cursor after the last key of a {@link #scan}. */
    public static final long SCAN_END = Mix.MASK + 1;

    /** Growth begins at so many keys per bucket, in fifths. */
    private static final int KEYS_PER_BUCKET_MAX_FIFTHS = 64;

    /** From one vacant slot in so many on, a rebuild makes enough room, and the table stays as large as it is. */
    private static final int VACANT_SHARE = 4;

    /** A table that grows for keys that are expected has so many of them per bucket then, in fifths. */
    private static final int KEYS_PER_BUCKET_EXPECTED_FIFTHS = 62;

    private static final int KEYS_PER_BUCKET_FIRST = 12;
    /** Up to one key in so many may be held while the table grows: chains are longer by that share at most. */
    private static final int HELD_SHARE = 8;

    /** A table grows by one key in so many. */
    private static final int GROWTH_SHARE = 3;

    private static final int BUCKETS_PER_INSERT = 2;
    private static final int SCAN_GROUPS_MAX = 256;
    /** A walk through a table of fewer keys is in the order of their fractions. */
    private static final int SORTED_BELOW = 4096;

    private static final VarHandle GEOMETRY = geometryHandle();

    private final Region region;
    private final PageRuns pages;
    private final HomeMap homes;
    private final int partition;
    private final RunRetirer retirer;
    private final SlotSwap swap;
    private final long geometryOffset;
    private final Object lock = new Object();

    private volatile TableGeometry geometry;
    private volatile long size;

    /** Slots whose keys have lost their addresses since the last rebuild began, roughly: it decides on the size of the next. */
    private final AtomicLong vacant = new AtomicLong();

    /** Keys that ever got a slot. */
    private long inserted;

    private BucketStore store;
    private @Nullable TableGrowth growth;
    private long growAtSize;

    /** An empty table with room for the expected keys; its geometry is entered in the {@link PartitionHeader}. */
    public KeyTable(
            Region region,
            PageRuns pages,
            HomeMap homes,
            int partition,
            int expectedKeys,
            RunRetirer retirer,
            SlotSwap swap) {
        this.region = region;
        this.pages = pages;
        this.homes = homes;
        this.partition = partition;
        this.retirer = retirer;
        this.swap = swap;
        this.geometryOffset = pages.allocate(1);
        long groups = 1L + expectedKeys / (KEYS_PER_BUCKET_FIRST * BucketArray.GROUP_BUCKETS);
        BucketStore first = geometryOffset < 0 ? null : BucketStore.allocate(region, pages, groups);
        if (first == null) {
            throw new PraghException("the partition has no memory for its key table: partition=" + partition
                    + " expectedKeys=" + expectedKeys + " regionBytes=" + region.bytes());
        }
        first.openThrough(groups - 1);
        this.store = first;
        this.growAtSize = growAtSize(first);
        this.geometry = new TableGeometry(1, homes, first.array(), null);
        geometry.write(region, geometryOffset);
        region.setLongRelease(PartitionHeader.TABLE_OFFSET, geometryOffset);
    }

    private KeyTable(
            Region region,
            PageRuns pages,
            HomeMap homes,
            int partition,
            WordList description,
            RunRetirer retirer,
            SlotSwap swap) {
        this.region = region;
        this.pages = pages;
        this.homes = homes;
        this.partition = partition;
        this.retirer = retirer;
        this.swap = swap;
        this.geometryOffset = region.getLong(PartitionHeader.TABLE_OFFSET);
        TableGeometry copied = TableGeometry.decode(region, geometryOffset);
        Invariant.check(copied != null, "a table that is copied rests", geometryOffset);
        this.geometry = Objects.requireNonNull(copied);
        this.size = description.next();
        this.vacant.set(description.next());
        this.store = BucketStore.described(region, pages, geometry.current(), description);
        this.growAtSize = growAtSize(store);
    }

    /** The table of a region that was copied, as {@link #describe} said of the original. */
    public static KeyTable described(
            Region region,
            PageRuns pages,
            HomeMap homes,
            int partition,
            WordList description,
            RunRetirer retirer,
            SlotSwap swap) {
        return new KeyTable(region, pages, homes, partition, description, retirer, swap);
    }

    /** Writes down what is not in the region; the table must not be growing, and nobody may change it meanwhile. */
    public void describe(WordList description) {
        synchronized (lock) {
            Invariant.check(growth == null, "a table that is copied does not grow");
            description.add(size).add(vacant.get());
            store.describe(description);
        }
    }

    /** Offset of the key's address word, or 0. A few nanoseconds when cached; no lock. */
    public long find(long key) {
        long bucket = geometry.bucketOffset(key);
        long answer = BucketReader.find(region, bucket, key);
        if (answer > 0) {
            return answer;
        }
        return answer == BucketReader.MISSING ? 0 : findFurther(key);
    }

    /**
     * The address word of a key whose slot lies where its search begins, or 0, which says nothing: ask {@link #addressOf} then. Only
     * for a loop over many keys in a pinned read: it loads plain and branches on nothing that it loads, so that the cache misses of
     * all keys run side by side. Call {@link Words#loadFence} before following the addresses.
     *
     * @param fraction {@link HomeMap#fraction} of the key
     */
    // The geometry may be one that was replaced since: its buckets say FORWARDED for as long as the reader is pinned.
    public long addressAtOnce(long key, long fraction) {
        TableGeometry now = (TableGeometry) GEOMETRY.get(this);
        long bucket = now.bucketOffset(key, fraction);
        long address = BucketReader.addressInFirstLine(region.segment(bucket), region.index(bucket), key);
        return address;
    }

    /** The key's address word, read with acquire, or 0. A few nanoseconds when cached; no lock. */
    public long addressOf(long key) {
        while (true) {
            long slot = find(key);
            if (slot == 0) {
                return ValueAddress.ABSENT;
            }
            long address = region.getLongAcquire(slot);
            if (address != ValueAddress.FORWARDED) {
                return address;
            }
        }
    }

    /** Offset of the key's address word, which is absent (0) when the key is new; {@link #FULL} when memory has run out. */
    public long findOrInsert(long key) {
        long found = find(key);
        return found != 0 ? found : insert(key);
    }

    /**
     * The same for several keys at once: the offsets go into {@code slots}. Returns how many of the keys had slots before, or {@link
     * #FULL}: then some of them may have some now.
     */
    public int findOrInsert(long[] keys, int count, long[] slots) {
        synchronized (lock) {
            long before = inserted;
            for (int i = 0; i < count; i++) {
                slots[i] = insert(keys[i]);
                if (slots[i] == FULL) {
                    return (int) FULL;
                }
            }
            return count - (int) (inserted - before);
        }
    }

    /** So many keys are about to come: the table grows for all of them at once, if there is memory and no slot is busy. */
    public void expect(long keys) {
        synchronized (lock) {
            advanceToEnd();
            long wanted = size + keys;
            if (growth == null && wanted > growAtSize) {
                beginGrowth(1 + wanted * 5 / (KEYS_PER_BUCKET_EXPECTED_FIFTHS * BucketArray.GROUP_BUCKETS), false);
                advanceToEnd();
            }
        }
    }

    /** Whether so many keys may be inserted and held together: if not, {@link #expectHeld} who holds them. */
    public boolean takesHeld(long keys) {
        synchronized (lock) {
            return keys <= size / HELD_SHARE || size + keys <= growAtSize;
        }
    }

    /**
     * So many keys are about to be inserted and held together. Buckets with busy slots do not move, so the table grows for them now where
     * they are many beside those that it has: else chains would get as long as all of them.
     */
    public void expectHeld(long keys) {
        synchronized (lock) {
            if (!takesHeld(keys)) {
                expect(Math.max(keys, size / GROWTH_SHARE));
            }
        }
    }

    /** A slot has become absent for good: its key was forgotten. */
    public void vacated() {
        vacant.incrementAndGet();
    }

    /** A key that had been forgotten has an address again, in the slot it still had. */
    public void reoccupied() {
        vacant.updateAndGet(count -> Math.max(0, count - 1));
    }

    /** How many keys have a slot. */
    public long size() {
        return size;
    }

    /** Bytes of the region that the table occupies now, without what it has retired. */
    public long bytes() {
        synchronized (lock) {
            return TableGeometry.BYTES
                    + store.bytes()
                    + (growth == null ? 0 : growth.to().bytes());
        }
    }

    /** The present shape of the table, as another node would read it. */
    public TableGeometry geometry() {
        return geometry;
    }

    /** Moves up to so many buckets if the table is growing; true while there is more to move. */
    public boolean growStep(int buckets) {
        synchronized (lock) {
            if (growth == null) {
                return false;
            }
            advance(growth, buckets);
            return growth != null;
        }
    }

    /**
     * Visits keys of one kind in the order of their fractions, from a cursor on: 0 at first, then what the call before returned, until
     * that is {@link #SCAN_END}. Ends after {@code limit} keys, completing the last vertex, or earlier when keys of the kind are rare.
     *
     * <p>A key that exists from the first call to the last is visited exactly once, whatever the table's growth; one that is inserted
     * meanwhile at most once. The cursor means the same in any table with the same number of partitions. Any thread, pinned unless it
     * is the one that frees what was retired: a table that was replaced must not be written over while it is looked at.
     */
    public long scan(int kind, long cursor, int limit, SlotVisitor visitor) {
        TableScan scan = new TableScan(region, homes, partition, kind);
        long from = cursor;
        int visited = 0;
        for (int groups = 0; groups < SCAN_GROUPS_MAX && from < SCAN_END; groups++) {
            TableGeometry now = geometry;
            long group = now.current().groupOf(from);
            if (!scan.collect(now, group, from)) {
                continue;
            }
            for (int i = 0; i < scan.count(); i++) {
                if (visited >= limit && scan.fraction(i) != from - 1) {
                    return from;
                }
                long key = scan.key(i);
                visitor.visit(key, addressOf(key));
                visited++;
                from = scan.fraction(i) + 1;
            }
            from = now.current().lowestFraction(group + 1);
            if (visited >= limit) {
                return from;
            }
        }
        return from;
    }

    /**
     * Adds to a batch the keys of one kind in the group that a cursor is in, from the cursor on, and the words of their slots; returns the
     * cursor of the next group, or {@link #SCAN_END}. Visits what {@link #scan} visits, with the same cursors; in the same order, too, while
     * the table has fewer than 4,096 keys. Pinned, as {@link #scan} is; call {@link Words#loadFence} before following the addresses.
     */
    public long collect(int kind, long cursor, SlotBatch batch) {
        while (true) {
            TableGeometry now = geometry;
            BucketArray current = now.current();
            long group = current.groupOf(cursor);
            if (batch.collect(region, homes, current, kind, cursor)) {
                if (size < SORTED_BELOW) {
                    batch.sort(homes);
                }
                return current.lowestFraction(group + 1);
            }
            TableScan scan = new TableScan(region, homes, partition, kind);
            if (scan.collect(now, group, cursor)) {
                for (int i = 0; i < scan.count(); i++) {
                    long key = scan.key(i);
                    batch.add(key, addressOf(key));
                }
                return current.lowestFraction(group + 1);
            }
        }
    }

    private long findFurther(long key) {
        while (true) {
            TableGeometry now = geometry;
            long answer = findInChain(now.bucketOffset(key), key);
            if (answer == BucketReader.FORWARDED) {
                long grown = now.grownBucketOffset(key);
                answer = grown == 0 ? BucketReader.FORWARDED : findInChain(grown, key);
            }
            if (answer != BucketReader.FORWARDED) {
                return answer == BucketReader.MISSING ? 0 : answer;
            }
        }
    }

    private long findInChain(long first, long key) {
        long bucket = first;
        long answer = BucketReader.find(region, bucket, key);
        while (answer == BucketReader.LINKED) {
            bucket = BucketReader.link(region, bucket);
            answer = BucketReader.find(region, bucket, key);
        }
        return answer;
    }

    private long insert(long key) {
        Invariant.check(key >>> 60 != 0 && homes.home(key) == partition, "a key is inserted in its home", key);
        synchronized (lock) {
            if (growth != null) {
                advance(growth, BUCKETS_PER_INSERT);
            } else if (size >= growAtSize) {
                beginGrowth();
            }
            long found = find(key);
            if (found != 0) {
                return found;
            }
            long fraction = homes.fraction(key);
            long slot = storeFor(key, fraction).findOrInsert(key, fraction, ValueAddress.ABSENT);
            if (slot != 0 && growth != null && region.getLongAcquire(slot) == ValueAddress.FORWARDED) {
                slot = growth.to().findOrInsert(key, fraction, ValueAddress.ABSENT); // dropped, and comes back
            }
            if (slot == 0) {
                return FULL;
            }
            size++;
            inserted++;
            return slot;
        }
    }

    private BucketStore storeFor(long key, long fraction) {
        long bucket = store.array().bucketOffset(key, fraction);
        boolean moved = region.getLong(bucket + Bucket.MARK_OFFSET) == Bucket.FORWARDED;
        return moved && growth != null ? growth.to() : store;
    }

    private void beginGrowth() {
        long groups = store.array().groups();
        boolean sparse = size > 0 && vacant.get() >= size / VACANT_SHARE;
        long more = groups < 16 ? groups : groups / GROWTH_SHARE;
        beginGrowth(sparse ? groups : groups + more, sparse);
    }

    private void beginGrowth(long groups, boolean sparse) {
        BucketStore larger = BucketStore.allocate(region, pages, groups);
        if (larger == null) {
            growAtSize = size + size / 64;
            return;
        }
        if (sparse) {
            vacant.set(0);
        }
        growth = new TableGrowth(region, homes, swap, store, larger, sparse);
        publish(store.array(), larger.array());
    }

    private void advance(TableGrowth growing, int buckets) {
        boolean done = growing.step(buckets);
        long kept = size - growing.takeDropped(); // under the lock, as every write of it
        size = kept;
        if (done) {
            BucketStore old = store;
            store = growing.to();
            store.openThrough(store.array().groups() - 1);
            growAtSize = growAtSize(store);
            growth = null;
            publish(store.array(), null);
            old.retire(retirer);
        }
    }

    private void advanceToEnd() {
        if (growth != null) {
            advance(growth, Integer.MAX_VALUE);
        }
    }

    private void publish(BucketArray current, @Nullable BucketArray grown) {
        TableGeometry now = new TableGeometry(geometry.version() + 1, homes, current, grown);
        geometry = now;
        now.write(region, geometryOffset);
    }

    private static VarHandle geometryHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(KeyTable.class, "geometry", TableGeometry.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static long growAtSize(BucketStore store) {
        return store.array().buckets() * KEYS_PER_BUCKET_MAX_FIFTHS / 5;
    }
}

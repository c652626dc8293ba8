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
 * The key table of one home: a hash table with a slot for every key that was ever written, which holds the address of
 * the key's value. It lies in the partition's region, where other nodes read it by one-sided READs
 * ({@link TableGeometry}, {@link BucketReader}). Keys without an address are dropped when the table is rebuilt. Any
 * thread: look-ups take no lock, insertion takes one.
 */
/*
 * Writers. Only the home writes keys, marks and links, under the lock. Any node changes address words, by
 * compare-and-swap only; in this class the home changes them only when a slot moves, through SlotSwap.
 *
 * A reader finds every key that has a slot. Slots fill up in the order in which a search visits them and never become
 * empty again, so the first empty slot ends the search for good. While the table grows, a key's search begins in the
 * old table. There it finds the key, or FORWARDED in the key's address word or in the bucket's mark, and only then
 * goes to the new table, where the key was placed before (TableGrowth). New keys go to the old table until their
 * bucket is marked, then to the new one.
 *
 * Growth begins when a bucket holds 12.8 keys on average. It adds a third, or nothing when a quarter of the slots or
 * more are vacant. Insertions carry it out in small steps. A bucket with a busy slot waits, so a lock that is never
 * given back stops the growth but not the table: chains get longer until recovery gives the lock back. The same
 * happens without memory for a larger table, and growth is tried again as keys come.
 *
 * When the last bucket has moved, the new geometry takes the old one's place and the old memory goes to the retirer.
 * Until that memory is used again, all of its buckets say FORWARDED. So an offset of a slot, as well as a geometry,
 * is valid for one lease and no longer: a compare-and-swap on it fails with FORWARDED if the slot has moved.
 *
 * Crash of the home: the table is gone and is rebuilt from values and log. Crash of a node that swaps address words:
 * it can leave only a busy bit, which recovery clears.
 */
public final class KeyTable {
    /** Answer of {@link #findOrInsert}: the region has no memory for another bucket. */
    public static final long FULL = -1;
    /** The cursor after the last key of a {@link #scan}. */
    public static final long SCAN_END = Mix.MASK + 1;

    /** The number of keys per bucket, in fifths, at which growth begins. */
    private static final int KEYS_PER_BUCKET_MAX_FIFTHS = 64;

    /** From one vacant slot in this many on, a rebuild makes enough room, and the table keeps its size. */
    private static final int VACANT_SHARE = 4;

    /** The number of keys per bucket, in fifths, after growth for expected keys. */
    private static final int KEYS_PER_BUCKET_EXPECTED_FIFTHS = 62;

    private static final int KEYS_PER_BUCKET_FIRST = 12;
    /** Up to one key in this many may be held while the table grows, which lengthens chains by that share at most. */
    private static final int HELD_SHARE = 8;

    /** A table grows by one key in this many. */
    private static final int GROWTH_SHARE = 3;

    private static final int BUCKETS_PER_INSERT = 2;
    private static final int SCAN_GROUPS_MAX = 256;
    /** A table of fewer keys is walked through in the order of their fractions. */
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

    /**
     * The approximate number of slots whose keys have lost their addresses since the last rebuild began; it decides
     * on the size of the next table.
     */
    private final AtomicLong vacant = new AtomicLong();

    /** The number of keys that ever got a slot. */
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

    /** The table of a region that was copied, from the {@link #describe} of the original. */
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

    /** Writes down the state that is not in the region. The caller excludes growth and all changes. */
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
     * The address word of a key whose slot lies where its search begins; 0 for any other key, see {@link #addressOf}.
     * Only for a loop over many keys in a pinned read: no branch depends on a loaded word, so that the cache misses
     * of all keys overlap. Call {@link Words#loadFence} before following the addresses.
     *
     * @param fraction {@link HomeMap#fraction} of the key
     */
    // The geometry may have been replaced since: its buckets say FORWARDED for as long as the reader is pinned.
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

    /** Offset of the key's address word, 0 (absent) for a new key; {@link #FULL} when memory has run out. */
    public long findOrInsert(long key) {
        long found = find(key);
        return found != 0 ? found : insert(key);
    }

    /**
     * The same for several keys at once; the offsets go into {@code slots}. Returns how many of the keys had slots
     * before, or {@link #FULL}, in which case some of them may have slots now.
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

    /**
     * Announces that {@code keys} keys will be inserted: the table grows for all of them at once, if there is memory
     * and no slot is busy.
     */
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

    /**
     * Whether this number of keys may be inserted and held together. If not, the caller first calls
     * {@link #expectHeld}.
     */
    public boolean takesHeld(long keys) {
        synchronized (lock) {
            return keys <= size / HELD_SHARE || size + keys <= growAtSize;
        }
    }

    /**
     * Announces that {@code keys} keys will be inserted and held together. Buckets with busy slots do not move, so
     * the table grows now if these keys are many beside the present ones. Otherwise chains would have to take all of
     * them.
     */
    public void expectHeld(long keys) {
        synchronized (lock) {
            if (!takesHeld(keys)) {
                expect(Math.max(keys, size / GROWTH_SHARE));
            }
        }
    }

    /** Records that a slot became vacant: its key was forgotten. */
    public void vacated() {
        vacant.incrementAndGet();
    }

    /** Records that a forgotten key has an address again, in the slot that it still had. */
    public void reoccupied() {
        vacant.updateAndGet(count -> Math.max(0, count - 1));
    }

    /** The number of keys that have a slot. */
    public long size() {
        return size;
    }

    /** Bytes of the region that the table occupies now, without retired pages. */
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

    /** Moves up to {@code buckets} buckets if the table is growing; true while more are to be moved. */
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
     * Visits keys of one kind in the order of their fractions, from a cursor on: 0 for the first call, then the
     * result of the call before, until that is {@link #SCAN_END}. Ends after {@code limit} keys, completing the last
     * vertex, or earlier when keys of the kind are rare.
     *
     * <p>A key that exists from the first call to the last is visited exactly once, whatever the table's growth; a
     * key that is inserted meanwhile at most once. The cursor means the same in any table with the same number of
     * partitions. Any thread. The caller is pinned, unless it is the thread that frees retired memory: the memory of
     * a replaced table must not be used again while the scan reads it.
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
     * Adds to a batch the keys of one kind, from a cursor on, in the group that the cursor is in, with the words of
     * their slots. Returns the cursor of the next group, or {@link #SCAN_END}. Visits the same keys as {@link #scan},
     * with the same cursors; in the same order only while the table has fewer than 4,096 keys. The caller is pinned,
     * as for {@link #scan}, and calls {@link Words#loadFence} before following the addresses.
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
                slot = growth.to().findOrInsert(key, fraction, ValueAddress.ABSENT); // a dropped key comes back
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
        long kept = size - growing.takeDropped(); // under the lock, like every write of it
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

package io.pragh.core.store.table;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.Invariant;
import io.pragh.core.memory.Region;
import java.util.ArrayDeque;

/**
 * Moves the slots of one table into a larger one, or one of the same size, bucket by bucket. One thread at a time
 * (the table's lock), beside readers.
 */
/*
 * One slot moves in three steps: (1) its key and address are written into the new table, where no search looks for
 * the key yet; (2) the old address word is swapped from that very address to FORWARDED; (3) when the swap finds
 * another address, that one is written to the new slot and (2) is tried again. So a compare-and-swap on the word
 * either comes before (2), and its result is copied, or fails and finds FORWARDED. A busy word is never swapped,
 * because the update that holds it expects to find it in its place. The bucket then stays half moved and is tried
 * again later. The new slot may hold an outdated address meanwhile, which is not read before (2).
 *
 * When the table is rebuilt because many slots are vacant, a key without an address is not moved: its word is swapped
 * from absent to FORWARDED, and a search that goes on to the new table does not find it. (If an earlier try has
 * copied it, with an address that it has lost since, it is moved like any other.) An update that is about to lock it
 * finds FORWARDED and looks again; if the key is inserted anew before its bucket is marked, it goes to the new table.
 *
 * When all slots of a bucket and of its chain are FORWARDED, its mark follows, and from then on new keys go to the
 * new table. A chain holds keys of neighbouring buckets too; they move with the first of these buckets, and their own
 * buckets stay unmarked until it is their turn.
 */
final class TableGrowth {
    private final Region region;
    private final HomeMap homes;
    private final SlotSwap swap;
    private final BucketStore from;
    private final BucketStore to;
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private long next;
    private final boolean drops;
    private long dropped;

    TableGrowth(Region region, HomeMap homes, SlotSwap swap, BucketStore from, BucketStore to, boolean drops) {
        this.drops = drops;
        this.region = region;
        this.homes = homes;
        this.swap = swap;
        this.from = from;
        this.to = to;
    }

    BucketStore to() {
        return to;
    }

    /** The number of keys that were dropped since the last call, because they have no address. */
    long takeDropped() {
        long count = dropped;
        dropped = 0;
        return count;
    }

    /** Tries to move {@code buckets} buckets; true when none is left. */
    boolean step(int buckets) {
        int budget = buckets;
        long total = from.array().buckets();
        for (; budget > 0 && next < total; next++, budget--) {
            long group = next / BucketArray.GROUP_BUCKETS;
            to.openThrough((group + 1) * to.array().groups() / from.array().groups());
            long bucket = from.array().groupOffset(group) + next % BucketArray.GROUP_BUCKETS * Bucket.BYTES;
            if (!move(bucket)) {
                waiting.add(bucket);
            }
        }
        for (int tries = Math.min(budget, waiting.size()); tries > 0; tries--) {
            long bucket = waiting.remove();
            if (!move(bucket)) {
                waiting.add(bucket);
            }
        }
        return next == total && waiting.isEmpty();
    }

    private boolean move(long main) {
        boolean all = true;
        for (long bucket = main; bucket != 0; bucket = region.getLong(bucket + Bucket.LINK_OFFSET)) {
            for (long slot = bucket; slot < bucket + Bucket.MARK_OFFSET; slot += Bucket.SLOT_BYTES) {
                long key = region.getLong(slot);
                if (key != 0) {
                    all &= moveSlot(slot + Bucket.ADDRESS_OFFSET, key);
                }
            }
        }
        if (all) {
            region.setLongRelease(main + Bucket.MARK_OFFSET, Bucket.FORWARDED);
        }
        return all;
    }

    private boolean moveSlot(long addressOffset, long key) {
        long address = region.getLongAcquire(addressOffset);
        if (address == ValueAddress.FORWARDED) {
            return true;
        }
        if (ValueAddress.isBusy(address)) {
            return false;
        }
        if (drops && address == ValueAddress.ABSENT && to.find(key, homes.fraction(key)) == 0) {
            address = swap.compareAndExchange(addressOffset, ValueAddress.ABSENT, ValueAddress.FORWARDED);
            if (address == ValueAddress.ABSENT) {
                dropped++;
                return true;
            }
            if (ValueAddress.isBusy(address)) {
                return false;
            }
        }
        long target = to.findOrInsert(key, homes.fraction(key), address);
        if (target == 0) {
            return false;
        }
        while (!ValueAddress.isBusy(address)) {
            region.setLongRelease(target, address);
            long found = swap.compareAndExchange(addressOffset, address, ValueAddress.FORWARDED);
            if (found == address) {
                return true;
            }
            Invariant.check(found != ValueAddress.FORWARDED, "only growth forwards a slot", key);
            address = found;
        }
        return false;
    }
}

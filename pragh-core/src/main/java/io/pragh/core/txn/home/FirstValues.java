package io.pragh.core.txn.home;

import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.NewValues;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Invariant;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.core.timestamp.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Creates the first values of many keys at one home in one call, by the node that serves the home. It has the effect
 * of a commit in one phase with inserts only, without a claim per key. Never waits: if a key would have to wait or is
 * refused, the whole call is refused, and the caller commits normally. Used by {@link LocalCommits}. One thread.
 */
/*
 * Everything happens in one call, inside the node's passage: a handover, which waits for the threads inside, finds
 * all of it or nothing. What holds on entry of each step; a crash of the home leaves nothing behind, since its memory
 * is gone.
 *
 *   HOLD     nothing is held.
 *   ALLOCATE every slot was absent and is busy: no other thread creates, moves or looks through these keys.
 *   SIGN     there is memory for all blocks.
 *   W        the rolls are signed: a transaction with a greater timestamp sees the signatures, or their result.
 *   WRITE    W is greater than that of every snapshot that may have found a slot absent; this node is still a member.
 *   OVER     the blocks are whole, and unreachable.
 *   PUBLISH  watchers of the rolls find W in them before the first key is published.
 */
final class FirstValues {
    /** Nothing has happened. */
    static final long REFUSED = 0;

    private final TransactionHome.Context context;
    private final Partition home;
    private final StoreShare share;
    private final NewValues values;
    private final int count;
    private final long[] slots;
    private final long[] addresses;
    private int held;
    private int allocated;

    /** Creates an attempt for keys whose home is {@code home}, a partition of this share. */
    FirstValues(TransactionHome.Context context, StoreShare share, Partition home, NewValues values) {
        this.context = context;
        this.home = home;
        this.share = share;
        this.values = values;
        this.count = values.count();
        this.slots = new long[count];
        this.addresses = new long[count];
    }

    /**
     * Whether first values may be created at a home: it takes commits, and no key without a slot can have been lost.
     */
    static boolean takes(StoreShare share, int id) {
        Partition home = share.partition(id);
        return home != null
                && share.admits(id)
                && share.takesUpdates()
                && !share.isUnmarked(id)
                && !home.isIncomplete()
                && share.words().isDirect();
    }

    /**
     * Creates the values and returns their W, or {@link #REFUSED}. {@code rolls} maps each roll to the number of its
     * new members; {@code signature} must be unique.
     */
    long create(Map<Long, Long> rolls, long signature, LongSupplier timestamps) {
        int known = hold();
        if (held < count || !allocate()) {
            giveBack();
            return REFUSED;
        }
        rolls.forEach((roll, members) -> {
            Update sign = new Update(ValueOperation.SIGN, roll, members, 0);
            boolean signed = home.rolls().sign(new Claim(roll, 0, Claim.ANY, List.of(sign)), signature);
            Invariant.check(signed, "who watches no roll may sign it", roll);
        });
        long version = timestamps.getAsLong();
        boolean committed = version != Timestamps.NONE && isMemberStill();
        if (committed) {
            for (int i = 0; i < count; i++) {
                write(i, version);
            }
        }
        for (long roll : rolls.keySet()) {
            home.rolls().over(roll, signature, committed ? version : 0);
        }
        if (!committed) {
            giveBack();
            return REFUSED;
        }
        for (int i = 0; i < count; i++) {
            swap(slots[i], ValueAddress.BUSY, addresses[i]);
        }
        for (int i = 0; i < known; i++) {
            home.table().reoccupied();
        }
        return version;
    }

    /** Takes the busy bits of keys, up to the first that is not absent. Returns the number of keys that had slots. */
    private int hold() {
        long[] keys = values.keys();
        int known = home.table().findOrInsert(keys, count, slots);
        while (known >= 0 && held < count) {
            long found = share.words().compareAndExchange(home, slots[held], ValueAddress.ABSENT, ValueAddress.BUSY);
            if (found == ValueAddress.FORWARDED) {
                slots[held] = home.table().findOrInsert(keys[held]); // the table has grown meanwhile
                if (slots[held] < 0) {
                    return known;
                }
            } else if (found != ValueAddress.ABSENT) {
                return known;
            } else {
                held++;
            }
        }
        return known;
    }

    /** Allocates the blocks; false when memory has run out. */
    private boolean allocate() {
        int generation = (int) (context.nanos().nanos() >>> 10); // arbitrary, as for every first address of a key
        for (; allocated < count; allocated++) {
            int sizeClass = SizeClass.of(ValueHeader.LENGTH + values.bytes(allocated));
            long offset = home.blocks().allocate(sizeClass);
            if (offset < 0) {
                return false;
            }
            addresses[allocated] = ValueAddress.of(home.id(), sizeClass, generation, offset);
        }
        return true;
    }

    /** Whether this node still serves the home, as far as it knows. Checked when only the publication is left. */
    @SuppressWarnings("ReferenceEquality") // the partition may have left and come back in other memory
    private boolean isMemberStill() {
        StoreShare now = context.share().get();
        return now.takesUpdates() && now.partition(home.id()) == home;
    }

    private void write(int index, long version) {
        Region region = home.region();
        int bytes = values.bytes(index);
        long body = ValueAddress.offset(addresses[index]) + ValueHeader.LENGTH;
        region.put(body, values.bodies(), values.from(index), bytes);
        share.installer().first(home, addresses[index], values.keys()[index], version, bytes);
    }

    private void giveBack() {
        for (int i = 0; i < allocated; i++) {
            home.blocks().free(ValueAddress.offset(addresses[i]));
        }
        for (int i = 0; i < held; i++) {
            swap(slots[i], ValueAddress.BUSY, ValueAddress.ABSENT);
        }
    }

    /** Changes a slot that is held. */
    private void swap(long slot, long expected, long word) {
        long found = share.words().compareAndExchange(home, slot, expected, word);
        Invariant.check(found == expected, "only the holder of the busy bit changes the slot", found);
    }
}

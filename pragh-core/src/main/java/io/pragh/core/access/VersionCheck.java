package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollWord;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Validates reads (rule 7): whether keys still have the versions that were read, and no commit is about to change
 * them. Used by commit coordinators, and by homes that commit in one phase. Cost: one READ of a header for each key
 * elsewhere, all in one round trip; two more for a key whose location is not cached or that has moved. Any thread;
 * calls on one object are serialized.
 */
public final class VersionCheck {
    private static final int KEYS_AT_ONCE = 1024;
    private static final int LOOKS_MAX = 64;
    /** A tombstone is forgotten within microseconds, unless the forgetting thread must wait for a processor. */
    private static final int LOOKS_AT_ONCE = 8;

    private static final long PAUSE_NANOS = 50_000;
    /** Offset in {@link #landing}, after the headers of all keys. */
    private static final long SINGLE_AT = (long) KEYS_AT_ONCE * ValueHeader.LENGTH;

    /** The result for one header. */
    private enum Verdict {
        UNCHANGED,
        CHANGED,
        LOOK_AGAIN,
        /** A tombstone is locked: a commit is about to write a value over it. */
        HELD,
        /** A tombstone is being forgotten. */
        FORGOTTEN
    }

    private final ReaderContext context;
    private final SlotLookup slots;
    private final Endpoint endpoint;
    private final Batch batch = new Batch(16);
    /** For one key, while the results of {@link #batch} are still in use. */
    private final Batch single = new Batch(1);

    private final Region landing = Region.whole(64 << 10, 1);
    private final CachedLocation cached = new CachedLocation();
    private final long[] addresses = new long[KEYS_AT_ONCE];
    private final int[] ops = new int[KEYS_AT_ONCE];

    /** Creates a check with an endpoint of its own, which {@code slots} may share. */
    public VersionCheck(ReaderContext context, SlotLookup slots, Endpoint endpoint) {
        this.context = context;
        this.slots = slots;
        this.endpoint = endpoint;
    }

    /**
     * True when every key has its version (0: no value) and is not locked; null when that cannot be determined now.
     */
    public synchronized @Nullable Boolean unchanged(long[] keys, long[] versions, int count) {
        Verdict all = Verdict.UNCHANGED;
        for (int from = 0; from < count && all == Verdict.UNCHANGED; from += KEYS_AT_ONCE) {
            all = unchanged(keys, versions, from, Math.min(count - from, KEYS_AT_ONCE));
        }
        return all == Verdict.LOOK_AGAIN ? null : Boolean.valueOf(all == Verdict.UNCHANGED);
    }

    private Verdict unchanged(long[] keys, long[] versions, int from, int count) {
        batch.clear();
        long now = context.clock().nanos();
        for (int i = 0; i < count; i++) {
            if (RollWord.isRoll(keys[from + i])) {
                int home = context.homes().home(keys[from + i]);
                ops[i] = batch.readWord(home, PartitionHeader.rollOffset(keys[from + i]));
                continue;
            }
            addresses[i] = addressOf(keys[from + i], now);
            ops[i] = addresses[i] == ValueAddress.ABSENT
                    ? -1
                    : batch.read(
                            ValueAddress.partition(addresses[i]),
                            ValueAddress.offset(addresses[i]),
                            ValueHeader.LENGTH,
                            landing,
                            (long) i * ValueHeader.LENGTH);
        }
        if (batch.count() > 0) {
            endpoint.execute(batch);
        }
        boolean undecided = false;
        // a header can tear: if it arrives when the memory may have been reused, its words may be of two blocks
        boolean inLease = context.clock().nanos() - now < context.lease().marginNanos() + 1;
        for (int i = 0; i < count; i++) {
            boolean read = ops[i] >= 0 && batch.ok(ops[i]) && inLease;
            if (RollWord.isRoll(keys[from + i])) {
                if (read && !RollWord.isUnchanged(batch.result(ops[i]), versions[from + i])) {
                    return Verdict.CHANGED;
                }
                undecided |= !read;
                continue;
            }
            Verdict verdict = read
                    ? verdict((long) i * ValueHeader.LENGTH, keys[from + i], addresses[i], versions[from + i])
                    : Verdict.LOOK_AGAIN;
            for (int looks = 0; isOpen(verdict) && looks < LOOKS_MAX; looks++) {
                if (verdict != Verdict.LOOK_AGAIN && looks >= LOOKS_AT_ONCE) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                verdict = lookUp(keys[from + i], versions[from + i]);
            }
            // no further wait: the holder of the tombstone may wait for a key that the caller holds
            if (verdict == Verdict.CHANGED || verdict == Verdict.HELD) {
                return Verdict.CHANGED;
            }
            undecided |= verdict != Verdict.UNCHANGED;
        }
        return undecided ? Verdict.LOOK_AGAIN : Verdict.UNCHANGED;
    }

    private static boolean isOpen(Verdict verdict) {
        return verdict == Verdict.LOOK_AGAIN || verdict == Verdict.HELD || verdict == Verdict.FORGOTTEN;
    }

    /** The probable address of the key's block; absent when only its slot can tell. */
    private long addressOf(long key, long nowNanos) {
        KeyTable own = context.share().get().table(context.homes().home(key));
        long word = own != null
                ? own.addressOf(key)
                : context.cache().find(key, cached)
                                && nowNanos - cached.stampNanos
                                        < context.lease().cacheNanos()
                        ? cached.address
                        : ValueAddress.ABSENT;
        return ValueAddress.isBlock(word) ? ValueAddress.block(word) : ValueAddress.ABSENT;
    }

    private Verdict lookUp(long key, long version) {
        long began = context.clock().nanos();
        long word = slots.wordOrLost(key);
        if (word == SlotLookup.UNDECIDED) {
            return Verdict.LOOK_AGAIN;
        }
        if (!ValueAddress.isBlock(word)) {
            return word == ValueAddress.ABSENT && version == VersionVisitor.NO_VERSION
                    ? Verdict.UNCHANGED
                    : Verdict.CHANGED;
        }
        long address = ValueAddress.block(word);
        single.clear();
        single.read(
                ValueAddress.partition(address), ValueAddress.offset(address), ValueHeader.LENGTH, landing, SINGLE_AT);
        endpoint.execute(single);
        boolean inLease = context.clock().nanos() - began < context.lease().cacheNanos();
        return single.ok(0) && inLease ? verdict(SINGLE_AT, key, address, version) : Verdict.LOOK_AGAIN;
    }

    private Verdict verdict(long header, long key, long address, long version) {
        long state = landing.getLong(header + ValueHeader.STATE_OFFSET);
        boolean same = landing.getLong(header + ValueHeader.KEY_OFFSET) == key
                && landing.getInt(header + ValueHeader.TAG_OFFSET) == ValueHeader.tag(address);
        if (!same || StateWord.state(state) == StateWord.MOVED || StateWord.state(state) == StateWord.FREE) {
            return Verdict.LOOK_AGAIN;
        }
        if (isOlder(state, version)) {
            return Verdict.LOOK_AGAIN;
        }
        boolean tombstone = landing.getInt(header + ValueHeader.BODY_BYTES_OFFSET) == ValueHeader.TOMBSTONE;
        boolean kept = StateWord.isKept(state);
        boolean locked = StateWord.state(state) == StateWord.LOCKED && !kept;
        if (locked && tombstone && version == VersionVisitor.NO_VERSION) {
            return StateWord.timestamp(state) == StateWord.FORGOTTEN ? Verdict.FORGOTTEN : Verdict.HELD;
        }
        boolean open = kept || StateWord.isCurrent(state, key, address);
        // A tombstone may be forgotten at any time, so its version is not part of the read.
        boolean sameVersion = version == VersionVisitor.NO_VERSION
                ? tombstone
                : Edition.isSame(
                        version,
                        Edition.of(landing.getLong(header + ValueHeader.VERSION_OFFSET), StateWord.entries(state)));
        return open && sameVersion ? Verdict.UNCHANGED : Verdict.CHANGED;
    }

    /**
     * Whether a block is no evidence about the read: it had been replaced before, and only a cached location led to
     * it. A key without value may have had a tombstone that was forgotten since.
     */
    private static boolean isOlder(long state, long version) {
        return StateWord.state(state) == StateWord.SUPERSEDED
                && (version == VersionVisitor.NO_VERSION || StateWord.timestamp(state) <= Edition.version(version));
    }
}

package io.pragh.core.access;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.Clock;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.Bucket;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.BlockFate;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.function.Supplier;

/**
 * Looks up single slots and blocks for callers, such as recovery and {@link VersionCheck}, that need a certain answer
 * or {@link #UNDECIDED}. Cost: one READ for a slot, two when the key is unknown; one for a block. One thread.
 */
public final class SlotLookup {
    /** Answer of {@link #word}: the home cannot be reached, or its table is changing; try again later. */
    public static final long UNDECIDED = ValueAddress.FORWARDED;

    private static final int BUCKETS_MAX = 64;

    private final HomeMap homes;
    private final Supplier<LocalShare> share;
    private final Endpoint endpoint;
    private final Clock clock;
    private final RemoteTables tables;
    private final SlotSearch search;
    private final Batch batch = new Batch(1);
    private final Region landing = Region.whole(Region.SEGMENT_BYTES_MIN, 1);

    /** Creates look-ups for a node with this share of the data. */
    public SlotLookup(HomeMap homes, Supplier<LocalShare> share, Endpoint endpoint, Clock clock, long leaseNanos) {
        this.homes = homes;
        this.share = share;
        this.endpoint = endpoint;
        this.clock = clock;
        this.tables = new RemoteTables(endpoint, leaseNanos, homes.partitions());
        this.search = new SlotSearch(tables);
    }

    /** The word in a key's slot, absent when the home does not know the key, or {@link #UNDECIDED}. */
    public long word(long key) {
        return word(key, ValueAddress.ABSENT);
    }

    /** The same, but {@link ValueAddress#LOST} when the home does not know the key and may have lost it. */
    public long wordOrLost(long key) {
        return word(key, ValueAddress.LOST);
    }

    private long word(long key, long lost) {
        int home = homes.home(key);
        LocalShare here = share.get();
        KeyTable own = here.table(home);
        if (own != null) {
            long word = own.addressOf(key);
            return word == ValueAddress.ABSENT && here.isIncomplete(home) ? lost : word;
        }
        if (!search.begin(key, home, clock.nanos())) {
            return UNDECIDED;
        }
        for (int read = 0; read < BUCKETS_MAX; read++) {
            boolean arrived = read(home, search.bucket(), Bucket.BYTES) == OpStatus.OK;
            switch (arrived ? search.take(landing, 0, clock.nanos()) : search.stale()) {
                case NEXT -> {}
                case FOUND -> {
                    return search.word();
                }
                case STALE -> {
                    return UNDECIDED;
                }
                case UNKNOWN -> {
                    return switch (tables.whyUnknown(home)) {
                        case ABSENT -> ValueAddress.ABSENT;
                        case LOST -> lost;
                        case UNDECIDED -> UNDECIDED;
                    };
                }
            }
        }
        search.stale();
        return UNDECIDED;
    }

    /** The fate of the block with this address. */
    public BlockFate fate(long key, long address) {
        OpStatus status = read(ValueAddress.partition(address), ValueAddress.offset(address), ValueHeader.LENGTH);
        if (status == OpStatus.OUT_OF_BOUNDS) {
            return BlockFate.GONE;
        }
        if (status != OpStatus.OK) {
            return BlockFate.UNDECIDED;
        }
        boolean same = landing.getLong(ValueHeader.KEY_OFFSET) == key
                && landing.getInt(ValueHeader.TAG_OFFSET) == ValueHeader.tag(address)
                && StateWord.state(landing.getLong(ValueHeader.STATE_OFFSET)) != StateWord.FREE;
        return same ? BlockFate.THERE : BlockFate.GONE;
    }

    private OpStatus read(int partition, long offset, int bytes) {
        batch.clear();
        batch.read(partition, offset, bytes, landing, 0);
        endpoint.execute(batch);
        return batch.status(0);
    }
}

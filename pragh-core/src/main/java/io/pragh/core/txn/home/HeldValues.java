package io.pragh.core.txn.home;

import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.Invariant;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.value.ValueHeader;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Restores values that died with another node. The keys must be held busy without a value and without a claim, so
 * readers and updates wait for them as for any update. One thread.
 */
final class HeldValues {
    private final TransactionHome.Context context;
    private final StoreShare share;
    private final Partition home;

    /** For a home of this node. */
    HeldValues(TransactionHome.Context context, StoreShare share, Partition home) {
        this.context = context;
        this.share = share;
        this.home = home;
    }

    /**
     * Restores a key's value as of a timestamp, or its absence. Returns false, without effect, when there is no
     * memory for the value.
     */
    boolean give(long key, @Nullable ByteBuffer body, long version) {
        long address = ValueAddress.ABSENT;
        if (body != null) {
            address = block(key, body, version);
            if (address == ValueAddress.ABSENT) {
                return false;
            }
        }
        while (true) {
            long slot = home.table().find(key);
            long found = share.words().compareAndExchange(home, slot, ValueAddress.BUSY, address);
            if (found == ValueAddress.BUSY) {
                break;
            }
            Invariant.check(found == ValueAddress.FORWARDED, "only the holder of the busy bit changes the slot", found);
        }
        if (body == null) {
            home.table().vacated();
        }
        return true;
    }

    private long block(long key, ByteBuffer body, long version) {
        int generation = (int) (context.nanos().nanos() >>> 10); // arbitrary, as for every first address of a key
        int sizeClass = SizeClass.of(ValueHeader.LENGTH + body.remaining());
        long offset = home.blocks().allocate(sizeClass);
        if (offset < 0) {
            return ValueAddress.ABSENT;
        }
        long address = ValueAddress.of(home.id(), sizeClass, generation, offset);
        Region region = home.region();
        byte[] bytes = new byte[body.remaining()];
        body.duplicate().get(bytes);
        region.put(offset + ValueHeader.LENGTH, bytes, 0, bytes.length);
        share.installer().first(home, address, key, version, bytes.length);
        return address;
    }
}

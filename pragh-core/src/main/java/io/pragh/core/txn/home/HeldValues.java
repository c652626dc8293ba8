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
 * Gives keys their values again that had died with another node: keys that are held, and without value, for nobody else. Readers and
 * updates wait meanwhile, as for any update. One thread.
 */
final class HeldValues {
    private final TransactionHome.Context context;
    private final StoreShare share;
    private final Partition home;

    /** At a home that is this node's. */
    HeldValues(TransactionHome.Context context, StoreShare share, Partition home) {
        this.context = context;
        this.share = share;
        this.home = home;
    }

    /** The key has this value, as of a moment, or none; false when there is no memory for it, and nothing has happened. */
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
        int generation = (int) (context.nanos().nanos() >>> 10); // anywhere, as for every first address of a key
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

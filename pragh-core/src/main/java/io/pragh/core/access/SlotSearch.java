package io.pragh.core.access;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.BucketReader;
import io.pragh.core.store.table.TableGeometry;
import org.jspecify.annotations.Nullable;

/**
 * The search for a key's slot in another node's table: tells the next bucket to READ, and evaluates it. The caller
 * executes the READs, so a search can share a round trip with others. Cost: one READ of a bucket, one more for each
 * bucket that is chained to it, and one more while the table grows. Reusable; one thread.
 */
public final class SlotSearch {
    /** The result of a bucket. */
    public enum Answer {
        /** The next bucket is to be READ. */
        NEXT,
        /** The slot is found: {@link SlotSearch#word} and {@link SlotSearch#slot}. */
        FOUND,
        /** The table does not know the key; {@link RemoteTables#whyUnknown} tells the reason. */
        UNKNOWN,
        /** The bytes may have been no bucket of this table, or the table has changed: the search must begin again. */
        STALE
    }

    private final RemoteTables tables;
    private long key;
    private int home;
    private long bucket;
    private boolean inGrown;
    /** The geometry by which the first bucket was found; null once the search has gone on to another bucket. */
    private @Nullable TableGeometry shape;

    private long slot;
    private int place;
    private long word;

    /** Creates a search that uses these geometries. */
    public SlotSearch(RemoteTables tables) {
        this.tables = tables;
    }

    /**
     * Begins a search; false when the home cannot be reached. Costs READs of its own when the geometry is not known.
     */
    public boolean begin(long soughtKey, int soughtHome, long nowNanos) {
        key = soughtKey;
        home = soughtHome;
        inGrown = false;
        TableGeometry geometry = tables.geometry(home, nowNanos);
        if (geometry == null) {
            return false;
        }
        shape = geometry;
        bucket = geometry.bucketOffset(key);
        return true;
    }

    /** Offset in the home's partition of the bucket to READ. */
    public long bucket() {
        return bucket;
    }

    /** Evaluates a bucket, which lies at an offset of {@code landed} and had arrived by {@code nowNanos}. */
    public Answer take(Region landed, long at, long nowNanos) {
        if (!tables.isCurrent(home, nowNanos)) {
            return stale(); // the bucket's pages may have been reused before the READ
        }
        long found = BucketReader.find(landed, at, key);
        if (found >= 0) {
            slot = bucket + (found - at);
            place = shape == null ? 0 : shape.place(found - at);
            word = landed.getLong(found);
            return word == ValueAddress.FORWARDED ? stale() : Answer.FOUND;
        }
        if (found == BucketReader.LINKED) {
            bucket = BucketReader.link(landed, at);
            shape = null;
            return Answer.NEXT;
        }
        return found == BucketReader.FORWARDED ? inGrownTable(nowNanos) : Answer.UNKNOWN;
    }

    /**
     * Continues in the larger table while the table grows, which may last as long as a claim holds one of its keys.
     */
    private Answer inGrownTable(long nowNanos) {
        TableGeometry geometry = tables.geometry(home, nowNanos);
        long grown = geometry == null || inGrown ? 0 : geometry.grownBucketOffset(key);
        if (grown == 0) {
            return stale();
        }
        inGrown = true;
        shape = null;
        bucket = grown;
        return Answer.NEXT;
    }

    /** Notes that the READ of a bucket has failed, or that its bytes were no bucket. */
    public Answer stale() {
        tables.forget(home);
        return Answer.STALE;
    }

    /** Offset in the home's partition of the slot that was found. */
    public long slot() {
        return slot;
    }

    /** The {@link TableGeometry#place} of the slot that was found, if it is in the bucket where the search began; else 0. */
    public int place() {
        return place;
    }

    /** The word of the slot that was found; never {@link ValueAddress#FORWARDED}. */
    public long word() {
        return word;
    }
}

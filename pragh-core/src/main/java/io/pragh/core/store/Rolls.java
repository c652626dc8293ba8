package io.pragh.core.store;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollWord;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rolls of one partition, at its home: who has signed them, and the words that tell others. Any thread. */
// docs/protocols/transactions.md, "Rolls". A transaction signs when it holds its keys, before its W; it is over when
// its W is in the word, or it was given up. Between, the word shows its signature, by which it knows that nobody else
// has signed since it did. Whoever has committed while others' signatures stood leaves the word crowded until all of
// those are over, because the word has no room for its timestamp then. What a crash leaves behind: nothing; a
// substitute knows nothing and says so.
public final class Rolls {
    private final Region region;
    private final @Nullable Signed[] signed = new Signed[PartitionHeader.ROLLS];
    private boolean known;

    /** A roll that somebody has signed. */
    private static final class Signed {
        private final List<Long> signatures = new ArrayList<>(1);
        /** What the word says when all are over. */
        private long last;
        /** Whether somebody has committed since the oldest of the signatures. */
        private boolean passed;

        Signed(long last) {
            this.last = last;
        }

        long word() {
            return signatures.isEmpty() ? last : signatures.size() > 1 || passed ? RollWord.CROWDED : signatures.get(0);
        }
    }

    private Rolls(Region region, boolean known) {
        this.region = region;
        this.known = known;
    }

    /** The rolls of a partition without keys. */
    static Rolls create(Region region) {
        return new Rolls(region, true);
    }

    /** The rolls of a partition whose keys were lost: they say that anything may have changed, until {@link #settle}. */
    static Rolls unknown(Region region) {
        for (int roll = 0; roll < PartitionHeader.ROLLS; roll++) {
            region.setLong(PartitionHeader.ROLLS_OFFSET + (long) roll * Long.BYTES, RollWord.UNKNOWN);
        }
        return new Rolls(region, false);
    }

    /** The rolls of a partition whose memory was copied when nobody had signed. */
    static Rolls copied(Region region) {
        boolean known = region.getLong(PartitionHeader.ROLLS_OFFSET) != RollWord.UNKNOWN;
        return new Rolls(region, known);
    }

    /** Whether the rolls tell when something has changed. */
    synchronized boolean isKnown() {
        return known;
    }

    /** Nothing has changed after {@code timestamp}, which is T, read after the partition's values were declared complete. */
    synchronized void settle(long timestamp) {
        for (int roll = 0; roll < PartitionHeader.ROLLS; roll++) {
            Signed open = signed[roll];
            if (open != null && !open.signatures.isEmpty()) {
                open.last = timestamp;
            } else {
                region.setLongRelease(PartitionHeader.ROLLS_OFFSET + (long) roll * Long.BYTES, timestamp);
            }
        }
        known = true;
    }

    /**
     * Signs; false, and nothing is done, when the claim has watched the roll and somebody else has signed it since.
     *
     * @param signature {@link RollWord#signed}
     */
    public synchronized boolean sign(Claim claim, long signature) {
        int offset = PartitionHeader.rollOffset(claim.key());
        int roll = (offset - PartitionHeader.ROLLS_OFFSET) / Long.BYTES;
        long word = region.getLong(offset);
        if (claim.expected() != Claim.ANY && !RollWord.isUnchanged(word, claim.expected())) {
            return false;
        }
        Signed open = signed[roll];
        if (open == null || open.signatures.isEmpty()) {
            open = new Signed(word);
            signed[roll] = open;
        }
        open.signatures.add(signature);
        region.setLongRelease(offset, open.word()); // W is taken after this, by an atomic operation
        return true;
    }

    /** A transaction that has signed is over; with W, or 0 when it was given up. */
    public synchronized void over(long key, long signature, long timestamp) {
        int offset = PartitionHeader.rollOffset(key);
        int roll = (offset - PartitionHeader.ROLLS_OFFSET) / Long.BYTES;
        Signed open = signed[roll];
        if (open != null && open.signatures.remove((Long) signature)) {
            open.last = Math.max(open.last, timestamp);
            open.passed |= timestamp != 0;
            region.setLongRelease(offset, open.word());
        }
    }
}

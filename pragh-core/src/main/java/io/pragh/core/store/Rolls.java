package io.pragh.core.store;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollCount;
import io.pragh.core.address.RollWord;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rolls of one partition, at its home: who has signed them, how many members they have, and the words that tell others. Any thread. */
// docs/protocols/transactions.md, "Rolls". A transaction signs when it holds its keys, before its W; it is over when
// its W is in the word, or it was given up. Between, the word shows its signature, by which it knows that nobody else
// has signed since it did. Whoever has committed while others' signatures stood leaves the word crowded until all of
// those are over, because the word has no room for its timestamp then. What a commit changes of the number of members
// is added when it is over, once, because its signature is taken away then. What a crash leaves behind: nothing; a
// substitute knows nothing and says so.
public final class Rolls {
    private final Region region;
    private final @Nullable Signed[] signed = new Signed[PartitionHeader.ROLLS];
    private final CountedRoll[] counts;
    private boolean known;

    /**
     * Who has signed, and what for.
     *
     * @param name {@link RollWord#signed}
     * @param number which signature of the roll it is, if that is counted
     * @param members how many more there are with this commit; or how many it has counted
     * @param counts whether it has counted
     */
    private record Signature(long name, long number, long members, boolean counts) {}

    /** A roll that somebody has signed. */
    private static final class Signed {
        /** In the order in which they came. */
        private final List<Signature> signatures = new ArrayList<>(1);
        /** What the word says when all are over. */
        private long last;
        /** Whether somebody has committed since the oldest of the signatures. */
        private boolean passed;

        Signed(long last) {
            this.last = last;
        }

        long word() {
            return signatures.isEmpty()
                    ? last
                    : signatures.size() > 1 || passed ? RollWord.CROWDED : signatures.get(0).name;
        }

        @Nullable
        Signature take(long name) {
            for (int i = 0; i < signatures.size(); i++) {
                if (signatures.get(i).name == name) {
                    return signatures.remove(i);
                }
            }
            return null;
        }
    }

    private Rolls(Region region, boolean known, IntFunction<CountedRoll> counted) {
        this.region = region;
        this.known = known;
        this.counts = IntStream.range(0, RollCount.ROLLS).mapToObj(counted).toArray(CountedRoll[]::new);
    }

    /** The rolls of a partition without keys. */
    static Rolls create(Region region) {
        return new Rolls(region, true, roll -> CountedRoll.create(region, roll, 0));
    }

    /** The rolls of a partition whose keys were lost: they say that anything may have changed, until {@link #settle}. */
    static Rolls unknown(Region region) {
        for (int roll = 0; roll < PartitionHeader.ROLLS; roll++) {
            region.setLong(PartitionHeader.ROLLS_OFFSET + (long) roll * Long.BYTES, RollWord.UNKNOWN);
        }
        return new Rolls(region, false, roll -> CountedRoll.create(region, roll, RollCount.BEGUN_ANEW));
    }

    /** The rolls of a partition whose memory was copied when nobody had signed. */
    static Rolls copied(Region region) {
        boolean known = region.getLong(PartitionHeader.ROLLS_OFFSET) != RollWord.UNKNOWN;
        return new Rolls(region, known, roll -> CountedRoll.copied(region, roll));
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
        for (CountedRoll count : counts) {
            count.settle(timestamp);
        }
        known = true;
    }

    /** Values of this partition's keys are lost with another node: how many members there are is not known until one has counted. */
    public synchronized void lose() {
        for (CountedRoll count : counts) {
            count.lose();
        }
    }

    /**
     * Signs; false, and nothing is done, when the claim has watched the roll and somebody else has signed it since.
     *
     * @param name {@link RollWord#signed}
     */
    public synchronized boolean sign(Claim claim, long name) {
        int offset = PartitionHeader.rollOffset(claim.key());
        int roll = PartitionHeader.roll(claim.key());
        long word = region.getLong(offset);
        if (claim.expected() != Claim.ANY && !RollWord.isUnchanged(word, claim.expected())) {
            return false;
        }
        Signed open = signed[roll];
        if (open == null || open.signatures.isEmpty()) {
            open = new Signed(word);
            signed[roll] = open;
        }
        open.signatures.add(signature(claim, name, roll));
        region.setLongRelease(offset, open.word()); // W is taken after this, by an atomic operation
        return true;
    }

    private Signature signature(Claim claim, long name, int roll) {
        long members = 0;
        boolean counts = false;
        for (Update update : claim.updates()) {
            members += update.first();
            counts |= update.second() == ValueOperation.COUNTED;
        }
        return new Signature(name, roll < RollCount.ROLLS ? this.counts[roll].sign() : 0, members, counts);
    }

    /** A transaction that has signed is over; with W, or 0 when it was given up. */
    public synchronized void over(long key, long name, long timestamp) {
        int offset = PartitionHeader.rollOffset(key);
        int roll = PartitionHeader.roll(key);
        Signed open = signed[roll];
        boolean alone = open != null && open.word() == name;
        Signature signature = open == null ? null : open.take(name);
        if (open != null && signature != null) {
            open.last = Math.max(open.last, timestamp);
            open.passed |= timestamp != 0;
            if (roll < RollCount.ROLLS) {
                count(counts[roll], signature, timestamp, alone, open.signatures);
            }
            region.setLongRelease(offset, open.word());
        }
    }

    private static void count(
            CountedRoll count, Signature signature, long timestamp, boolean alone, List<Signature> open) {
        if (timestamp != 0 && !signature.counts) {
            count.add(timestamp, signature.members);
        } else if (timestamp != 0 && alone) { // else somebody's change may be in the number or not
            count.counted(timestamp, signature.members);
        }
        count.over(open.isEmpty() ? count.signed() : open.get(0).number);
    }
}

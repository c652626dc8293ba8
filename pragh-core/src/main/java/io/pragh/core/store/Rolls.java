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

/**
 * The rolls of one partition, at its home: the signatures of transactions, the member counts, and the words that
 * other nodes read. Any thread.
 */
// docs/protocols/transactions.md, "Rolls". A transaction signs when it holds its keys, before its W. The signature
// ends when its W is in the word, or the transaction was given up. In between, the word shows the signature, by which
// the transaction knows that no other has signed since. A transaction that commits while other signatures stand
// leaves the word crowded until all of those have ended, because the word has no room for its timestamp then. The
// change of the number of members is added once, when the signature ends, because the signature is removed then. A
// crash leaves nothing behind; a substitute knows nothing and says so.
public final class Rolls {
    private final Region region;
    private final @Nullable Signed[] signed = new Signed[PartitionHeader.ROLLS];
    private final CountedRoll[] counts;
    private boolean known;

    /**
     * A transaction's signature at a roll.
     *
     * @param name {@link RollWord#signed}
     * @param number the signature's number at the roll, if the roll is counted
     * @param members the change of the number of members by this commit, or the number that it has counted
     * @param counts whether it has counted the members
     */
    private record Signature(long name, long number, long members, boolean counts) {}

    /** A roll with at least one signature. */
    private static final class Signed {
        /** Signatures in the order in which they were made. */
        private final List<Signature> signatures = new ArrayList<>(1);
        /** The word of the roll after the last signature has ended. */
        private long last;
        /** Whether a transaction has committed since the oldest of the signatures. */
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

    /** The rolls of a partition whose keys were lost: anything may have changed, until {@link #settle}. */
    static Rolls unknown(Region region) {
        for (int roll = 0; roll < PartitionHeader.ROLLS; roll++) {
            region.setLong(PartitionHeader.ROLLS_OFFSET + (long) roll * Long.BYTES, RollWord.UNKNOWN);
        }
        return new Rolls(region, false, roll -> CountedRoll.create(region, roll, RollCount.BEGUN_ANEW));
    }

    /** The rolls of a partition whose memory was copied when no signature was open. */
    static Rolls copied(Region region) {
        boolean known = region.getLong(PartitionHeader.ROLLS_OFFSET) != RollWord.UNKNOWN;
        return new Rolls(region, known, roll -> CountedRoll.copied(region, roll));
    }

    /** Whether the rolls' words are valid. */
    synchronized boolean isKnown() {
        return known;
    }

    /**
     * Makes the words valid: nothing has changed after {@code timestamp}, which is T, read after the partition's
     * values were declared complete.
     */
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

    /**
     * Values of this partition's keys were lost with another node: the number of members is unknown until a
     * transaction has counted them.
     */
    public synchronized void lose() {
        for (CountedRoll count : counts) {
            count.lose();
        }
    }

    /**
     * Signs for a transaction; false, and without effect, when the claim has watched the roll and another transaction
     * has signed it since.
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

    /** Ends the signature of a transaction; {@code timestamp} is W, or 0 when the transaction was given up. */
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

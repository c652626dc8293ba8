package io.pragh.core.access;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollCount;
import io.pragh.core.api.Transaction;
import io.pragh.core.base.Waiting;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the number of members of rolls at a snapshot from the headers of their homes, for
 * {@link Transaction#members}. Cost: one READ for each roll, all in one round trip, and again for rolls that commits
 * belonging to the snapshot are about to change. One thread.
 */
// docs/protocols/transactions.md, "Rolls". A transaction that has committed at or below the snapshot had signed
// before the snapshot was taken, so before the first READ here: when all that had signed by then are over, the sum
// includes them. Changes beyond the snapshot are among the latest commits of the count, or the floor says that they
// are not.
public final class RollReads {
    /** Longer than a commit takes that does not wait. */
    static final long WAIT_NANOS = 5_000_000;

    private static final int ROLLS_AT_ONCE = 64;
    private static final long UNDECIDED = -2;
    private static final long UNSEEN = -1;

    private final ReaderContext context;
    private final Endpoint endpoint;
    private final Runnable whileWaiting;
    private final Batch batch = new Batch(1);
    private @Nullable Region landing;

    RollReads(ReaderContext context, Endpoint endpoint, Runnable whileWaiting) {
        this.context = context;
        this.endpoint = endpoint;
        this.whileWaiting = whileWaiting;
    }

    /** As {@link Transaction#members}; the timestamp was taken before this call. */
    public long[] members(long[] rolls, long timestamp) {
        long[] members = new long[rolls.length];
        for (int from = 0; from < rolls.length; from += ROLLS_AT_ONCE) {
            int to = Math.min(rolls.length, from + ROLLS_AT_ONCE);
            long[] some = Arrays.copyOfRange(rolls, from, to);
            System.arraycopy(some(some, timestamp), 0, members, from, to - from);
        }
        return members;
    }

    private long[] some(long[] rolls, long timestamp) {
        long[] members = new long[rolls.length];
        long[] signed = new long[rolls.length];
        for (int i = 0; i < rolls.length; i++) {
            members[i] = RollCount.isCounted(rolls[i]) ? UNDECIDED : Transaction.UNCOUNTED;
            signed[i] = UNSEEN;
        }
        long began = context.running().nanos();
        for (int tries = 0; read(rolls, members, signed, timestamp); tries++) {
            if (context.running().nanos() - began > WAIT_NANOS) {
                Arrays.setAll(members, i -> members[i] == UNDECIDED ? Transaction.UNCOUNTED : members[i]);
                return members;
            }
            whileWaiting.run();
            Waiting.afterLooks(tries);
        }
        return members;
    }

    /** READs the undecided rolls; true when one is still undecided. */
    private boolean read(long[] rolls, long[] members, long[] signed, long timestamp) {
        Region into = landing();
        batch.clear();
        int[] ops = new int[rolls.length];
        long now = context.clock().nanos();
        for (int i = 0; i < rolls.length; i++) {
            if (members[i] == UNDECIDED) {
                int home = context.homes().home(rolls[i]);
                int offset = PartitionHeader.countOffset(PartitionHeader.roll(rolls[i]));
                ops[i] = batch.read(home, offset, RollCount.LENGTH, into, (long) i * RollCount.LENGTH);
            }
        }
        if (batch.count() > 0) {
            endpoint.execute(batch);
        }
        boolean inLease = context.clock().nanos() - now < context.lease().marginNanos() + 1;
        boolean again = false;
        for (int i = 0; i < rolls.length; i++) {
            if (members[i] == UNDECIDED) {
                boolean arrived = batch.ok(ops[i]);
                boolean late = arrived && !inLease;
                members[i] = late ? UNDECIDED : arrived ? members(i, signed, timestamp) : Transaction.UNCOUNTED;
                again |= members[i] == UNDECIDED;
            }
        }
        return again;
    }

    /** Evaluates one READ. */
    private long members(int index, long[] signed, long timestamp) {
        long at = (long) index * RollCount.LENGTH;
        Region read = landing();
        if (!isWhole(read, at)) {
            return UNDECIDED;
        }
        if (read.getLong(at + RollCount.FLOOR_OFFSET) > timestamp) {
            return Transaction.UNCOUNTED;
        }
        if (signed[index] == UNSEEN) {
            signed[index] = read.getLong(at + RollCount.SIGNED_OFFSET);
        }
        if (read.getLong(at + RollCount.OLDEST_OFFSET) < signed[index]) {
            return UNDECIDED;
        }
        long members = read.getLong(at + RollCount.TOTAL_OFFSET);
        for (int i = 0; i < RollCount.RECENT; i++) {
            long entry = at + RollCount.RECENT_OFFSET + (long) i * RollCount.ENTRY_BYTES;
            if (read.getLong(entry) > timestamp) {
                members -= read.getLong(entry + Long.BYTES);
            }
        }
        return members;
    }

    /** Whether all words are of one moment. */
    private static boolean isWhole(Region read, long at) {
        long sum = 0;
        for (int offset = RollCount.SIGNED_OFFSET; offset < RollCount.LENGTH; offset += Long.BYTES) {
            sum += RollCount.share(offset, read.getLong(at + offset));
        }
        return sum == read.getLong(at + RollCount.CHECKSUM_OFFSET);
    }

    private Region landing() {
        Region region = landing;
        if (region == null) {
            region = Region.whole(64 << 10, 1);
            landing = region;
        }
        return region;
    }
}

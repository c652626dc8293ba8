package io.pragh.core.txn;

import io.pragh.core.address.RollWord;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.Placement;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.protocol.Claim;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/**
 * The attempts of one transaction to commit. One is enough, unless values have outgrown the blocks that its updates were meant for:
 * then room is made by transactions of their own, and this one tries again with the new parts. One thread.
 */
// An attempt that fails leaves nothing behind, so the next one is as the first. The snapshot stays open in between.
final class CommitAttempts {
    /** With others that fill whatever room is made; then it is a conflict. */
    static final int ATTEMPTS_MAX = 64;

    private final Transactions session;
    private final TransactionContext context;
    private final GrownReads reads;
    /** What placements have made of updates of whole values. */
    private WriteSet parts = new WriteSet();

    CommitAttempts(Transactions session, TransactionContext context, BooleanSupplier expired) {
        this.session = session;
        this.context = context;
        this.reads = new GrownReads(session, context, expired);
    }

    void run() {
        boolean afresh = false;
        for (int attempt = 1; ; attempt++) {
            WriteSet writes = placed(afresh);
            try {
                session.commit(claims(writes), readKeys(writes), context);
                return;
            } catch (UpdateRefusedException refused) {
                boolean full = refused.result() == UpdateResult.FULL;
                if (!full || !parts.contains(refused.key())) {
                    throw refused;
                }
                if (attempt >= ATTEMPTS_MAX) {
                    throw new ConflictException(
                            "others fill a value faster than room is made; nothing happened, run it again");
                }
            } catch (ConflictException conflict) {
                boolean stale = !afresh && !parts.isEmpty();
                if (!reads.haveGrown() && !stale || attempt >= ATTEMPTS_MAX) {
                    throw conflict;
                }
            }
            afresh = true;
        }
    }

    /** The updates, those of whole values turned into updates of parts. */
    private WriteSet placed(boolean afresh) {
        parts = new WriteSet();
        long[] keys = context.writes.keys();
        WriteSet all = new WriteSet();
        for (long key : keys) {
            List<Update> updates = context.writes.of(key);
            List<Update> whole = new ArrayList<>(updates.size());
            Placement placement = null;
            for (Update update : updates) {
                Placement places = session.placementOf(update);
                if (places == null) {
                    all.add(update);
                } else {
                    placement = places;
                    whole.add(update);
                }
            }
            if (placement != null) {
                for (Update part : placement.place(key, whole, afresh)) {
                    all.add(part);
                    parts.add(part);
                }
            }
        }
        return all;
    }

    private boolean claimsReads() {
        return context.options.lockReads();
    }

    /** By home and key. */
    private SortedMap<Integer, List<Claim>> claims(WriteSet writes) {
        SortedMap<Integer, List<Claim>> byHome = new TreeMap<>();
        for (long key : held(writes)) {
            long expected = context.reads.version(key, Claim.ANY);
            byHome.computeIfAbsent(session.home(key), h -> new ArrayList<>())
                    .add(new Claim(key, context.timestamp, expected, writes.of(key)));
        }
        return byHome;
    }

    /** Keys that are written, and if wanted those that were read, in ascending order. */
    private long[] held(WriteSet writes) {
        if (!claimsReads()) {
            return writes.keys();
        }
        LongStream read =
                Arrays.stream(context.reads.keys()).filter(key -> !RollWord.isRoll(key)); // nobody holds a roll
        return LongStream.concat(read, Arrays.stream(writes.keys()))
                .map(key -> key + Long.MIN_VALUE)
                .sorted()
                .distinct()
                .map(key -> key - Long.MIN_VALUE)
                .toArray();
    }

    /** What was read and is not held. */
    private long[] readKeys(WriteSet writes) {
        boolean held = claimsReads();
        // what is held was compared under its lock; nobody holds a roll, also who has signed it
        return Arrays.stream(context.reads.keys())
                .filter(key -> RollWord.isRoll(key) || !held && !writes.contains(key))
                .toArray();
    }
}

package io.pragh.core.txn;

import io.pragh.core.address.RollWord;
import io.pragh.core.api.Attempt;
import io.pragh.core.api.ConflictException;
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

/**
 * Runs the commit of one {@link SnapshotTransaction}, and repeats it when a value has outgrown the block that an
 * update was meant for. Separate transactions make room before the next attempt, which uses the new parts. Normally
 * one attempt is enough. One thread.
 */
// A failed attempt leaves no state behind, so every attempt starts alike. The snapshot stays open between attempts.
final class CommitAttempts {
    /**
     * Limit for the case that other transactions keep filling the room that is made; the commit then ends with a
     * conflict.
     */
    static final int ATTEMPTS_MAX = 64;

    private final Transactions session;
    private final TransactionContext context;
    private final GrownReads reads;

    CommitAttempts(Transactions session, TransactionContext context, BooleanSupplier expired) {
        this.session = session;
        this.context = context;
        this.reads = new GrownReads(session, context, expired);
    }

    void run() {
        for (int attempt = 1; ; attempt++) {
            PlacedWrites writes = PlacedWrites.of(session, context.writes, context.reads, context.attempt);
            try {
                session.commit(claims(writes), readKeys(writes), context);
                return;
            } catch (UpdateRefusedException refused) {
                boolean full = refused.result() == UpdateResult.FULL;
                if (!full || !writes.isPlaced(refused.key())) {
                    throw refused;
                }
                if (attempt >= ATTEMPTS_MAX) {
                    throw new ConflictException(
                            "others fill a value faster than room is made; nothing happened, run it again");
                }
                context.attempt = context.attempt == Attempt.FIRST ? Attempt.AFRESH : context.attempt;
            } catch (ConflictException conflict) {
                boolean stale = context.attempt != Attempt.CAUTIOUS && writes.anyPlaced();
                if (!reads.haveGrown() && !stale || attempt >= ATTEMPTS_MAX) {
                    if (context.isBehind) {
                        session.conflicted();
                    }
                    throw conflict;
                }
                context.attempt = Attempt.CAUTIOUS;
            }
        }
    }

    private boolean claimsReads() {
        return context.options.lockReads();
    }

    /** The claims by home, in ascending order of keys. */
    private SortedMap<Integer, List<Claim>> claims(PlacedWrites writes) {
        SortedMap<Integer, List<Claim>> byHome = new TreeMap<>();
        if (claimsReads()) {
            long[] read = Arrays.stream(context.reads.keys())
                    .filter(key -> !RollWord.isRoll(key)) // a roll is never held
                    .toArray();
            for (long key : writes.keysAnd(read)) {
                byHome.computeIfAbsent(session.home(key), h -> new ArrayList<>())
                        .add(claim(key, writes.of(key)));
            }
            return byHome;
        }
        List<List<Claim>> known = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            int home = session.home(writes.key(i));
            while (known.size() <= home) {
                known.add(new ArrayList<>());
            }
            known.get(home).add(claim(writes.key(i), writes.updates(i)));
        }
        for (int home = 0; home < known.size(); home++) {
            if (!known.get(home).isEmpty()) {
                byHome.put(home, known.get(home));
            }
        }
        return byHome;
    }

    private Claim claim(long key, List<Update> updates) {
        return new Claim(key, context.timestamp, context.reads.version(key, Claim.ANY), updates);
    }

    /** The keys that were read and that this commit does not hold. */
    private long[] readKeys(PlacedWrites writes) {
        boolean held = claimsReads();
        // keys that are held were compared under their locks; a roll is never held, even if this transaction signs it
        long[] read = context.reads.keys();
        int count = 0;
        for (long key : read) {
            if (RollWord.isRoll(key) || !held && !writes.contains(key)) {
                read[count++] = key;
            }
        }
        return Arrays.copyOf(read, count);
    }
}

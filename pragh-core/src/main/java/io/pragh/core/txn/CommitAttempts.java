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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

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
    private final Set<Long> parts = new HashSet<>();

    CommitAttempts(Transactions session, TransactionContext context, BooleanSupplier expired) {
        this.session = session;
        this.context = context;
        this.reads = new GrownReads(session, context, expired);
    }

    void run() {
        boolean afresh = false;
        for (int attempt = 1; ; attempt++) {
            SortedMap<Long, List<Update>> writes = placed(afresh);
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

    /** The updates by key, those of whole values turned into updates of parts. */
    private SortedMap<Long, List<Update>> placed(boolean afresh) {
        parts.clear();
        if (context.writes.values().stream().flatMap(List::stream).noneMatch(session::isPlaced)) {
            return context.writes;
        }
        SortedMap<Long, List<Update>> all = new TreeMap<>(Long::compareUnsigned);
        context.writes.forEach((key, updates) -> {
            List<Update> rest =
                    updates.stream().filter(u -> !session.isPlaced(u)).toList();
            if (!rest.isEmpty()) {
                all.put(key, new ArrayList<>(rest));
            }
        });
        for (Placement placement : session.placements()) {
            context.writes.forEach((key, updates) -> {
                List<Update> whole = updates.stream().filter(placement::places).toList();
                if (!whole.isEmpty()) {
                    for (Update part : placement.place(key, whole, afresh)) {
                        all.computeIfAbsent(part.key(), k -> new ArrayList<>()).add(part);
                        parts.add(part.key());
                    }
                }
            });
        }
        return all;
    }

    private boolean claimsReads() {
        return context.options.lockReads();
    }

    private SortedMap<Integer, List<Claim>> claims(SortedMap<Long, List<Update>> writes) {
        SortedMap<Long, Claim> byKey = new TreeMap<>(Long::compareUnsigned);
        if (claimsReads()) {
            for (long key : context.reads.keys()) {
                if (RollWord.isRoll(key)) {
                    continue; // nobody holds a roll
                }
                byKey.put(key, new Claim(key, context.timestamp, context.reads.version(key, Claim.ANY), List.of()));
            }
        }
        writes.forEach((key, updates) -> byKey.put(
                key, new Claim(key, context.timestamp, context.reads.version(key, Claim.ANY), List.copyOf(updates))));
        SortedMap<Integer, List<Claim>> byHome = new TreeMap<>();
        byKey.values()
                .forEach(claim -> byHome.computeIfAbsent(session.home(claim.key()), h -> new ArrayList<>())
                        .add(claim));
        return byHome;
    }

    /** What was read and is not held. */
    private long[] readKeys(SortedMap<Long, List<Update>> writes) {
        boolean held = claimsReads();
        // what is held was compared under its lock; nobody holds a roll, also who has signed it
        return Arrays.stream(context.reads.keys())
                .filter(key -> RollWord.isRoll(key) || !held && !writes.containsKey(key))
                .toArray();
    }
}

package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.Transaction;
import io.pragh.core.base.PraghException;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.timestamp.Timestamps;
import io.pragh.testkit.Seeds;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Checks that transfers stay whole when a third node crashes at random moments while two nodes transfer between their
 * accounts. {@code -Dpragh.txn.seed=N} repeats a run's choices.
 */
class TransactionCrashTest {
    private static final int ROUNDS = 5;
    private static final int LEADER = 0;
    private static final int COORDINATOR = 2;
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final long seed = Seeds.of("pragh.txn.seed");

    @Test
    void aCoordinatorThatDiesLeavesNothingLockedAndNothingHalfVisible() {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            try (TransferLoad load = new TransferLoad(COORDINATOR, seed + round)) {
                load.startTransfers();
                load.crashAfter(1 + random.nextInt(20), random.nextLong(3_000_000));
                long crashed = System.nanoTime();
                load.awaitProgress();
                load.finish();
                assertTrue(System.nanoTime() - crashed < BOUND_NANOS, "bounded time, seed=" + seed);
            }
        }
    }

    /** All timestamps that were handed out, in order. */
    private static final class HandedOut {
        final AtomicLong greatest = new AtomicLong();
        final ConcurrentHashMap<Long, Integer> owners = new ConcurrentHashMap<>();
        final AtomicLong lastTerm = new AtomicLong();

        void draw(TimestampWord word, int drawer, boolean next, long seed) {
            long floor = greatest.get(); // all timestamps up to here were known before this call
            long got = next ? word.next() : word.read();
            if (got == Timestamps.NONE) {
                return;
            }
            assertTrue(
                    next ? got > floor : got >= floor,
                    () -> "back in time: " + got + " after " + floor + " seed=" + seed);
            if (next) {
                assertEquals(null, owners.put(got, drawer), () -> "handed out twice: " + got + " seed=" + seed);
            }
            greatest.accumulateAndGet(got, Math::max);
            lastTerm.accumulateAndGet(Timestamps.term(got), Math::max);
        }
    }

    @Test
    void timestampsGoOnUpwardsWhenTheLeadingNodeDies() {
        SplittableRandom random = new SplittableRandom(seed);
        try (TransferLoad load = new TransferLoad(LEADER, seed)) {
            HandedOut handedOut = new HandedOut();
            for (int which = 0; which < 2; which++) {
                int node = load.survivor(which);
                PraghNode own = load.cluster.node(node);
                load.workers.start(() -> {
                    TimestampWord word = own.parts.timestamps.word(own.fabric().open());
                    while (!load.workers.stopped()) {
                        handedOut.draw(word, node, true, seed);
                        handedOut.draw(word, node, false, seed);
                    }
                    word.close();
                });
            }
            load.startTransfers();
            try (NodeSession session = load.cluster.node(load.survivor(0)).openSession()) {
                load.workers.await("timestamps are drawn", () -> handedOut.owners.size() > 100);
                Transaction open = session.begin();
                long before = TransactionFixture.number(open, load.keys[0]);
                long term = handedOut.lastTerm.get();
                load.crashAfter(1 + random.nextInt(20), random.nextLong(3_000_000));
                long crashed = System.nanoTime();
                load.awaitProgress();
                assertTrue(System.nanoTime() - crashed < BOUND_NANOS, "bounded time, seed=" + seed);
                load.workers.await("a later term", () -> handedOut.lastTerm.get() > term);
                readsAsBeforeOrEnds(open, load, before, seed);
                open.close();
            }
            load.finish();
        }
    }

    private static void readsAsBeforeOrEnds(Transaction open, TransferLoad load, long before, long seed) {
        try {
            assertEquals(before, TransactionFixture.number(open, load.keys[0]), "seed=" + seed);
            assertEquals(TransferLoad.ACCOUNTS * TransferLoad.BALANCE, load.sum(open), "seed=" + seed);
        } catch (PraghException ended) {
            assertTrue(ended.getMessage() != null && ended.getMessage().contains("snapshot"), () -> "" + ended);
        }
    }
}

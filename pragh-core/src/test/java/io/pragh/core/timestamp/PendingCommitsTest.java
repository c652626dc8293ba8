package io.pragh.core.timestamp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Which R goes with which commits, one after the other and beside each other. */
class PendingCommitsTest {
    private static final int COMMITS = 40_000;

    private final AtomicLong word = new AtomicLong(10);
    private final AtomicReference<Object> share = new AtomicReference<>("share");
    private final AtomicLong nanos = new AtomicLong();
    private final PendingCommits pending =
            new PendingCommits(word::get, word::incrementAndGet, share::get, () -> nanos.addAndGet(1_000));

    private PendingCommits.Place enter() {
        PendingCommits.Place place = pending.enter(share.get());
        assertNotNull(place);
        return place;
    }

    private long begin() {
        return pending.begin(word.get(), false);
    }

    @Test
    void aSnapshotBeginsBeforeTheFirstOfThem() {
        assertEquals(10, begin());
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        assertEquals(11, first.timestamp());
        assertEquals(12, second.timestamp());
        assertEquals(10, begin());
        pending.leave(first);
        assertEquals(11, begin());
        pending.leave(second);
        assertEquals(12, begin());
    }

    @Test
    void nobodyIsToldBeforeThoseWithALowerTimestamp() {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        AtomicLong told = new AtomicLong();
        pending.leave(second, () -> told.set(begin()));
        assertEquals(0, told.get());
        assertEquals(10, begin());
        pending.leave(first);
        assertEquals(12, told.get(), "and snapshots begin behind it then");
    }

    @Test
    void whoWaitsForItsTurnDoesSoForAMoment() {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        pending.leave(second);
        assertTrue(nanos.get() > 2_000_000);
        assertEquals(12, begin());
        PendingCommits.Place third = enter();
        assertEquals(12, begin());
        pending.leave(first);
        assertEquals(12, begin());
        pending.leave(third);
        assertEquals(13, begin());
    }

    @Test
    void whatComesToNothingHoldsNobody() {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        AtomicLong told = new AtomicLong();
        pending.leave(second, () -> told.set(1));
        pending.abandon(first);
        assertEquals(1, told.get());
        assertEquals(12, begin());
    }

    @Test
    void othersCommitsAreSeen() {
        enter();
        pending.seen(word.incrementAndGet());
        assertEquals(12, begin());
    }

    @Test
    void placesCountInTheirShareAlone() {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        AtomicLong told = new AtomicLong();
        pending.leave(second, () -> told.set(1));
        share.set("another");
        word.addAndGet(4); // somebody else's commits
        assertEquals(16, begin());
        enter();
        assertEquals(1, told.get(), "who waited for the others of that share waits no more");
        assertEquals(16, begin());
        pending.leave(first);
        assertEquals(16, begin());
        share.set("a third one");
        word.addAndGet(5);
        enter();
        assertEquals(22, begin(), "what others have committed meanwhile is seen");
    }

    @Test
    void afterAConflictSomeWhoMayWriteBeginNow() {
        enter();
        pending.conflicted();
        assertEquals(10, pending.begin(word.get(), true));
        for (int i = 0; i < 256; i++) {
            assertEquals(word.get(), begin());
            enter();
        }
        long before = word.get() - 1;
        enter();
        assertEquals(before, begin(), "none goes back");
    }

    @Test
    void aWordThatCannotBeReadGivesNoPlace() {
        word.set(Timestamps.NONE);
        assertNull(pending.enter(share.get()));
    }

    /** Every R is as great as what somebody was told, or given, before it was asked for, and no greater than T. */
    @Test
    void besideEachOther() {
        AtomicLong told = new AtomicLong();
        try (Workers workers = new Workers()) {
            for (int i = 0; i < 3; i++) {
                workers.start(() -> commits(told));
            }
            for (int i = 0; i < 2; i++) {
                workers.start(() -> {
                    for (int n = 0; n < COMMITS; n++) {
                        long atLeast = told.get();
                        long begun = begin();
                        assertTrue(begun >= atLeast, "R=" + begun + " told=" + atLeast);
                        assertTrue(begun <= word.get(), "R=" + begun);
                        told.accumulateAndGet(begun, Math::max);
                    }
                });
            }
            workers.join();
        }
    }

    private void commits(AtomicLong told) {
        PendingCommits.Place open = enter();
        for (int n = 0; n < COMMITS; n++) {
            PendingCommits.Place next = enter();
            PendingCommits.Place left = n % 3 == 0 ? next : open;
            open = n % 3 == 0 ? open : next;
            if (n % 7 == 0) {
                pending.abandon(left);
            } else if (n % 1_000 == 1) {
                pending.leave(left);
                told.accumulateAndGet(left.timestamp(), Math::max);
            } else {
                pending.leave(left, () -> told.accumulateAndGet(left.timestamp(), Math::max));
            }
        }
        pending.abandon(open);
    }
}

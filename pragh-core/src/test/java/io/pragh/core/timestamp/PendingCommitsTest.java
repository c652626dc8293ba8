package io.pragh.core.timestamp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.testkit.Workers;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks which commits the R of a snapshot includes, one after the other and concurrently. */
class PendingCommitsTest {
    private static final int COMMITS = 40_000;

    private final AtomicLong word = new AtomicLong(10);
    private final AtomicReference<Object> share = new AtomicReference<>("share");
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicBoolean serves = new AtomicBoolean(true);
    private final PendingCommits pending = new PendingCommits(
            word::get, word::incrementAndGet, share::get, () -> nanos.addAndGet(1_000), true, serves::get);

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
    void whoMayHaveFoundACommitBeginsBehindIt() {
        enter();
        PendingCommits.Place second = enter();
        enter();
        pending.awaitShown();
        pending.settle(13);
        assertEquals(10, begin(), "there was nothing to be found");
        pending.publishes(second);
        pending.settle(11);
        assertEquals(10, begin(), "it was not found by who comes before it");
        pending.awaitShown();
        assertEquals(12, begin());
    }

    @Test
    void whoHasChangedNothingBeginsBehindWhatItMayHaveFound() {
        enter();
        pending.publishes(enter());
        pending.publishes(enter());
        pending.settle(12);
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
        word.addAndGet(4); // commits of another node
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
    void afterAConflictOneWhoMayWriteBeginsNow() {
        enter();
        pending.conflicted();
        assertEquals(10, pending.begin(word.get(), true));
        enter();
        assertEquals(12, begin());
        enter();
        assertEquals(12, begin(), "none goes back");
        pending.conflicted();
        pending.conflicted();
        assertEquals(13, begin());
        enter();
        assertEquals(14, begin());
        enter();
        assertEquals(14, begin());
    }

    @Test
    void whereThatTakesNoTimeManyDo() {
        PendingCommits beside =
                new PendingCommits(word::get, word::incrementAndGet, share::get, nanos::get, false, serves::get);
        beside.enter(share.get());
        beside.conflicted();
        for (int i = 0; i < 256; i++) {
            assertEquals(word.get(), beside.begin(word.get(), false));
            beside.enter(share.get());
        }
        long before = word.get() - 1;
        beside.enter(share.get());
        assertEquals(before, beside.begin(word.get(), false), "none goes back");
    }

    @Test
    void aWordThatCannotBeReadGivesNoPlace() {
        word.set(Timestamps.NONE);
        assertNull(pending.enter(share.get()));
    }

    @Test
    void whatIsShownIsBegunBefore() {
        PendingCommits.Place first = enter();
        assertTrue(pending.show(first));
        assertEquals(10, begin());
        PendingCommits.Place second = enter();
        assertTrue(pending.show(second));
        pending.leave(first);
        assertEquals(11, begin());
        pending.leave(second);
        assertEquals(12, begin());
    }

    @Test
    void whereThereMayBeOtherNodesNothingIsShown() {
        PendingCommits beside =
                new PendingCommits(word::get, word::incrementAndGet, share::get, nanos::get, false, serves::get);
        PendingCommits.Place place = beside.enter(share.get());
        assertNotNull(place);
        assertFalse(beside.show(place));
    }

    /** Another node may find it and tell whoever begins here next. */
    @Test
    void whereThereMayBeOtherNodesNoneBeginsBeforeWhatCanBeFound() {
        PendingCommits beside =
                new PendingCommits(word::get, word::incrementAndGet, share::get, nanos::get, false, serves::get);
        assertNotNull(beside.enter(share.get()));
        PendingCommits.Place second = beside.enter(share.get());
        assertNotNull(second);
        assertEquals(10, beside.begin(word.get(), true));
        beside.publishes(second);
        assertEquals(12, beside.begin(word.get(), true));
    }

    @Test
    void whoGoesBeforeAnotherOneWaitsForItWhenItIsShown() {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        assertTrue(pending.show(first));
        waitsFor(first, () -> pending.leave(second));
        assertEquals(12, begin());
    }

    @Test
    void whoIsOvertakenIsNotShown() {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        pending.leave(second);
        assertFalse(pending.show(first));
        assertTrue(pending.show(enter()), "later ones are");
    }

    /**
     * Raises the R of later snapshots in each way: by a snapshot at T, by a commit without a place, or by one that
     * has changed nothing.
     */
    @ParameterizedTest
    @EnumSource(Raise.class)
    void whoSeesMoreWaitsForWhatIsShownAndHidesTheRest(Raise raise) {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        PendingCommits.Place third = enter();
        assertTrue(pending.show(first));
        waitsFor(first, () -> raise.does(pending, second.timestamp()), () -> assertEquals(10, begin()));
        assertFalse(pending.show(second));
        assertTrue(pending.show(third));
    }

    private enum Raise {
        NOW,
        SEEN,
        SETTLED;

        void does(PendingCommits pending, long timestamp) {
            switch (this) {
                case NOW -> assertEquals(timestamp, pending.now(timestamp));
                case SEEN -> pending.seen(timestamp);
                case SETTLED -> pending.settle(timestamp);
            }
        }
    }

    @Test
    void whoHasChangedNothingHidesWhatIsNotShownYet() {
        PendingCommits.Place first = enter();
        pending.settle(word.incrementAndGet());
        assertFalse(pending.show(first));
        PendingCommits.Place second = enter();
        pending.settle(first.timestamp());
        assertTrue(pending.show(second));
    }

    @Test
    void whoHasReadTheStoreItselfWaitsForAllThatWasShown() {
        PendingCommits.Place first = enter();
        pending.awaitShown();
        assertTrue(pending.show(first));
        PendingCommits.Place second = enter();
        waitsFor(first, pending::awaitShown);
        assertTrue(pending.show(second), "what was not shown then may be");
    }

    @Test
    void whatWasShownInAnotherShareIsWaitedFor() {
        PendingCommits.Place first = enter();
        assertTrue(pending.show(first));
        share.set("another");
        PendingCommits.Place second = enter();
        pending.leave(second);
        waitsFor(first, () -> assertEquals(12, begin()));
        PendingCommits.Place late = enter();
        share.set("a third one");
        enter();
        assertFalse(pending.show(late));
    }

    /** Another thread says that the records are durable, the second one first. */
    @Test
    void whoIsToldOfItsRecordWaitsForItsTurn() {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        assertTrue(pending.show(first));
        assertTrue(pending.show(second));
        AtomicLong told = new AtomicLong();
        try (Workers workers = new Workers()) {
            workers.start(() -> {
                pending.leaveWhenDurable(second, PendingCommitsTest::never);
                told.set(begin());
            });
            pending.durable(second);
            assertEquals(0, told.get());
            assertEquals(10, begin());
            pending.durable(first);
            workers.join();
        }
        assertEquals(12, told.get());
    }

    private static void never() {
        throw new AssertionError("the record is durable already");
    }

    @Test
    void whoIsNotToldOfItsRecordAsksForIt() {
        PendingCommits.Place place = enter();
        assertTrue(pending.show(place));
        assertThrows(
                PraghException.class,
                () -> pending.leaveWhenDurable(place, () -> {
                    throw new PraghException("nobody knows whether it is", null, false);
                }));
        assertEquals(10, begin());
        pending.leaveWhenDurable(place, () -> assertEquals(10, begin()));
        assertEquals(11, begin());
    }

    @Test
    void nobodyWaitsForANodeThatHasFailed() {
        PendingCommits.Place first = enter();
        PendingCommits.Place second = enter();
        assertTrue(pending.show(first));
        serves.set(false);
        assertThrows(PraghException.class, () -> pending.now(word.get()));
        assertThrows(PraghException.class, pending::awaitShown);
        pending.leave(second);
        assertEquals(10, begin());
    }

    /**
     * A snapshot that has read a T that is the W of a commit begins before the commit, also while the commit is
     * entering its place.
     */
    @Test
    void aPlaceIsThereBeforeItsTimestamp() {
        AtomicReference<PendingCommits> whole = new AtomicReference<>();
        AtomicLong begun = new AtomicLong();
        PendingCommits others = new PendingCommits(
                word::get,
                () -> {
                    long w = word.incrementAndGet();
                    begun.set(whole.get().begin(w, true));
                    return w;
                },
                share::get,
                nanos::get,
                true,
                serves::get);
        whole.set(others);
        assertNotNull(others.enter(share.get()));
        assertEquals(10, begun.get());
    }

    /** That snapshot began at T while the next commit, which had read T before, was entering its place. */
    @Test
    void anEarlierSnapshotIsSeen() {
        AtomicReference<Runnable> afterRead = new AtomicReference<>(() -> {});
        LongSupplier read = () -> {
            long t = word.get();
            afterRead.getAndSet(() -> {}).run();
            return t;
        };
        PendingCommits others =
                new PendingCommits(read, word::incrementAndGet, share::get, nanos::get, true, serves::get);
        PendingCommits.Place first = others.enter(share.get());
        assertNotNull(first);
        others.leave(first);
        AtomicLong begun = new AtomicLong();
        afterRead.set(() -> begun.set(others.begin(word.incrementAndGet(), false)));
        assertNotNull(others.enter(share.get()));
        assertEquals(12, begun.get());
        assertEquals(12, others.begin(word.get(), false));
    }

    /** Checks that {@code work} returns when a shown place is over, and not before. */
    private void waitsFor(PendingCommits.Place place, Runnable work) {
        waitsFor(place, work, () -> {});
    }

    private void waitsFor(PendingCommits.Place place, Runnable work, Runnable meanwhile) {
        AtomicBoolean begun = new AtomicBoolean();
        AtomicBoolean done = new AtomicBoolean();
        try (Workers workers = new Workers()) {
            workers.start(() -> {
                begun.set(true);
                work.run();
                done.set(true);
            });
            workers.await("it has begun", begun::get);
            long before = nanos.get();
            for (int looks = 0; looks < 20; looks++) {
                LockSupport.parkNanos(1_000_000);
                meanwhile.run();
                assertFalse(done.get(), "nanos=" + (nanos.get() - before));
            }
            pending.leave(place);
            workers.join();
        }
        assertTrue(done.get());
    }

    /**
     * Every R is at least the greatest timestamp that a caller was told, or given, before R was requested, and at
     * most T; and no commit with a W up to an R is shown before it is over.
     */
    @Test
    void besideEachOther() {
        AtomicLong told = new AtomicLong();
        ConcurrentSkipListSet<Long> shown = new ConcurrentSkipListSet<>();
        try (Workers workers = new Workers()) {
            for (int i = 0; i < 3; i++) {
                workers.start(() -> commits(told, shown));
            }
            for (int i = 0; i < 2; i++) {
                int every = 2 + 997 * i;
                workers.start(() -> {
                    for (int n = 0; n < COMMITS; n++) {
                        long atLeast = told.get();
                        long begun = n % every == 1 ? pending.now(word.get()) : begin();
                        assertTrue(begun >= atLeast, "R=" + begun + " told=" + atLeast);
                        assertTrue(begun <= word.get(), "R=" + begun);
                        told.accumulateAndGet(begun, Math::max);
                        assertTrue(shown.headSet(begun, true).isEmpty(), "R=" + begun + " shown=" + shown);
                    }
                });
            }
            workers.join();
        }
    }

    private void commits(AtomicLong told, ConcurrentSkipListSet<Long> shown) {
        PendingCommits.Place open = enter();
        for (int n = 0; n < COMMITS; n++) {
            PendingCommits.Place next = enter();
            if (n % 2 == 0 && pending.show(next)) {
                shown.add(next.timestamp());
                assertTrue(told.get() < next.timestamp(), "W=" + next.timestamp() + " told=" + told);
            }
            PendingCommits.Place left = n % 3 == 0 ? next : open;
            open = n % 3 == 0 ? open : next;
            shown.remove(left.timestamp());
            if (n % 7 == 0) {
                pending.abandon(left);
            } else if (n % 1_000 == 1) {
                shown.remove(open.timestamp()); // a thread that waits for its turn may hold no other place
                pending.abandon(open);
                pending.leave(left);
                told.accumulateAndGet(left.timestamp(), Math::max);
                open = enter();
            } else {
                pending.leave(left, () -> told.accumulateAndGet(left.timestamp(), Math::max));
            }
        }
        shown.remove(open.timestamp());
        pending.abandon(open);
    }
}

package io.pragh.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.history.Anomaly.Kind;
import io.pragh.history.TransactionHistory.Recording;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks a history by hand for each anomaly, and the levels that forbid it. */
class AnomalyTest {
    private static final long X = 1;
    private static final long Y = 2;
    private static final Isolation[] NONE = {};
    private static final Isolation[] EVERY = Isolation.values();
    private static final Isolation[] SERIALIZABLE = {Isolation.STRICT_SERIALIZABLE, Isolation.SERIALIZABLE};
    private static final Isolation[] IN_REAL_TIME = {Isolation.STRICT_SERIALIZABLE, Isolation.STRONG_SNAPSHOT};

    private final TransactionHistory history = new TransactionHistory();
    private int processes;

    /** A transaction of a new process. */
    private Recording begin() {
        return history.begin(processes++);
    }

    private void isForbidden(Kind kind, Isolation... levels) {
        for (Isolation level : Isolation.values()) {
            List<Anomaly> found = IsolationChecker.check(history.transactions(), level);
            if (List.of(levels).contains(level)) {
                assertTrue(found.stream().anyMatch(a -> a.kind() == kind), () -> level + " forbids it: " + found);
            } else {
                assertEquals(List.of(), found, "allowed: " + level);
            }
        }
    }

    private void isAllowed() {
        isForbidden(Kind.INTERNAL, NONE);
    }

    @Test
    void transactionsOneAfterTheOtherAreAllowed() {
        begin().read(X).append(X, 1).read(X, 1).committed();
        begin().read(X, 1).append(X, 2).append(Y, 1).committed();
        begin().append(X, 3).aborted();
        begin().read(X, 1, 2).read(Y, 1).committed();
        isAllowed();
    }

    @Test
    void elementFromNowhere() {
        begin().read(X, 7).committed();
        isForbidden(Kind.UNKNOWN_ELEMENT, EVERY);
    }

    @Test
    void doubledAppend() {
        begin().append(X, 7).committed();
        begin().read(X, 7, 7).committed();
        isForbidden(Kind.DOUBLED_ELEMENT, EVERY);
    }

    @Test
    void readsThatAreNotBeginningsOfEachOther() {
        begin().append(X, 1).committed();
        begin().append(X, 2).committed();
        begin().read(X, 1, 2).committed();
        begin().read(X, 2, 1).committed();
        isForbidden(Kind.INCOMPATIBLE_ORDER, EVERY);
    }

    @Test
    void ownAppendNotSeen() {
        begin().append(X, 1).read(X).committed();
        isForbidden(Kind.INTERNAL, EVERY);
    }

    @Test
    void ownAppendSeenBeforeItWasMade() {
        begin().read(X, 1).append(X, 1).committed();
        isForbidden(Kind.INTERNAL, EVERY);
    }

    @Test
    void keyThatChangesWithinATransaction() {
        Recording reader = begin().read(X);
        begin().append(X, 1).committed();
        reader.append(X, 2).read(X, 1, 2).committed();
        isForbidden(Kind.INTERNAL, EVERY);
    }

    @Test
    void dirtyRead() {
        begin().append(X, 1).aborted();
        begin().read(X, 1).committed();
        isForbidden(Kind.DIRTY_READ, EVERY);
    }

    @Test
    void abortedTransactionMayHaveReadAnything() {
        begin().append(X, 1).committed();
        begin().read(X, 9, 9).aborted();
        isAllowed();
    }

    @Test
    void intermediateRead() {
        begin().append(X, 1).append(X, 2).committed();
        begin().read(X, 1).committed();
        isForbidden(Kind.INTERMEDIATE_READ, EVERY);
    }

    @Test
    void ownAppendsInTheWrongOrder() {
        begin().append(X, 1).append(X, 2).committed();
        begin().read(X, 2, 1).committed();
        isForbidden(Kind.INTERNAL, EVERY);
    }

    @Test
    void halfOfATransactionsAppends() {
        begin().append(X, 1).append(X, 2).committed();
        begin().append(X, 3).committed();
        begin().read(X, 1, 3).committed();
        isForbidden(Kind.INTERNAL, EVERY);
    }

    @Test
    void writesOfTwoEachBeforeTheOthers() {
        Recording a = begin().append(X, 1).append(Y, 1);
        begin().append(X, 2).append(Y, 2).committed();
        a.committed();
        begin().read(X, 1, 2).committed();
        begin().read(Y, 2, 1).committed();
        isForbidden(Kind.DIRTY_WRITE, EVERY);
    }

    @Test
    void twoThatSawEachOther() {
        Recording a = begin().append(X, 1).read(Y, 2);
        begin().append(Y, 2).read(X, 1).committed();
        a.committed();
        isForbidden(Kind.CIRCULAR_FLOW, EVERY);
    }

    @Test
    void lostUpdateThatIsSeen() {
        begin().append(X, 1).committed();
        Recording a = begin().read(X, 1).append(X, 2);
        Recording b = begin().read(X, 1).append(X, 3);
        a.committed();
        b.committed();
        begin().read(X, 1, 2, 3).committed();
        isForbidden(Kind.LOST_UPDATE, EVERY);
    }

    @Test
    void lostUpdateThatNobodyReads() {
        Recording a = begin().read(X).append(X, 2);
        Recording b = begin().read(X).append(X, 3);
        a.committed();
        b.committed();
        isForbidden(Kind.LOST_UPDATE, EVERY);
    }

    @Test
    void updateBesideABlindAppend() {
        Recording a = begin().read(X).append(X, 2);
        begin().append(X, 3).committed();
        a.committed();
        begin().read(X, 3, 2).committed();
        isForbidden(Kind.LOST_UPDATE, EVERY);
    }

    @Test
    void readSkew() {
        Recording reader = begin().read(X);
        begin().append(X, 1).append(Y, 1).committed();
        reader.read(Y, 1).committed();
        isForbidden(Kind.READ_SKEW, EVERY);
    }

    @Test
    void readSkewWithoutLaterReads() {
        Recording reader = begin().read(Y);
        begin().append(X, 1).append(Y, 5).committed();
        reader.read(X, 1).committed();
        isForbidden(Kind.READ_SKEW, EVERY);
    }

    @Test
    void writeSkew() {
        Recording a = begin().read(X).append(Y, 1);
        Recording b = begin().read(Y).append(X, 1);
        a.committed();
        b.committed();
        isForbidden(Kind.WRITE_SKEW, SERIALIZABLE);
    }

    @Test
    void writeSkewThatIsSeen() {
        Recording a = begin().read(X).read(Y).append(Y, 1);
        Recording b = begin().read(X).read(Y).append(X, 1);
        a.committed();
        b.committed();
        begin().read(X, 1).read(Y, 1).committed();
        isForbidden(Kind.WRITE_SKEW, SERIALIZABLE);
    }

    @Test
    void readerThatMakesASnapshotUnserializable() {
        // Fekete, O'Neil, O'Neil: A read-only transaction anomaly under snapshot isolation
        Recording withdraw = begin().read(X).read(Y);
        begin().read(Y).append(Y, 20).committed();
        begin().read(X).read(Y, 20).committed();
        withdraw.append(X, -11).committed();
        begin().read(X, -11).read(Y, 20).committed();
        isForbidden(Kind.WRITE_SKEW, SERIALIZABLE);
    }

    @Test
    void longFork() {
        Recording a = begin().append(X, 1);
        Recording b = begin().append(Y, 1);
        Recording sawX = begin();
        Recording sawY = begin();
        a.committed();
        b.committed();
        sawX.read(X, 1).read(Y).committed();
        sawY.read(Y, 1).read(X).committed();
        isForbidden(Kind.LONG_FORK, EVERY);
    }

    @Test
    void staleRead() {
        begin().append(X, 1).committed();
        begin().read(X).committed();
        begin().read(X, 1).committed();
        isForbidden(Kind.REAL_TIME_VIOLATION, IN_REAL_TIME);
    }

    @Test
    void appendThatWasAcknowledgedAndIsNowhere() {
        begin().append(X, 1).committed();
        begin().append(X, 2).committed();
        begin().read(X, 1).committed();
        isForbidden(Kind.REAL_TIME_VIOLATION, IN_REAL_TIME);
    }

    @Test
    void staleReadOnACachedSnapshotIsAllowed() {
        begin().append(X, 1).committed();
        history.beginCached(processes++).read(X).committed();
        begin().read(X, 1).committed();
        isAllowed();
    }

    @Test
    void cachedSnapshotWithoutTheOwnCommit() {
        history.begin(1).append(X, 1).committed();
        history.beginCached(1).read(X).committed();
        isForbidden(Kind.SESSION_VIOLATION, EVERY);
    }

    @Test
    void sessionThatGoesBackInTime() {
        history.begin(1).append(X, 1).committed();
        history.begin(2).read(X, 1).committed();
        history.begin(2).read(X).committed();
        isForbidden(Kind.SESSION_VIOLATION, EVERY);
    }

    @Test
    void overlappingReadMaySeeEither() {
        Recording old = begin();
        Recording recent = begin();
        Recording writer = begin().append(X, 1);
        writer.committed();
        old.read(X).committed();
        recent.read(X, 1).committed();
        isAllowed();
    }

    @Test
    void unansweredCommitMayHaveHappenedOrNot() {
        begin().append(X, 1).unknown();
        begin().append(Y, 1).unknown();
        begin().read(X).read(Y).committed();
        begin().read(X, 1).read(Y).committed();
        isAllowed();
    }

    @Test
    void unansweredCommitThatWasSeenStaysSeen() {
        begin().append(X, 1).append(Y, 1).unknown();
        begin().read(X, 1).committed();
        begin().read(Y).committed();
        isForbidden(Kind.REAL_TIME_VIOLATION, IN_REAL_TIME);
    }

    @Test
    void readsOfAnUnansweredCommitCountOnceItWasSeen() {
        begin().append(X, 1).aborted();
        begin().read(X, 1).append(Y, 1).unknown();
        isAllowed();
        begin().read(Y, 1).committed();
        isForbidden(Kind.DIRTY_READ, EVERY);
    }

    @Test
    void messageShowsTheCycle() {
        Recording a = begin().read(X).append(Y, 10);
        Recording b = begin().read(Y).append(X, 20);
        a.committed();
        b.committed();
        List<Anomaly> found = IsolationChecker.check(history.transactions(), Isolation.SERIALIZABLE);
        assertEquals("""
                write skew (G2-item): a cycle of 2
                  T0 (process 0, 0 to 2, COMMITTED): r(1)=[] a(2, 10)
                    -rw-> it read key 1 without element 20, of T1
                  T1 (process 1, 1 to 3, COMMITTED): r(2)=[] a(1, 20)
                    -rw-> it read key 2 without element 10, of T0""", found.stream().map(Anomaly::toString).collect(Collectors.joining()));
        assertEquals(Set.of(0, 1), Set.copyOf(found.get(0).transactions()));
        AssertionError failure = assertThrows(
                AssertionError.class, () -> IsolationChecker.assertHolds(history, Isolation.SERIALIZABLE, "seed=5"));
        assertTrue(failure.getMessage().startsWith("not SERIALIZABLE: seed=5\nwrite skew"), failure.getMessage());
    }

    @Test
    void elementsAreAppendedOnce() {
        begin().append(X, 1).committed();
        begin().append(X, 1).aborted();
        assertThrows(
                IllegalArgumentException.class,
                () -> IsolationChecker.check(history.transactions(), Isolation.SNAPSHOT));
    }
}

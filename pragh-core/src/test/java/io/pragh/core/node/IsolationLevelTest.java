package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.history.Anomaly.Kind;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListStore;
import io.pragh.history.ListStore.Intent;
import io.pragh.history.Outcome;
import io.pragh.history.TransactionHistory;
import io.pragh.testkit.FaultPlan;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs interleavings by hand on three nodes: no isolation level allows an anomaly that it forbids. */
class IsolationLevelTest {
    private final TransactionCluster cluster = new TransactionCluster(3, FaultPlan.none(1));
    private long x;
    private long y;
    private int generation;
    private TransactionHistory history = new TransactionHistory();
    private long elements;

    @AfterEach
    void end() {
        cluster.close();
    }

    /** A recorded transaction in a session of its own. */
    private final class Run {
        private final TransactionHistory.Recording recording;
        private final ListStore.Attempt attempt;

        Run(ListStore lists, int process) {
            this(lists, process, Intent.UPDATE);
        }

        Run(ListStore lists, int process, Intent intent) {
            recording = intent == Intent.CACHED_READ ? history.beginCached(process) : history.begin(process);
            attempt = lists.begin(process, intent);
        }

        Run read(long key) {
            recording.read(key, attempt.read(key));
            return this;
        }

        Run append(long key) {
            recording.append(key, ++elements);
            attempt.append(key, elements);
            return this;
        }

        boolean commit() {
            Outcome outcome = attempt.commit();
            if (outcome == Outcome.COMMITTED) {
                recording.committed();
            } else {
                recording.aborted();
            }
            return outcome == Outcome.COMMITTED;
        }
    }

    private interface Interleaving {
        void run(ListStore lists);
    }

    /** The anomalies of an interleaving, which ends with a read of both lists. */
    private Set<Kind> anomalies(IsolationLevel level, Interleaving interleaving) {
        history = new TransactionHistory();
        x = cluster.key(0, ++generation);
        y = cluster.key(1, generation);
        EnumSet<Kind> kinds = EnumSet.noneOf(Kind.class);
        try (TransactionLists lists = new TransactionLists(cluster, level)) {
            interleaving.run(lists);
        }
        try (TransactionLists lists = new TransactionLists(cluster, IsolationLevel.STRICT_SERIALIZABLE)) {
            new Run(lists, 9).read(x).read(y).commit();
        }
        IsolationChecker.check(history.transactions(), Isolation.SERIALIZABLE)
                .forEach(anomaly -> kinds.add(anomaly.kind()));
        return kinds;
    }

    private Set<Kind> lostUpdate(IsolationLevel level) {
        return anomalies(level, lists -> {
            Run first = new Run(lists, 0).read(x).append(x);
            Run second = new Run(lists, 1).read(x).append(x);
            assertTrue(first.commit());
            second.commit();
        });
    }

    private Set<Kind> writeSkew(IsolationLevel level) {
        return anomalies(level, lists -> {
            Run first = new Run(lists, 0).read(x).append(y);
            Run second = new Run(lists, 1).read(y).append(x);
            assertTrue(first.commit());
            second.commit();
        });
    }

    private Set<Kind> readSkew(IsolationLevel level) {
        return anomalies(level, lists -> {
            Run reader = new Run(lists, 0).read(x);
            assertTrue(new Run(lists, 1).append(x).append(y).commit());
            assertTrue(reader.read(y).commit(), "who only reads never conflicts");
        });
    }

    private Set<Kind> longFork(IsolationLevel level) {
        return anomalies(level, lists -> {
            Run before = new Run(lists, 0);
            assertTrue(new Run(lists, 1).append(x).commit());
            Run between = new Run(lists, 2).read(x);
            assertTrue(new Run(lists, 1).append(y).commit());
            assertTrue(before.read(y).read(x).commit());
            assertTrue(between.read(y).commit());
            assertTrue(new Run(lists, 4).read(y).read(x).commit());
        });
    }

    @ParameterizedTest
    @EnumSource
    void noUpdateIsLostAtAnyLevel(IsolationLevel level) {
        assertEquals(Set.of(), lostUpdate(level));
    }

    @ParameterizedTest
    @EnumSource
    void readsAreNeverSkewedAtAnyLevel(IsolationLevel level) {
        assertEquals(Set.of(), readSkew(level));
    }

    @ParameterizedTest
    @EnumSource
    void historyNeverForksAtAnyLevel(IsolationLevel level) {
        assertEquals(Set.of(), longFork(level));
    }

    @Test
    void cachedSnapshotIsNotOlderThanWhatItsSessionHasReadOrWritten() {
        for (int i = 0; i < 50; i++) {
            Set<Kind> kinds = anomalies(IsolationLevel.STRICT_SERIALIZABLE, lists -> {
                assertTrue(new Run(lists, 1).append(x).append(y).commit());
                assertTrue(new Run(lists, 0, Intent.READ).read(x).commit());
                assertTrue(new Run(lists, 0, Intent.CACHED_READ).read(y).commit());
                assertTrue(new Run(lists, 0).append(x).commit());
                assertTrue(new Run(lists, 0, Intent.CACHED_READ).read(x).commit());
            });
            assertEquals(Set.of(), kinds);
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesAreNeverSkewedAtAnyLevel(IsolationLevel level) {
        assertEquals(Set.of(), writeSkew(level));
    }

    @ParameterizedTest
    @EnumSource
    void appendWithoutReadConflictsWithAChangeOfWhatWasReadAtAnyLevel(IsolationLevel level) {
        Interleaving blind = lists -> {
            Run first = new Run(lists, 0).read(y).append(x);
            assertTrue(new Run(lists, 1).append(x).append(y).commit());
            first.commit();
        };
        assertEquals(Set.of(), anomalies(level, blind));
    }
}

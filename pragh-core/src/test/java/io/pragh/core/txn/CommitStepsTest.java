package io.pragh.core.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks how the coordinator of a commit at two homes handles answers that come late, twice, or not at all. */
class CommitStepsTest {
    private static final long CLIENT = 7;
    private static final long EPOCH = 1;
    private static final long PATIENCE_NANOS = 1_000_000_000_000L;

    private final ManualClock clock = new ManualClock(1, 0);
    private final List<Message> sent = new ArrayList<>();
    private final CommitCoordinator coordinator;

    @SuppressWarnings("NullAway") // there are no reads to validate
    CommitStepsTest() {
        ClusterView view = ClusterView.inTurn(3, 2);
        coordinator = new CommitCoordinator(new CommitCoordinator.Context(
                2, () -> view, clock, () -> 5, null, sent::add, CommitCoordinator.HomesHere.NONE));
    }

    private CommitOperation begin(long sequence) {
        TreeMap<Integer, List<Claim>> claims = new TreeMap<>();
        for (int home = 0; home < 2; home++) {
            long key = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, new HomeMap(2).mint(home, sequence));
            claims.put(
                    home, List.of(new Claim(key, 1, Claim.ANY, List.of(new Update(ValueOperation.ERASE, key, 0, 0)))));
        }
        CommitOperation commit = coordinator.begin(new CommitRequest(
                CLIENT, sequence, claims, new long[0], new long[0], true, false, PATIENCE_NANOS, PATIENCE_NANOS));
        coordinator.drive(commit);
        return commit;
    }

    private void vote(CommitOperation commit, int home, int type, long word) {
        commit.voted(new VoteReply(word, home, type));
        coordinator.drive(commit);
    }

    private void voteBoth(CommitOperation commit, int type, long word) {
        vote(commit, 0, type, word);
        vote(commit, 1, type, word);
    }

    private CommitOperation deciding() {
        CommitOperation commit = begin(1);
        voteBoth(commit, MessageType.PREPARE, EPOCH);
        assertEquals(CommitOperation.Step.DECIDE, commit.step());
        return commit;
    }

    @Test
    void aVoteOfAnEarlierStepDoesNotCount() {
        CommitOperation commit = deciding();
        voteBoth(commit, MessageType.PREPARE, EPOCH); // both homes were asked twice, and answer twice
        assertEquals(CommitOperation.Step.DECIDE, commit.step());
        assertEquals(CommitOutcome.OPEN, commit.outcome());
        voteBoth(commit, MessageType.DECIDE, 1);
        assertEquals(CommitOutcome.COMMITTED, commit.outcome());
    }

    @Test
    void abortedIsToldWhenNoHomeHasTheRecordAnyMore() {
        CommitOperation commit = deciding();
        vote(commit, 0, MessageType.DECIDE, VoteReply.REFUSED); // the other home may have the record
        assertEquals(CommitOperation.Step.TAKE_BACK, commit.step());
        assertEquals(CommitOutcome.OPEN, commit.outcome());
        vote(commit, 0, MessageType.TAKE_BACK, 0);
        assertEquals(CommitOutcome.OPEN, commit.outcome());
        assertEquals(
                0, sent.stream().filter(m -> m.type() == MessageType.ROLLBACK).count(), "keys are held so long");
        vote(commit, 1, MessageType.TAKE_BACK, 0);
        assertEquals(CommitOutcome.ABORTED, commit.outcome());
        assertEquals(
                2, sent.stream().filter(m -> m.type() == MessageType.ROLLBACK).count());
    }

    @Test
    void aCommitThatNobodyWasAskedToRecordIsAbortedAtOnce() {
        CommitOperation commit = begin(1);
        vote(commit, 0, MessageType.PREPARE, VoteReply.CONFLICT);
        assertEquals(CommitOutcome.ABORTED, commit.outcome());
        assertEquals(CommitOperation.Step.ROLLBACK, commit.step());
    }

    @Test
    void homesForgetWhatIsBelowTheOldestCommitThatIsNotOver() {
        CommitOperation commit = deciding();
        voteBoth(commit, MessageType.DECIDE, 1);
        assertEquals(CommitOperation.Step.PUBLISH, commit.step());
        sent.clear();
        begin(2);
        assertEquals(
                List.of(1L, 1L),
                sent.stream()
                        .filter(m -> m.type() == MessageType.PREPARE)
                        .map(m -> PrepareRequest.decode(m.payload()).outstanding())
                        .toList());
    }

    @Test
    void aLogForgetsWhatIsBelowAndNothingElse() {
        MemoryDecisionLog log = new MemoryDecisionLog();
        for (long sequence = 1; sequence <= 2; sequence++) {
            log.append(new DecisionRecord(0, CLIENT, sequence, 5, EPOCH, List.of(0, 1)));
        }
        log.forget(0, CLIENT, 2);
        assertNull(log.find(0, CLIENT, 1));
        assertNotNull(log.find(0, CLIENT, 2));
    }
}

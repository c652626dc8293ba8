package io.pragh.core.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.VoteReply;
import io.pragh.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks a commit at one home that is served by another node before it has answered. */
class LostHomeTest {
    private static final long CLIENT = 7;
    private static final int HOME = 0;
    private static final long PATIENCE_NANOS = 1_000_000_000_000L;

    private final ManualClock clock = new ManualClock(1, 0);
    private final List<Message> sent = new ArrayList<>();
    private final List<ClusterView.Member> members = ClusterView.inTurn(3, 2).members();
    private ClusterView view = new ClusterView(1, members, new int[] {1, 1});
    private final CommitCoordinator coordinator;
    private final CommitOperation commit;

    @SuppressWarnings("NullAway") // there are no reads to validate
    LostHomeTest() {
        coordinator = new CommitCoordinator(new CommitCoordinator.Context(
                0, () -> view, clock, () -> 5, null, sent::add, CommitCoordinator.HomesHere.NONE));
        long key = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, new HomeMap(2).mint(HOME, 1));
        TreeMap<Integer, List<Claim>> claims = new TreeMap<>();
        claims.put(HOME, List.of(new Claim(key, 1, Claim.ANY, List.of(new Update(ValueOperation.ERASE, key, 0, 0)))));
        commit = coordinator.begin(new CommitRequest(
                CLIENT, 1, claims, new long[0], new long[0], true, true, PATIENCE_NANOS, PATIENCE_NANOS));
        coordinator.drive(commit);
    }

    private void serveByAnother() {
        view = view.reassigned(members, new int[] {2, 2});
    }

    private void later() {
        clock.advance(2 * CommitOperation.RESEND_NANOS);
        coordinator.drive(commit);
    }

    private void vote(long word) {
        commit.voted(new VoteReply(word, HOME, MessageType.PREPARE));
        coordinator.drive(commit);
    }

    private List<Integer> prepared() {
        return sent.stream()
                .filter(m -> m.type() == MessageType.PREPARE)
                .map(Message::to)
                .toList();
    }

    @Test
    void nobodyKnowsHowACommitEndedWhoseHomeIsServedByAnotherNode() {
        serveByAnother();
        later();
        assertEquals(CommitOutcome.UNKNOWN, commit.outcome());
        assertEquals(List.of(1), prepared(), "the other node is not asked: it might do it again");
    }

    @Test
    void aHomeThatRefusedWhatItWasAskedOnceHasDoneNothing() {
        serveByAnother();
        vote(VoteReply.REFUSED);
        later();
        assertEquals(List.of(1, 2), prepared());
        vote(9);
        assertEquals(CommitOutcome.COMMITTED, commit.outcome());
    }

    @Test
    void aHomeThatRefusedWhatItWasAskedTwiceMayHaveDoneItAtFirst() {
        later();
        serveByAnother();
        vote(VoteReply.REFUSED);
        assertEquals(CommitOutcome.UNKNOWN, commit.outcome());
        assertEquals(List.of(1, 1), prepared());
    }

    @Test
    void theSameNodeIsAskedAgain() {
        later();
        assertEquals(List.of(1, 1), prepared());
        vote(VoteReply.CONFLICT);
        assertEquals(CommitOutcome.ABORTED, commit.outcome());
    }
}

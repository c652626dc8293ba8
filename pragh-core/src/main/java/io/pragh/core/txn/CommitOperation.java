package io.pragh.core.txn;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.DecisionRequest;
import io.pragh.core.protocol.HomeLife;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.timestamp.Timestamps;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One commit at its coordinator, from the first lock to the last answer. It belongs to the node, so the
 * {@link CommitCoordinator} completes it even if the caller stops waiting. Its monitor guards it.
 */
/*
 * Rules 5 to 11. What a crash of the coordinator leaves behind at each step:
 *
 *   PREPARE, TIMESTAMP, VALIDATE  locks at some homes and no record: the homes release them when they have fenced the
 *                                 coordinator (rule 13).
 *   DECIDE                        records at some homes: committed if all remaining homes have one, else rolled back.
 *   PUBLISH                       records at all remaining homes: committed.
 *   TAKE_BACK                     as DECIDE, and a record that was taken back counts as none.
 *   ROLLBACK                      no record at any remaining home: rolled back.
 */
public final class CommitOperation {
    /** The steps of a commit. */
    public enum Step {
        /** All homes hold their keys, or the only home commits in one phase. */
        PREPARE,
        /** Take W. */
        TIMESTAMP,
        /** Validate the keys that were read and not written. */
        VALIDATE,
        /** All homes write the record. */
        DECIDE,
        /** All homes publish. */
        PUBLISH,
        /** All homes take the record back, or promise not to write it; they still hold their keys. */
        TAKE_BACK,
        /** All homes release the keys. */
        ROLLBACK,
        /** The commit has ended. */
        DONE
    }

    static final long RESEND_NANOS = 100_000_000L;

    private static final long[] NONE = {};

    /** Steps, from the first, of a commit at several homes; PUBLISH follows. */
    private static final List<Step> ORDER = List.of(Step.PREPARE, Step.TIMESTAMP, Step.VALIDATE, Step.DECIDE);

    private final CommitCoordinator coordinator;
    private final CommitRequest request;
    private final List<AskedHome> homes = new ArrayList<>();
    private final List<Integer> participants;
    private final ConcurrentLinkedQueue<VoteReply> votes = new ConcurrentLinkedQueue<>();
    private final long deadlineNanos;

    /** Whether all homes are on this node and commit together in one phase. */
    private boolean here;
    /**
     * Whether the commit's own thread is in the direct call to the homes here, or about to make it; the call may wait
     * for a sync.
     */
    private volatile boolean inCall;

    private boolean onePhase;
    private Step step = Step.PREPARE;
    private CommitOutcome outcome = CommitOutcome.OPEN;
    private long timestamp;
    private long failure;
    private int failedHome;
    private boolean decideSent;

    CommitOperation(CommitCoordinator coordinator, CommitRequest request, long nowNanos) {
        this.coordinator = coordinator;
        this.request = request;
        this.participants = List.copyOf(request.claimsByHome().keySet());
        this.here =
                request.onePhase() && participants.stream().allMatch(h -> coordinator.nodeOf(h) == coordinator.self());
        this.inCall = here;
        if (here) {
            List<Claim> claims = new ArrayList<>();
            request.claimsByHome().values().forEach(claims::addAll);
            homes.add(new AskedHome(participants.get(0), claims));
            onePhase = true;
        } else {
            askEach();
        }
        this.deadlineNanos = nowNanos + request.timeoutNanos();
    }

    private void askEach() {
        request.claimsByHome().forEach((partition, claims) -> homes.add(new AskedHome(partition, claims)));
        onePhase = homes.size() == 1 && request.onePhase();
    }

    /** The client's number of this commit. */
    public long sequence() {
        return request.sequence();
    }

    long client() {
        return request.client();
    }

    /** The current step. */
    public synchronized Step step() {
        return step;
    }

    synchronized CommitOutcome outcome() {
        return outcome;
    }

    /** W of a committed transaction. */
    public synchronized long timestamp() {
        return timestamp;
    }

    /** Whether the transaction is committed. */
    public synchronized boolean committed() {
        return outcome == CommitOutcome.COMMITTED;
    }

    /** Whether the outcome may be reported to the caller. */
    public synchronized boolean decided() {
        return outcome != CommitOutcome.OPEN;
    }

    /** Code of the vote that failed; 0 when time ran out. */
    synchronized long failure() {
        return VoteReply.code(failure);
    }

    /** The key that the failed vote is about. */
    synchronized long failedKey() {
        List<Claim> claims = homes.get(failedHome).claims;
        return claims.get(Math.min(VoteReply.claim(failure), claims.size() - 1)).key();
    }

    /** Message of the exception that an operation threw at a home, when the failure is {@link VoteReply#FAILED}. */
    synchronized String reason() {
        return homes.get(failedHome).reason;
    }

    /**
     * Accepts a vote. Never waits, because the thread that votes may hold locks that the committing thread waits for.
     */
    void voted(VoteReply vote) {
        votes.add(vote);
    }

    /** Handles a node's refusal of a request: while keys are being locked, the homes at that node count as failed. */
    synchronized void refused(int node, String reason) {
        for (AskedHome home : homes) {
            if (coordinator.nodeOf(home.partition) == node) {
                votes.add(new VoteReply(VoteReply.FAILED, home.partition, MessageType.PREPARE, reason));
            }
        }
    }

    private void takeVotes() {
        for (VoteReply vote = votes.poll(); vote != null; vote = votes.poll()) {
            for (AskedHome home : homes) {
                if (home.partition == vote.partition() && home.asked && !home.answered && vote.type() == typeNow()) {
                    boolean refused = vote.word() == VoteReply.REFUSED && step == Step.PREPARE;
                    home.answered = !refused; // another node serves the home: asked again under a newer view
                    home.refusals += refused ? 1 : 0;
                    home.word = vote.word();
                    home.reason = vote.reason();
                }
            }
        }
    }

    private int typeNow() {
        return switch (step) {
            case DECIDE -> MessageType.DECIDE;
            case PUBLISH -> MessageType.PUBLISH;
            case TAKE_BACK -> MessageType.TAKE_BACK;
            case ROLLBACK -> MessageType.ROLLBACK;
            case PREPARE, TIMESTAMP, VALIDATE, DONE -> MessageType.PREPARE;
        };
    }

    /** Makes the steps that are possible now; true when the step has changed. */
    synchronized boolean advance(long nowNanos) {
        Step before = step;
        takeVotes();
        switch (step) {
            case PREPARE -> prepare(nowNanos);
            case TIMESTAMP -> timestamp(nowNanos);
            case VALIDATE -> validate(nowNanos);
            case DECIDE -> decide(nowNanos);
            case PUBLISH -> finish(nowNanos);
            case TAKE_BACK -> takeBack(nowNanos);
            case ROLLBACK -> rollback(nowNanos);
            case DONE -> {}
        }
        return step != before;
    }

    /** Commits at the homes of this node together; asks each home separately when one has just left. */
    private void askHere(long nowNanos) {
        AskedHome all = homes.get(0);
        asked(all, nowNanos);
        if (isCommitted(all)) {
            takeVotes();
        } else {
            here = false;
            homes.clear();
            askEach();
        }
    }

    private boolean isCommitted(AskedHome all) {
        try {
            return coordinator.commitHere(this, prepareRequest(all));
        } finally {
            inCall = false;
        }
    }

    /**
     * Whether the commit's own thread is in the direct call to the homes here, or about to make it, possibly until a
     * record is durable. Other threads have nothing to do then.
     */
    boolean isInCall() {
        return inCall;
    }

    private void asked(AskedHome home, long nowNanos) {
        home.asked = true;
        home.everAsked = true;
        home.sentNanos = nowNanos;
        if (step == Step.PREPARE) {
            home.life = home.sends > home.refusals ? home.life : coordinator.lifeOf(home.partition);
            home.sends += coordinator.nodeOf(home.partition) == ClusterView.NOBODY ? 0 : 1;
        }
    }

    private PrepareRequest prepareRequest(AskedHome home) {
        return new PrepareRequest(
                coordinator.outstanding(client()),
                home.partition,
                participants,
                onePhase,
                request.waits() || onePhase,
                request.waitNanos(),
                onePhase ? request.readKeys() : NONE,
                onePhase ? request.readVersions() : NONE,
                home.claims);
    }

    private void prepare(long nowNanos) {
        if (here && !homes.get(0).asked) {
            askHere(nowNanos);
        }
        if (onePhase && isLeftBehind(homes.get(0))) {
            outcome = CommitOutcome.UNKNOWN;
            fail(0, 0);
            return;
        }
        for (int i = 0; i < homes.size(); i++) {
            AskedHome home = homes.get(i);
            if (home.answered && home.word < 0) {
                fail(home.word, i);
                return;
            }
            if (!home.answered) {
                ask(home, nowNanos);
                if (home.answered) { // by a direct call
                    i--;
                } else if (request.waits()) {
                    break; // one home after the other: nobody waits in a circle
                }
            }
        }
        if (homes.stream().allMatch(h -> h.answered && h.word >= 0)) {
            prepared();
        } else if (nowNanos - deadlineNanos > 0) {
            boolean mayHaveHappened = onePhase && homes.get(0).sends > homes.get(0).refusals;
            outcome = mayHaveHappened ? CommitOutcome.UNKNOWN : outcome;
            fail(0, 0);
        }
    }

    /**
     * Whether the only home of the transaction was asked and has another life now. The former node may have committed
     * and shown the values; the new node does not know, so its answer would be meaningless. A node that got the home
     * by a handover keeps its life and knows the answers.
     */
    private boolean isLeftBehind(AskedHome home) {
        return !home.answered && home.sends > home.refusals && home.life != coordinator.lifeOf(home.partition);
    }

    private void prepared() {
        if (onePhase) {
            timestamp = homes.get(0).word;
            outcome = CommitOutcome.COMMITTED;
            end();
            return;
        }
        for (AskedHome home : homes) {
            home.epoch = home.word;
        }
        next();
    }

    private void timestamp(long nowNanos) {
        timestamp = coordinator.nextTimestamp();
        if (timestamp != Timestamps.NONE) {
            next();
        } else if (nowNanos - deadlineNanos > 0) {
            fail(0, 0);
        }
    }

    private void validate(long nowNanos) {
        Boolean valid = coordinator.validates(request.readKeys(), request.readVersions());
        if (valid != null && valid) {
            next();
        } else if (valid != null) {
            fail(VoteReply.CONFLICT, 0);
        } else if (nowNanos - deadlineNanos > 0) {
            fail(0, 0);
        }
    }

    private void decide(long nowNanos) {
        decideSent = true;
        for (int i = 0; i < homes.size(); i++) {
            AskedHome home = homes.get(i);
            if (!home.answered) {
                ask(home, nowNanos);
            }
            if (home.answered && home.word < 0) {
                fail(VoteReply.CONFLICT, i);
                return;
            }
        }
        if (homes.stream().allMatch(h -> h.answered)) {
            next();
        } else if (nowNanos - deadlineNanos > 0) {
            fail(0, 0);
        }
    }

    private void finish(long nowNanos) {
        outcome = CommitOutcome.COMMITTED;
        homes.stream().filter(h -> !h.answered).forEach(h -> ask(h, nowNanos));
        if (homes.stream().allMatch(h -> h.answered)) {
            end();
        }
    }

    /**
     * Waits for all homes. As long as a home may have the record, the homes that remain after a death may still
     * commit; so the outcome stays open until then.
     */
    private void takeBack(long nowNanos) {
        boolean all = allAnswer(nowNanos);
        if (homes.stream().anyMatch(h -> h.answered && h.word == VoteReply.REFUSED)) {
            outcome = outcome == CommitOutcome.OPEN ? CommitOutcome.COMMITTED : outcome;
            enter(Step.PUBLISH); // a restored home has found the records of all others
        } else if (all && homes.stream().anyMatch(h -> h.answered || !h.everAsked)) {
            outcome = outcome == CommitOutcome.OPEN ? CommitOutcome.ABORTED : outcome;
            enter(Step.ROLLBACK);
        } else if (outcome == CommitOutcome.OPEN && nowNanos - deadlineNanos > request.timeoutNanos()) {
            outcome = CommitOutcome.UNKNOWN;
        }
    }

    private void rollback(long nowNanos) {
        if (allAnswer(nowNanos)) {
            end();
        }
    }

    /**
     * Asks all homes that were asked before, and returns whether all have answered. Homes that are away and have logs
     * do not count: such a home asks the others itself when it is back, and one home without a record is enough for a
     * rollback.
     */
    private boolean allAnswer(long nowNanos) {
        boolean all = true;
        for (AskedHome home : homes) {
            if (home.everAsked && !home.answered) {
                ask(home, nowNanos);
            }
            all &= !home.everAsked || home.answered || coordinator.isAway(home.partition);
        }
        return all;
    }

    /** Rolls back a commit that has not been decided. */
    synchronized void giveUp(long nowNanos) {
        boolean open = step != Step.PUBLISH && step != Step.DONE && step != Step.TAKE_BACK && step != Step.ROLLBACK;
        if (open) {
            fail(0, 0);
            advance(nowNanos);
        }
    }

    private void fail(long word, int home) {
        failure = word;
        failedHome = home;
        if (!decideSent && outcome == CommitOutcome.OPEN) {
            outcome = CommitOutcome.ABORTED;
        }
        if (onePhase && word < 0) {
            end();
            return;
        }
        enter(decideSent ? Step.TAKE_BACK : Step.ROLLBACK);
    }

    private void end() {
        step = Step.DONE;
        coordinator.ended(this);
    }

    private void next() {
        int at = ORDER.indexOf(step);
        enter(at + 1 < ORDER.size() ? ORDER.get(at + 1) : Step.PUBLISH);
    }

    private void enter(Step later) {
        step = later;
        for (AskedHome home : homes) {
            home.asked = false;
            home.answered = false;
        }
    }

    private DecisionRequest decision(AskedHome home) {
        List<HomeLife> lives =
                homes.stream().map(h -> new HomeLife(h.partition, h.epoch)).toList();
        return new DecisionRequest(home.partition, coordinator.self(), home.epoch, timestamp, lives);
    }

    private void ask(AskedHome home, long nowNanos) {
        boolean waits = home.asked && nowNanos - home.sentNanos < RESEND_NANOS;
        if (waits || here && step == Step.PREPARE) { // a call within the node is not lost
            return;
        }
        asked(home, nowNanos);
        if (step == Step.PREPARE) {
            ByteBuffer payload = prepareRequest(home).encode();
            coordinator.send(this, home.partition, MessageType.PREPARE, payload);
        } else {
            send(home, typeNow(), decision(home));
        }
        takeVotes(); // a home on this node has answered
    }

    private void send(AskedHome home, int type, DecisionRequest decision) {
        ByteBuffer payload = decision.encode();
        coordinator.send(this, home.partition, type, payload);
    }
}

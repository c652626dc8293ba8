package io.pragh.core.txn.home;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.Partition;
import io.pragh.core.store.Passage;
import io.pragh.core.store.StoreShare;
import java.util.function.Supplier;

/**
 * The claims under way at the homes of one node. A {@link ClaimHolder} drives its claim until it ends or must wait. A
 * waiting claim is parked, or waits for an owner's answer, and its holder is told when it may continue. Nothing
 * blocks. Any thread.
 */
final class HomeClaims {
    private final Supplier<StoreShare> share;
    private final Passage passage;
    private final OwnersElsewhere elsewhere;
    private final ClaimSetting setting;
    private final ParkedClaims parked = new ParkedClaims();
    private final HomeCounts counts;

    /** Creates the claims of a node; a thread that drives a claim is counted in at {@code passage}. */
    HomeClaims(OwnersElsewhere.Surroundings around, Passage passage) {
        this.share = around.share();
        this.passage = passage;
        this.elsewhere = new OwnersElsewhere(around);
        this.counts = new HomeCounts(around.homes().partitions());
        this.setting = new ClaimSetting(share, elsewhere, new LockQueues());
    }

    /** Releases the endpoint. */
    void close() {
        elsewhere.close();
    }

    /** Whether claims with this home are under way; reliable when no new ones can begin. */
    boolean isBusy(int partition) {
        return counts.underWay(partition);
    }

    /** Whether claims are waiting for a key, so that a new claim must queue behind them. */
    boolean isWaitedFor(long key) {
        return setting.queues().isWaitedFor(key);
    }

    /** Begins a claim on a key whose home is here. The caller continues with {@link #drive}. */
    ClaimOperation begin(Partition home, Claim claim, ClaimHolder holder) {
        return counts.begun(new ClaimOperation(setting, home, claim, holder));
    }

    /**
     * Drives a claim as far as possible now; {@link #poll} resumes a blocked claim. Only the claim's holder calls
     * this, by one thread at a time.
     */
    void drive(ClaimOperation operation) {
        int through = passage.enter();
        try {
            if (advance(operation) == ClaimProgress.BLOCKED) {
                parked.add(operation);
            }
            counts.ended(operation);
        } finally {
            passage.exit(through);
        }
    }

    private static ClaimProgress advance(ClaimOperation operation) {
        ClaimProgress progress = ClaimProgress.ADVANCED;
        try {
            while (progress == ClaimProgress.ADVANCED) {
                progress = operation.advance();
            }
        } catch (PraghException withdrawn) {
            if (!withdrawn.retryable()) {
                throw withdrawn;
            }
            progress = ClaimProgress.BLOCKED; // its partition is withdrawn, and the step was not made
        }
        return progress;
    }

    /** Resumes parked claims, and sends unanswered messages again. */
    void poll() {
        if (share.get().takesUpdates()) {
            parked.poll(ClaimOperation::resume);
            elsewhere.poll();
        }
    }

    /**
     * Accepts an owner's answer; false when the message is no answer, or belongs to another asker. Throws
     * {@link MalformedMessageException} before it has had any effect when the message is invalid.
     */
    boolean handle(Message message) {
        boolean answer = switch (message.type()) {
            case MessageType.HOLD_REPLY, MessageType.SETTLE_REPLY -> true;
            case MessageType.REFUSAL -> elsewhere.isAsker(message.client());
            default -> false;
        };
        if (answer) {
            elsewhere.replied(message);
        }
        return answer;
    }
}

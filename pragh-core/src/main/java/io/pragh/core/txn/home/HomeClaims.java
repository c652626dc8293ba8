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
 * The claims under way at the homes of one node. A holder has its claim driven as far as it goes; one that must wait is parked, or waits
 * for an owner's answer, and its holder is told when it may go on. Nothing blocks. Any thread.
 */
final class HomeClaims {
    private final Supplier<StoreShare> share;
    private final Passage passage;
    private final OwnersElsewhere elsewhere;
    private final ClaimSetting setting;
    private final ParkedClaims parked = new ParkedClaims();
    private final HomeCounts counts;

    /** Claims of a node; whoever drives one is counted in at {@code passage}. */
    HomeClaims(OwnersElsewhere.Surroundings around, Passage passage) {
        this.share = around.share();
        this.passage = passage;
        this.elsewhere = new OwnersElsewhere(around);
        this.counts = new HomeCounts(around.homes().partitions());
        this.setting = new ClaimSetting(share, elsewhere, new LockQueues());
    }

    /** Gives back what it holds of the fabric. */
    void close() {
        elsewhere.close();
    }

    /** Whether claims are under way whose home is this partition; certain when none can begin. */
    boolean isBusy(int partition) {
        return counts.underWay(partition);
    }

    /** Whether somebody has been waiting for a key: whoever comes now has the next turn at the earliest. */
    boolean isWaitedFor(long key) {
        return setting.queues().isWaitedFor(key);
    }

    /** Begins a claim on a key whose home is here. Call {@link #drive} next. */
    ClaimOperation begin(Partition home, Claim claim, ClaimHolder holder) {
        return counts.begun(new ClaimOperation(setting, home, claim, holder));
    }

    /** Drives a claim as far as it goes now; what blocks it is tried again by {@link #poll}. Only its holder calls it, on one thread. */
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

    /** Has parked claims tried again, and sends again what was not answered. */
    void poll() {
        if (share.get().takesUpdates()) {
            parked.poll(ClaimOperation::resume);
            elsewhere.poll();
        }
    }

    /**
     * Takes an owner's answer in; false when the message is none, or another asker's. Throws {@link MalformedMessageException} before it
     * has done anything when the message cannot be meant.
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

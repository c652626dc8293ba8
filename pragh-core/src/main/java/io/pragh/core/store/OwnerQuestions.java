package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.AbandonRequest;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.SettleRequest;
import io.pragh.core.protocol.WordReply;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** What the homes of a node have asked owners on other nodes, until it is answered. Any thread. */
final class OwnerQuestions implements RemoteOwner {
    /** An unanswered message to an owner is sent again after this. */
    static final long RESEND_NANOS = 100_000_000L;

    /**
     * What questions need of their node.
     *
     * @param fabric carries them
     * @param clock the node's
     * @param clientId under which they are asked
     * @param view the latest picture of the cluster
     * @param share the partitions this node serves
     * @param checks refuse what is malformed
     */
    record Surroundings(
            Fabric fabric,
            Clock clock,
            long clientId,
            Supplier<ClusterView> view,
            Supplier<StoreShare> share,
            MessageChecks checks) {}

    private final Fabric fabric;
    private final Clock clock;
    private final long clientId;
    private final Supplier<ClusterView> view;
    private final Supplier<StoreShare> share;
    private final MessageChecks checks;
    private final RemoteStamp remoteStamp;
    private final BiConsumer<ClaimOperation, ClaimOperation.Progress> drive;
    private final ConcurrentSkipListMap<Long, Asked> asked = new ConcurrentSkipListMap<>();
    private long lastSequence;

    /** Questions; {@code drive} goes on with an update that was answered. */
    OwnerQuestions(Surroundings around, BiConsumer<ClaimOperation, ClaimOperation.Progress> drive) {
        this.fabric = around.fabric;
        this.clock = around.clock;
        this.clientId = around.clientId;
        this.view = around.view;
        this.share = around.share;
        this.checks = around.checks;
        this.remoteStamp = new RemoteStamp(fabric);
        this.drive = drive;
    }

    void close() {
        remoteStamp.close();
    }

    /** Sends again what was not answered. */
    void poll() {
        if (!asked.isEmpty()) {
            long now = clock.nanos();
            asked.forEach((sequence, message) -> {
                if (now - message.sentNanos >= RESEND_NANOS) {
                    resend(sequence, message, now);
                }
            });
        }
    }

    private void resend(long sequence, Asked message, long nowNanos) {
        ClusterView now = view.get();
        int node = now.nodeOf(message.partition);
        // the partition may have come here, with all that its former node had answered: then this node asks itself
        boolean anew =
                share.get().partition(message.partition) != null && now.lifeOf(message.partition) != message.life;
        boolean sameOwner = !anew && node != ClusterView.NOBODY;
        if (sameOwner) {
            message.sentNanos = nowNanos;
            send(node, message.type, clientId, sequence, message.payload.duplicate());
        } else if (asked.remove(sequence) != null) {
            synchronized (message.operation.monitor()) {
                message.operation.ownerIsGone();
            }
            drive.accept(message.operation, ClaimOperation.Progress.ADVANCED);
        }
    }

    void replied(Message message) {
        Asked question = asked.get(message.sequence());
        if (question == null || message.client() != clientId || !share.get().takesUpdates()) {
            return; // answered before: the message was sent again and both arrived; or not now: it is asked again later
        }
        long word = WordReply.decode(message.payload());
        boolean refusal = message.type() == MessageType.REFUSAL && word == WordReply.FAILED;
        if (!refusal && message.type() != MessageType.replyTo(question.type)) {
            throw new MalformedMessageException(
                    "a reply is of another type than its request asks for: request=" + question.type);
        }
        boolean holds = question.type == MessageType.HOLD;
        if (holds) {
            checks.answer(word, question.partition);
        }
        if (!asked.remove(message.sequence(), question)) {
            return;
        }
        ClaimOperation.Progress progress = ClaimOperation.Progress.DONE;
        synchronized (question.operation.monitor()) {
            if (holds) {
                progress = word == WordReply.FAILED
                        ? question.operation.failed(
                                new OperationFailedException(WordReply.reason(message.payload()), null))
                        : question.operation.applied(word);
            } else {
                question.operation.settled();
            }
        }
        drive.accept(question.operation, progress);
    }

    @Override
    public boolean hold(ClaimOperation operation, long old, Claim claim) {
        int partition = ValueAddress.partition(old);
        if (view.get().nodeOf(partition) == ClusterView.NOBODY) {
            return false;
        }
        ask(operation, MessageType.HOLD, partition, smallest -> HoldRequest.encode(old, smallest, claim));
        return true;
    }

    @Override
    public void abandon(ClaimOperation operation, Claim claim, long old, long unpublished) {
        ask(
                operation,
                MessageType.ABANDON,
                ValueAddress.partition(old),
                smallest -> AbandonRequest.encode(claim.key(), old, unpublished, claim.begin()));
    }

    @Override
    public int stamp(long key, long address, long version) {
        return view.get().nodeOf(ValueAddress.partition(address)) == ClusterView.NOBODY
                ? 0
                : remoteStamp.stamp(key, address, version);
    }

    @Override
    public void settle(ClaimOperation operation, long key, long old, long published) {
        int partition = ValueAddress.partition(published == ValueAddress.ABSENT ? old : published);
        ask(operation, MessageType.SETTLE, partition, smallest -> SettleRequest.encode(key, old, published));
    }

    /** Sends a question that names the smallest number that is still open: owners forget what they answered below it. */
    private void ask(ClaimOperation operation, int type, int partition, LongFunction<ByteBuffer> payload) {
        ClusterView now = view.get();
        long sequence;
        Asked question;
        synchronized (this) {
            sequence = ++lastSequence;
            Map.Entry<Long, Asked> oldest = asked.firstEntry();
            long smallest = oldest == null ? sequence : oldest.getKey();
            question = new Asked(
                    operation, type, partition, now.lifeOf(partition), payload.apply(smallest), clock.nanos());
            asked.put(sequence, question);
        }
        int node = now.nodeOf(partition);
        if (node != ClusterView.NOBODY) {
            send(node, type, clientId, sequence, question.payload.duplicate());
        }
    }

    private void send(int to, int type, long client, long sequence, ByteBuffer payload) {
        fabric.send(new Message(fabric.self(), to, type, client, sequence, 0, payload));
    }
}

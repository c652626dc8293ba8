package io.pragh.core.txn.home;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.AbandonRequest;
import io.pragh.core.protocol.AppendRequest;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.SettleRequest;
import io.pragh.core.protocol.WordReply;
import io.pragh.core.store.MessageChecks;
import io.pragh.core.store.StoreShare;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Owners on other nodes: sends them the requests of this node's homes, and keeps each until it is answered. Any
 * thread.
 */
final class OwnersElsewhere implements Owner {
    /** An unanswered message to an owner is sent again after this time. */
    static final long RESEND_NANOS = 100_000_000L;

    /**
     * The services of the node that requests to owners use.
     *
     * @param fabric carries them
     * @param clock the node's clock
     * @param clientId the client id of the requests
     * @param view the latest view of the cluster
     * @param share the partitions that this node serves
     * @param homes maps a key to its home
     */
    record Surroundings(
            Fabric fabric,
            Clock clock,
            long clientId,
            Supplier<ClusterView> view,
            Supplier<StoreShare> share,
            HomeMap homes) {}

    private final Fabric fabric;
    private final Clock clock;
    private final long clientId;
    private final Supplier<ClusterView> view;
    private final Supplier<StoreShare> share;
    private final MessageChecks checks;
    private final RemoteStamp remoteStamp;
    private final ConcurrentSkipListMap<Long, Asked> asked = new ConcurrentSkipListMap<>();
    private long lastSequence;

    OwnersElsewhere(Surroundings around) {
        this.fabric = around.fabric;
        this.clock = around.clock;
        this.clientId = around.clientId;
        this.view = around.view;
        this.share = around.share;
        this.checks = new MessageChecks(around.homes);
        this.remoteStamp = new RemoteStamp(fabric);
    }

    void close() {
        remoteStamp.close();
    }

    /** Whether this is the client id of the requests to owners. */
    boolean isAsker(long client) {
        return client == clientId;
    }

    /** Sends unanswered messages again. */
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
        // the partition may have come here, with everything that its former node had answered: then the claim asks
        // this node
        boolean anew =
                share.get().partition(message.partition) != null && now.lifeOf(message.partition) != message.life;
        boolean sameOwner = !anew && node != ClusterView.NOBODY;
        if (sameOwner) {
            message.sentNanos = nowNanos;
            send(node, message.type, clientId, sequence, message.payload.duplicate());
        } else if (asked.remove(sequence) != null) {
            message.operation.hear(GONE);
            message.operation.resume();
        }
    }

    void replied(Message message) {
        Asked question = asked.get(message.sequence());
        if (question == null || message.client() != clientId || !share.get().takesUpdates()) {
            return; // a second answer, since the request was sent twice; or too early: it is sent again
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
        if (holds && word == WordReply.FAILED) {
            question.operation.hear(new OperationFailedException(WordReply.reason(message.payload()), null));
        } else {
            question.operation.hear(holds ? word : 0);
        }
        question.operation.resume();
    }

    @Override
    public long hold(ClaimOperation asker, Claim claim, long old) {
        int partition = ValueAddress.partition(old);
        if (view.get().nodeOf(partition) == ClusterView.NOBODY) {
            return GONE;
        }
        ask(asker, MessageType.HOLD, partition, smallest -> HoldRequest.encode(old, smallest, claim));
        return AWAITED;
    }

    @Override
    public long abandon(ClaimOperation asker, Claim claim, long old, long unpublished) {
        ask(
                asker,
                MessageType.ABANDON,
                ValueAddress.partition(old),
                smallest -> AbandonRequest.encode(claim.key(), old, unpublished, claim.begin()));
        return AWAITED;
    }

    @Override
    public int stamp(long key, long address, long version) {
        return view.get().nodeOf(ValueAddress.partition(address)) == ClusterView.NOBODY
                ? 0
                : remoteStamp.stamp(key, address, version);
    }

    @Override
    public long append(ClaimOperation asker, Claim claim, long old, long version) {
        ask(
                asker,
                MessageType.APPEND,
                ValueAddress.partition(old),
                smallest -> AppendRequest.encode(old, version, claim));
        return AWAITED;
    }

    @Override
    public long settle(ClaimOperation asker, long key, long old, long published) {
        int partition = ValueAddress.partition(published == ValueAddress.ABSENT ? old : published);
        ask(asker, MessageType.SETTLE, partition, smallest -> SettleRequest.encode(key, old, published));
        return AWAITED;
    }

    /** Sends a request that includes the smallest open sequence number; owners forget their answers below it. */
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
        fabric.send(new Message(fabric.self(), to, type, client, sequence, payload));
    }
}

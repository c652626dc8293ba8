package io.pragh.core.txn;

import io.pragh.core.access.VersionCheck;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.DecisionRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.protocol.WordReply;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Coordinates the commits that begin at one node: keeps each {@link CommitOperation} until all of its homes have
 * acknowledged the end. Any thread.
 */
public final class CommitCoordinator {
    private final Context context;
    private final AtomicBoolean polling = new AtomicBoolean();
    private final ConcurrentHashMap<Long, ConcurrentSkipListMap<Long, CommitOperation>> clients =
            new ConcurrentHashMap<>();

    /**
     * The services of the node that the coordinator uses.
     *
     * @param self number of the node
     * @param view the latest view of the cluster
     * @param clock the node's clock for time-outs
     * @param timestamps takes W, or {@link io.pragh.core.timestamp.Timestamps#NONE}
     * @param check validation of reads (rule 7)
     * @param outbox sends messages to any node; messages to this node are handled before the call returns
     * @param here the homes of this node
     */
    public record Context(
            int self,
            Supplier<ClusterView> view,
            Clock clock,
            LongSupplier timestamps,
            VersionCheck check,
            Consumer<Message> outbox,
            HomesHere here) {}

    /** The homes of the coordinator's own node. */
    @FunctionalInterface
    public interface HomesHere {
        /** For a node without homes. */
        HomesHere NONE = (client, sequence, request, answer) -> false;

        /**
         * Commits a transaction in one phase at homes that are all on this node. The answer is delivered once,
         * possibly before this method returns. Returns false, without effect and without an answer, when one of the
         * homes is not here.
         */
        boolean commit(long client, long sequence, PrepareRequest request, Consumer<VoteReply> answer);
    }

    /** Creates a coordinator without commits. */
    public CommitCoordinator(Context context) {
        this.context = context;
    }

    int self() {
        return context.self();
    }

    long nanos() {
        return context.clock().nanos();
    }

    long nextTimestamp() {
        return context.timestamps().getAsLong();
    }

    /** Validates reads (rule 7); null when the check cannot be made now. */
    @Nullable
    Boolean validates(long[] keys, long[] versions) {
        return keys.length == 0 ? Boolean.TRUE : context.check().unchanged(keys, versions, keys.length);
    }

    /** Number of commits under way. */
    public int size() {
        return clients.values().stream().mapToInt(ConcurrentSkipListMap::size).sum();
    }

    CommitOperation begin(CommitRequest request) {
        CommitOperation operation = new CommitOperation(this, request, nanos());
        clients.compute(request.client(), (client, open) -> {
            ConcurrentSkipListMap<Long, CommitOperation> all = open == null ? new ConcurrentSkipListMap<>() : open;
            all.put(request.sequence(), operation);
            return all;
        });
        return operation;
    }

    /** The smallest sequence number of a client's commits under way; homes forget all smaller ones. */
    long outstanding(long client) {
        ConcurrentSkipListMap<Long, CommitOperation> open = clients.get(client);
        var first = open == null ? null : open.firstEntry();
        return first == null ? 0 : first.getKey();
    }

    void ended(CommitOperation operation) {
        clients.computeIfPresent(operation.client(), (client, open) -> {
            open.remove(operation.sequence());
            return open.isEmpty() ? null : open;
        });
    }

    /** The node that serves a home now, or {@link ClusterView#NOBODY}. */
    int nodeOf(int partition) {
        return context.view().get().nodeOf(partition);
    }

    /** Whether no node serves the home now, and the home will be restored from its log. */
    boolean isAway(int partition) {
        ClusterView view = context.view().get();
        return view.isKept() && view.nodeOf(partition) == ClusterView.NOBODY;
    }

    /** The current life of a home. */
    int lifeOf(int partition) {
        return context.view().get().lifeOf(partition);
    }

    /** Commits at homes of this node; false when one of them is not here. */
    boolean commitHere(CommitOperation operation, PrepareRequest request) {
        return context.here().commit(operation.client(), operation.sequence(), request, operation::voted);
    }

    void send(CommitOperation operation, int partition, int type, ByteBuffer payload) {
        int node = nodeOf(partition);
        if (node != ClusterView.NOBODY) {
            context.outbox()
                    .accept(new Message(context.self(), node, type, operation.client(), operation.sequence(), payload));
        }
    }

    /** Advances a commit as far as possible without waiting. */
    void drive(CommitOperation operation) {
        boolean going = true;
        while (going) {
            going = operation.advance(nanos());
        }
    }

    /** Advances all commits, regardless of the thread that began them, and sends unanswered requests again. */
    public void poll() {
        if (clients.isEmpty() || !polling.compareAndSet(false, true)) {
            return; // one thread is enough, and the others need not wait for it
        }
        try {
            clients.values().forEach(open -> open.values().forEach(this::driveUnlessInCall));
        } finally {
            polling.set(false);
        }
    }

    private void driveUnlessInCall(CommitOperation operation) {
        if (!operation.isInCall()) {
            drive(operation);
        }
    }

    /** Handles a message for coordinators; false when the message is of another type. */
    public boolean handle(Message message) {
        switch (message.type()) {
            case MessageType.VOTE -> voted(message);
            case MessageType.STATUS -> asked(message);
            case MessageType.REFUSAL -> {
                return refused(message);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void voted(Message message) {
        VoteReply vote = VoteReply.decode(message.payload());
        CommitOperation operation = find(message);
        if (operation != null) {
            operation.voted(vote);
        }
    }

    /** Handles a node's refusal of a request; false when no commit waits for it. */
    private boolean refused(Message message) {
        CommitOperation operation = find(message);
        if (operation != null) {
            operation.refused(message.from(), WordReply.reason(message.payload()));
        }
        return operation != null;
    }

    /**
     * Answers a home that holds keys for a commit and has heard nothing of it: a commit that is not under way is
     * rolled back.
     */
    private void asked(Message message) {
        DecisionRequest question = DecisionRequest.decode(message.payload());
        if (find(message) == null) {
            ByteBuffer payload =
                    DecisionRequest.to(question.partition(), context.self()).encode();
            context.outbox()
                    .accept(new Message(
                            context.self(),
                            message.from(),
                            MessageType.ROLLBACK,
                            message.client(),
                            message.sequence(),
                            payload));
        }
    }

    private @Nullable CommitOperation find(Message message) {
        ConcurrentSkipListMap<Long, CommitOperation> open = clients.get(message.client());
        return open == null ? null : open.get(message.sequence());
    }
}

package io.pragh.core.store;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.Update;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.AbandonRequest;
import io.pragh.core.protocol.ApplyRequest;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.SettleRequest;
import io.pragh.core.protocol.UpdateRequest;
import io.pragh.core.protocol.WordReply;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's share of the data: runs the updates of the keys whose home is here, and the owner's part of updates of values that lie
 * here. Nothing blocks: an update that must wait is parked and goes on in {@link #poll}. Any thread.
 */
public final class StoreNode {
    /** An unanswered message to an owner is sent again after this. */
    static final long RESEND_NANOS = 100_000_000L;

    private final Fabric fabric;
    private final HomeMap homes;
    private final Clock clock;
    private final Supplier<ClusterView> view;
    private final Supplier<StoreShare> share;
    private final long clientId;
    private final @Nullable CommitClock commits;
    private final UpdateSetting setting;
    private final RemoteStamp remoteStamp;
    private final MessageChecks checks;
    private final ExactlyOnce updates;
    private final ExactlyOnce applies;
    private final ConcurrentSkipListMap<Long, Asked> asked = new ConcurrentSkipListMap<>();
    private final ParkedUpdates parked = new ParkedUpdates();
    private final RemoteOwner owners = new RemoteOwners();

    /** The store of one node in a graph without snapshots: versions count updates. */
    public StoreNode(
            Fabric fabric,
            HomeMap homes,
            Clock clock,
            long clientId,
            Supplier<ClusterView> view,
            Supplier<StoreShare> share,
            Safeguards safeguards) {
        this(fabric, homes, new Clocks(clock, null), clientId, view, share, safeguards);
    }

    /**
     * The node's clocks.
     *
     * @param nanos for time-outs
     * @param commits for versions; without it versions count updates, and there are no transactions
     */
    public record Clocks(Clock nanos, @Nullable CommitClock commits) {}

    /**
     * The store of one node.
     *
     * @param clientId unique for this node's life, for its own requests to owners
     * @param view the latest picture of the cluster
     * @param share the partitions this node serves
     */
    public StoreNode(
            Fabric fabric,
            HomeMap homes,
            Clocks clocks,
            long clientId,
            Supplier<ClusterView> view,
            Supplier<StoreShare> share,
            Safeguards safeguards) {
        this.fabric = fabric;
        this.homes = homes;
        this.clock = clocks.nanos;
        this.commits = clocks.commits;
        this.clientId = clientId;
        this.view = view;
        this.share = share;
        this.remoteStamp = new RemoteStamp(fabric);
        this.checks = new MessageChecks(homes);
        this.setting = new UpdateSetting(
                share,
                owners,
                new LockQueues(),
                commits,
                safeguards.has(Safeguard.LOOK_UP_UNDER_BUSY),
                safeguards.has(Safeguard.PREVIOUS_UNDER_BUSY));
        boolean deduplicate = safeguards.has(Safeguard.DEDUPLICATE_UPDATES);
        this.updates = new ExactlyOnce(deduplicate);
        this.applies = new ExactlyOnce(deduplicate);
    }

    /** Gives back what it holds of the fabric. */
    public void close() {
        remoteStamp.close();
    }

    /** Whether this node is the home of a key now. */
    public boolean isHome(long key) {
        return share.get().partition(homes.home(key)) != null;
    }

    /**
     * Starts an update of a key whose home is here; {@code whenDecided} gets the result's code, or {@link WordReply#FAILED} when the
     * operation threw: then {@link UpdateOperation#failure} tells what. Call {@link #drive} next.
     */
    public UpdateOperation begin(Update update, LongConsumer whenDecided) {
        StoreShare now = share.get();
        Partition home = now.partition(homes.home(update.key()));
        if (home == null) {
            throw new PraghException(
                    "this node is not the key's home any more; try again: node=" + fabric.self(), null, true);
        }
        if (!now.takesUpdates()) {
            throw new PraghException(
                    "this node has lost touch with the cluster and takes no updates; try again: node=" + fabric.self(),
                    null,
                    true);
        }
        now.operations().get(update.operation()); // an unknown one is refused before it holds the key
        long begin = commits == null ? 0 : commits.recent();
        Claim claim = new Claim(update.key(), begin, Claim.ANY, List.of(update));
        return new UpdateOperation(setting, home, claim, whenDecided, null);
    }

    /** A part of a transaction. */
    UpdateOperation begin(Partition home, Claim claim, UpdateHolder holder) {
        return new UpdateOperation(setting, home, claim, ignored -> {}, holder);
    }

    /** Drives an update as far as it goes now; what blocks it is tried again by {@link #poll}. */
    public void drive(UpdateOperation operation) {
        drive(operation, UpdateOperation.Progress.ADVANCED);
    }

    private void drive(UpdateOperation operation, UpdateOperation.Progress soFar) {
        UpdateOperation.Progress progress = soFar;
        synchronized (operation.monitor()) {
            try {
                while (progress == UpdateOperation.Progress.ADVANCED) {
                    progress = operation.advance();
                }
            } catch (PraghException withdrawn) {
                if (!withdrawn.retryable()) {
                    throw withdrawn;
                }
                progress = UpdateOperation.Progress.BLOCKED; // its partition is withdrawn, and the step was not made
            }
        }
        if (progress == UpdateOperation.Progress.BLOCKED) {
            parked.add(operation);
        }
    }

    /** Tries parked updates again, and sends again what was not answered. */
    public void poll() {
        if (!share.get().takesUpdates()) {
            return;
        }
        parked.poll(this::drive);
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
        int node = view.get().nodeOf(message.partition);
        boolean sameOwner = share.get().partition(message.partition) == null && node != ClusterView.NOBODY;
        if (sameOwner) {
            message.sentNanos = nowNanos;
            send(node, message.type, clientId, sequence, message.payload.duplicate());
        } else if (asked.remove(sequence) != null) {
            synchronized (message.operation.monitor()) {
                message.operation.ownerIsGone();
            }
            drive(message.operation);
        }
    }

    /**
     * Handles a message that is for the store; false when it is not. Throws {@link MalformedMessageException} before it has done
     * anything when the message cannot be meant.
     */
    public boolean handle(Message message) {
        switch (message.type()) {
            case MessageType.UPDATE -> handleUpdate(message);
            case MessageType.APPLY -> handleApply(message);
            case MessageType.HOLD -> handleHold(message);
            case MessageType.SETTLE -> handleSettle(message);
            case MessageType.ABANDON -> handleAbandon(message);
            case MessageType.APPLY_REPLY, MessageType.SETTLE_REPLY -> handleReply(message);
            case MessageType.REFUSAL -> {
                if (message.client() != clientId) {
                    return false;
                }
                handleReply(message);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void handleUpdate(Message message) {
        Update update = UpdateRequest.decode(message.payload());
        MessageChecks.key(update.key());
        if (!isHome(update.key()) || !share.get().takesUpdates()) {
            // never forwarded: a request cannot circle between nodes with old views (h11), its client asks again with a
            // new one
            reply(message, MessageType.UPDATE_REPLY, WordReply.REFUSED);
            return;
        }
        long known = updates.begin(message.client(), message.sequence(), UpdateRequest.outstanding(message.payload()));
        if (known == ExactlyOnce.NEW) {
            beginRemote(message, update);
        } else if (known != ExactlyOnce.UNDER_WAY && known != ExactlyOnce.LATE) {
            replyAgain(updates, message, MessageType.UPDATE_REPLY, known);
        }
    }

    private void beginRemote(Message message, Update update) {
        RemoteCaller caller = new RemoteCaller(message);
        UpdateOperation operation;
        try {
            operation = begin(update, caller);
        } catch (PraghException refused) { // no operation has this code here, and none will when the client asks again
            fail(updates, message, MessageType.UPDATE_REPLY, refused);
            return;
        }
        caller.operation = operation;
        drive(operation);
    }

    /** Answers the client on another node. */
    private final class RemoteCaller implements LongConsumer {
        private final Message request;
        private @Nullable UpdateOperation operation;

        RemoteCaller(Message request) {
            this.request = request;
        }

        @Override
        public void accept(long result) {
            OperationFailedException failure = operation == null ? null : operation.failure();
            if (failure != null) {
                fail(updates, request, MessageType.UPDATE_REPLY, failure);
            } else {
                updates.finish(request.client(), request.sequence(), result);
                reply(request, MessageType.UPDATE_REPLY, result);
            }
        }
    }

    private void fail(ExactlyOnce memory, Message request, int replyType, PraghException failure) {
        String reason = String.valueOf(failure.getMessage());
        memory.fail(request.client(), request.sequence(), WordReply.FAILED, reason);
        send(request.from(), replyType, request.client(), request.sequence(), WordReply.failed(reason));
    }

    private void replyAgain(ExactlyOnce memory, Message request, int replyType, long word) {
        ByteBuffer payload = word == WordReply.FAILED
                ? WordReply.failed(memory.reason(request.client(), request.sequence()))
                : WordReply.encode(word);
        send(request.from(), replyType, request.client(), request.sequence(), payload);
    }

    private void handleApply(Message message) {
        long old = ApplyRequest.oldAddress(message.payload());
        Update update = ApplyRequest.update(message.payload());
        MessageChecks.key(update.key());
        answer(
                message,
                old,
                ApplyRequest.outstanding(message.payload()),
                (installer, at) -> installer.apply(at, update, old));
    }

    private void handleHold(Message message) {
        long old = HoldRequest.oldAddress(message.payload());
        Claim claim = HoldRequest.claim(message.payload());
        MessageChecks.key(claim.key());
        answer(
                message,
                old,
                HoldRequest.outstanding(message.payload()),
                (installer, at) -> installer.hold(at, claim, old));
    }

    /** What an owner does for a home that holds the key. */
    private interface OwnersPart {
        long build(ValueInstaller installer, Partition at);
    }

    private void answer(Message message, long old, long outstanding, OwnersPart part) {
        checks.address(old);
        Partition at = share.get().partition(ValueAddress.partition(old));
        if (at == null || !share.get().takesUpdates()) {
            return; // the home sends it again, to whoever serves the partition by then
        }
        long known = applies.begin(message.client(), message.sequence(), outstanding);
        if (known == ExactlyOnce.NEW) {
            try {
                known = part.build(share.get().installer(), at);
                applies.finish(message.client(), message.sequence(), known);
            } catch (OperationFailedException failed) {
                fail(applies, message, MessageType.APPLY_REPLY, failed);
                return;
            }
        }
        if (known != ExactlyOnce.UNDER_WAY && known != ExactlyOnce.LATE) {
            replyAgain(applies, message, MessageType.APPLY_REPLY, known);
        }
    }

    private void handleAbandon(Message message) {
        ByteBuffer payload = message.payload();
        long key = AbandonRequest.key(payload);
        long old = AbandonRequest.oldAddress(payload);
        long unpublished = AbandonRequest.newAddress(payload);
        long begin = AbandonRequest.begin(payload);
        MessageChecks.key(key);
        checks.address(old);
        if (unpublished != ValueInstaller.UNCHANGED) {
            checks.address(unpublished);
        }
        Partition at = share.get().partition(ValueAddress.partition(old));
        if (at == null || !share.get().takesUpdates()) {
            return;
        }
        if (applies.begin(message.client(), message.sequence(), 0) == ExactlyOnce.NEW) {
            share.get().installer().abandon(at, key, old, unpublished, begin);
            applies.finish(message.client(), message.sequence(), 0);
        } else {
            share.get().installer().abandonAgain(at, key, old);
        }
        reply(message, MessageType.SETTLE_REPLY, 0);
    }

    private void handleSettle(Message message) {
        long published = SettleRequest.newAddress(message.payload());
        long old = SettleRequest.oldAddress(message.payload());
        long key = SettleRequest.key(message.payload());
        MessageChecks.key(key);
        checks.address(old);
        if (published != ValueAddress.ABSENT) { // the key was not forgotten
            checks.address(published);
        }
        if (published != ValueAddress.ABSENT && ValueAddress.partition(old) != ValueAddress.partition(published)) {
            throw new MalformedMessageException("an owner replaces a block where it lies: old=" + ValueAddress.show(old)
                    + " new=" + ValueAddress.show(published));
        }
        Partition at = share.get().partition(ValueAddress.partition(old));
        if (at == null || !share.get().takesUpdates()) {
            return;
        }
        if (applies.begin(message.client(), message.sequence(), 0) == ExactlyOnce.NEW) {
            share.get().installer().settle(at, key, old, published);
            applies.finish(message.client(), message.sequence(), 0);
        }
        reply(message, MessageType.SETTLE_REPLY, 0);
    }

    private void handleReply(Message message) {
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
        boolean builds = question.type == MessageType.APPLY || question.type == MessageType.HOLD;
        if (builds) {
            checks.answer(word, question.partition);
        }
        if (!asked.remove(message.sequence(), question)) {
            return;
        }
        UpdateOperation.Progress progress = UpdateOperation.Progress.DONE;
        synchronized (question.operation.monitor()) {
            if (builds) {
                progress = word == WordReply.FAILED
                        ? question.operation.failed(
                                new OperationFailedException(WordReply.reason(message.payload()), null))
                        : question.operation.applied(word);
            } else {
                question.operation.settled();
            }
        }
        drive(question.operation, progress);
    }

    private void reply(Message request, int type, long word) {
        send(request.from(), type, request.client(), request.sequence(), WordReply.encode(word));
    }

    private void send(int to, int type, long client, long sequence, ByteBuffer payload) {
        fabric.send(new Message(fabric.self(), to, type, client, sequence, 0, payload));
    }

    private final class RemoteOwners implements RemoteOwner {
        private long lastSequence;

        @Override
        public boolean apply(UpdateOperation operation, long old, Update update) {
            int partition = ValueAddress.partition(old);
            if (view.get().nodeOf(partition) == ClusterView.NOBODY) {
                return false;
            }
            ask(operation, MessageType.APPLY, partition, smallest -> ApplyRequest.encode(old, smallest, update));
            return true;
        }

        @Override
        public boolean hold(UpdateOperation operation, long old, Claim claim) {
            int partition = ValueAddress.partition(old);
            if (view.get().nodeOf(partition) == ClusterView.NOBODY) {
                return false;
            }
            ask(operation, MessageType.HOLD, partition, smallest -> HoldRequest.encode(old, smallest, claim));
            return true;
        }

        @Override
        public void abandon(UpdateOperation operation, Claim claim, long old, long unpublished) {
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
        public void settle(UpdateOperation operation, long key, long old, long published) {
            int partition = ValueAddress.partition(published == ValueAddress.ABSENT ? old : published);
            ask(operation, MessageType.SETTLE, partition, smallest -> SettleRequest.encode(key, old, published));
        }

        /** Sends a question that names the smallest number that is still open: owners forget what they answered below it. */
        private void ask(UpdateOperation operation, int type, int partition, LongFunction<ByteBuffer> payload) {
            long sequence;
            Asked question;
            synchronized (this) {
                sequence = ++lastSequence;
                Map.Entry<Long, Asked> oldest = asked.firstEntry();
                long smallest = oldest == null ? sequence : oldest.getKey();
                question = new Asked(operation, type, partition, payload.apply(smallest), clock.nanos());
                asked.put(sequence, question);
            }
            int node = view.get().nodeOf(partition);
            if (node != ClusterView.NOBODY) {
                send(node, type, clientId, sequence, question.payload.duplicate());
            }
        }
    }
}

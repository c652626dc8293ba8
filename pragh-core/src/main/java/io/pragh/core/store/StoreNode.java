package io.pragh.core.store;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.Update;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.core.base.WordList;
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
import io.pragh.core.timestamp.Timestamps;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's share of the data: runs the updates of the keys whose home is here, and the owner's part of updates of values that lie
 * here. Nothing blocks: an update that must wait is parked and goes on in {@link #poll}. Any thread.
 */
public final class StoreNode {
    private final Fabric fabric;
    private final HomeMap homes;
    private final Supplier<StoreShare> share;
    private final long clientId;
    private final @Nullable CommitClock commits;
    private final UpdateSetting setting;
    private final MessageChecks checks;
    private final ExactlyOnce updates;
    private final ExactlyOnce applies;
    private final ParkedUpdates parked = new ParkedUpdates();
    private final OwnerQuestions owners;
    private final Passage passage = new Passage();
    private final HomeCounts counts;

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
        this.commits = clocks.commits;
        this.clientId = clientId;
        this.share = share;
        this.counts = new HomeCounts(homes.partitions());
        this.checks = new MessageChecks(homes);
        this.owners = new OwnerQuestions(
                new OwnerQuestions.Surroundings(fabric, clocks.nanos, clientId, view, share, checks), this::drive);
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
        owners.close();
    }

    /** Whether this node is the home of a key now, and begins updates of it. */
    public boolean isHome(long key) {
        return share.get().admits(homes.home(key));
    }

    /** Whoever changes what lies in this node's partitions goes through here. */
    public Passage passage() {
        return passage;
    }

    /** Frees what has rested long enough in the partitions that are served now. The upkeep's thread. */
    public void reclaim(long nowNanos) {
        int through = passage.enter();
        try {
            share.get().served().forEach(partition -> {
                partition.upkeep(nowNanos);
                settleRolls(partition);
            });
        } finally {
            passage.exit(through);
        }
    }

    /** Whoever looked at a former life of the partition saw a snapshot from before now. */
    private void settleRolls(Partition partition) {
        if (commits != null && !partition.rolls().isKnown() && !partition.isIncomplete()) {
            long timestamp = commits.next();
            if (timestamp != Timestamps.NONE) {
                partition.rolls().settle(timestamp);
            }
        }
    }

    /** Whether updates are under way whose home is this partition. */
    public boolean isBusy(int partition) {
        return counts.underWay(partition);
    }

    /** Writes down which requests were answered, and how. */
    public void describe(WordList description) {
        updates.describe(description);
        applies.describe(description);
    }

    /** Takes in what the former node of a partition that is to be served here has described. */
    public void add(WordList description) {
        updates.add(description);
        applies.add(description);
    }

    /**
     * Starts an update of a key whose home is here; {@code whenDecided} gets the result's code, or {@link WordReply#FAILED} when the
     * operation threw: then {@link UpdateOperation#failure} tells what. Call {@link #drive} next.
     */
    public UpdateOperation begin(Update update, LongConsumer whenDecided) {
        UpdateOperation operation = beginHere(update, whenDecided);
        if (operation == null) {
            throw new PraghException(
                    "this node is not the key's home any more; try again: node=" + fabric.self(), null, true);
        }
        return operation;
    }

    /** The same, but null when the key's home is not here (any more). */
    public @Nullable UpdateOperation beginHere(Update update, LongConsumer whenDecided) {
        int through = passage.enter();
        try {
            StoreShare now = share.get();
            if (!now.takesUpdates()) {
                throw new PraghException(
                        "this node has lost touch with the cluster and takes no updates; try again: node="
                                + fabric.self(),
                        null,
                        true);
            }
            return begin(now, update, whenDecided);
        } finally {
            passage.exit(through);
        }
    }

    private @Nullable UpdateOperation begin(StoreShare now, Update update, LongConsumer whenDecided) {
        Partition home = now.partition(homes.home(update.key()));
        if (home == null || !now.admits(home.id())) {
            return null;
        }
        now.operations().get(update.operation()); // an unknown one is refused before it holds the key
        long begin = commits == null ? 0 : commits.recent();
        Claim claim = new Claim(update.key(), begin, Claim.ANY, List.of(update));
        return counts.begun(new UpdateOperation(setting, home, claim, whenDecided, null));
    }

    /** A part of a transaction. */
    UpdateOperation begin(Partition home, Claim claim, UpdateHolder holder) {
        return counts.begun(new UpdateOperation(setting, home, claim, ignored -> {}, holder));
    }

    /** Drives an update as far as it goes now; what blocks it is tried again by {@link #poll}. */
    public void drive(UpdateOperation operation) {
        drive(operation, UpdateOperation.Progress.ADVANCED);
    }

    private void drive(UpdateOperation operation, UpdateOperation.Progress soFar) {
        int through = passage.enter();
        try {
            driveInside(operation, soFar);
        } finally {
            passage.exit(through);
        }
    }

    private void driveInside(UpdateOperation operation, UpdateOperation.Progress soFar) {
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
            counts.ended(operation);
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
        owners.poll();
    }

    /**
     * Handles a message that is for the store; false when it is not. Throws {@link MalformedMessageException} before it has done
     * anything when the message cannot be meant.
     */
    public boolean handle(Message message) {
        int through = passage.enter();
        try {
            return handleInside(message);
        } finally {
            passage.exit(through);
        }
    }

    private boolean handleInside(Message message) {
        switch (message.type()) {
            case MessageType.UPDATE -> handleUpdate(message);
            case MessageType.APPLY -> handleApply(message);
            case MessageType.HOLD -> handleHold(message);
            case MessageType.SETTLE -> handleSettle(message);
            case MessageType.ABANDON -> handleAbandon(message);
            case MessageType.APPLY_REPLY, MessageType.SETTLE_REPLY -> owners.replied(message);
            case MessageType.REFUSAL -> {
                if (message.client() != clientId) {
                    return false;
                }
                owners.replied(message);
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
        StoreShare now = share.get();
        if (!now.admits(homes.home(update.key())) || !now.takesUpdates()) {
            // never forwarded: a request cannot circle between nodes with old views (h11), its client asks again with a
            // new one
            reply(message, MessageType.UPDATE_REPLY, WordReply.REFUSED);
            return;
        }
        long known = updates.begin(message.client(), message.sequence(), UpdateRequest.outstanding(message.payload()));
        if (known == ExactlyOnce.NEW) {
            beginRemote(now, message, update);
        } else if (known != ExactlyOnce.UNDER_WAY && known != ExactlyOnce.LATE) {
            replyAgain(updates, message, MessageType.UPDATE_REPLY, known);
        }
    }

    private void beginRemote(StoreShare now, Message message, Update update) {
        RemoteCaller caller = new RemoteCaller(message);
        UpdateOperation operation;
        try {
            operation = Objects.requireNonNull(begin(now, update, caller));
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

    private void reply(Message request, int type, long word) {
        send(request.from(), type, request.client(), request.sequence(), WordReply.encode(word));
    }

    private void send(int to, int type, long client, long sequence, ByteBuffer payload) {
        fabric.send(new Message(fabric.self(), to, type, client, sequence, 0, payload));
    }
}

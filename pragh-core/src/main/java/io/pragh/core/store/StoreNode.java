package io.pragh.core.store;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.base.UnavailableException;
import io.pragh.core.base.WordList;
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
import io.pragh.core.timestamp.Timestamps;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A node's part as an owner of values: executes the requests of homes on other nodes, and frees memory that has
 * rested. Nothing blocks. Any thread.
 */
public final class StoreNode {
    private final Fabric fabric;
    private final HomeMap homes;
    private final Supplier<StoreShare> share;
    private final LongSupplier commits;
    private final MessageChecks checks;
    private final ExactlyOnce holds = new ExactlyOnce();
    private final Passage passage = new Passage();

    /**
     * The store of one node.
     *
     * @param commits takes timestamps
     * @param share the partitions that this node serves
     */
    public StoreNode(Fabric fabric, HomeMap homes, LongSupplier commits, Supplier<StoreShare> share) {
        this.fabric = fabric;
        this.homes = homes;
        this.commits = commits;
        this.share = share;
        this.checks = new MessageChecks(homes);
    }

    /** Whether this node is the home of a key now, and admits updates of it. */
    public boolean isHome(long key) {
        return share.get().admits(homes.home(key));
    }

    /** Throws a retryable exception when this node is the home of a key but is cut off from the cluster. */
    public void checkTakesUpdates(long key) {
        if (isHome(key) && !share.get().takesUpdates()) {
            throw new UnavailableException(
                    "this node has lost touch with the cluster and takes no updates; try again: node=" + fabric.self());
        }
    }

    /** The passage that every change of this node's partitions goes through. */
    public Passage passage() {
        return passage;
    }

    /** Bytes of replaced and moved blocks that are not freed yet. */
    public long restingBytes() {
        long bytes = 0;
        for (Partition partition : share.get().served()) {
            bytes += partition.reclaimer().restingBytes();
        }
        return bytes;
    }

    /** Frees memory that has rested long enough in the partitions that are served now. Any thread. */
    public void reclaim(long nowNanos) {
        int through = passage.enter();
        try {
            share.get().served().forEach(partition -> partition.upkeep(nowNanos));
        } finally {
            passage.exit(through);
        }
    }

    /** Makes the rolls of partitions that were begun anew valid as soon as possible. The upkeep's thread. */
    public void settleRolls() {
        int through = passage.enter();
        try {
            share.get().served().forEach(this::settleRolls);
        } finally {
            passage.exit(through);
        }
    }

    /** Snapshots of the partition's former life are older than this call. */
    private void settleRolls(Partition partition) {
        if (!partition.rolls().isKnown() && !partition.isIncomplete()) {
            long timestamp = commits.getAsLong();
            if (timestamp != Timestamps.NONE) {
                partition.rolls().settle(timestamp);
            }
        }
    }

    /** Writes down the results of answered requests. */
    public void describe(WordList description) {
        holds.describe(description);
    }

    /** Adds the results that the former node of a partition has described, before this node serves the partition. */
    public void add(WordList description) {
        holds.add(description);
    }

    /**
     * Handles a message for the store; false for any other. Throws {@link MalformedMessageException}, before any
     * effect, when the message is invalid.
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
            case MessageType.HOLD -> handleHold(message);
            case MessageType.APPEND -> handleAppend(message);
            case MessageType.SETTLE -> handleSettle(message);
            case MessageType.ABANDON -> handleAbandon(message);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void handleHold(Message message) {
        long old = HoldRequest.oldAddress(message.payload());
        Claim claim = HoldRequest.claim(message.payload());
        MessageChecks.key(claim.key());
        checks.address(old);
        Partition at = share.get().partition(ValueAddress.partition(old));
        if (at == null || !share.get().takesUpdates()) {
            return; // the home repeats it, to the node that serves the partition by then
        }
        long known = holds.begin(message.client(), message.sequence(), HoldRequest.outstanding(message.payload()));
        if (known == ExactlyOnce.NEW) {
            known = hold(message, at, claim, old);
        }
        if (known == WordReply.FAILED) {
            String reason = holds.reason(message.client(), message.sequence());
            send(message, MessageType.HOLD_REPLY, WordReply.failed(reason));
        } else if (known != ExactlyOnce.UNDER_WAY && known != ExactlyOnce.LATE) {
            reply(message, MessageType.HOLD_REPLY, known);
        }
    }

    private long hold(Message message, Partition at, Claim claim, long old) {
        try {
            long answer = share.get().installer().hold(at, claim, old);
            holds.finish(message.client(), message.sequence(), answer);
            return answer;
        } catch (OperationFailedException failed) {
            String reason = String.valueOf(failed.getMessage());
            holds.fail(message.client(), message.sequence(), WordReply.FAILED, reason);
            return WordReply.FAILED;
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
        if (holds.begin(message.client(), message.sequence(), 0) == ExactlyOnce.NEW) {
            share.get().installer().abandon(at, key, old, unpublished, begin);
            holds.finish(message.client(), message.sequence(), 0);
        }
        reply(message, MessageType.SETTLE_REPLY, 0);
    }

    private void handleAppend(Message message) {
        long old = AppendRequest.address(message.payload());
        long version = AppendRequest.version(message.payload());
        Claim claim = AppendRequest.claim(message.payload());
        MessageChecks.key(claim.key());
        checks.address(old);
        StoreShare here = share.get();
        Partition at = here.partition(ValueAddress.partition(old));
        if (at == null || !here.takesUpdates()) {
            return; // the home repeats it, to the node that serves the partition by then
        }
        checks.appends(here.operations(), claim);
        // One thread only: plain writes by a second, late thread might go into memory that is another block by then.
        long known = holds.begin(message.client(), message.sequence(), 0);
        if (known == ExactlyOnce.NEW) {
            here.installer().appends().append(at, claim.updates(), old, version);
            holds.finish(message.client(), message.sequence(), 0);
        }
        if (known != ExactlyOnce.UNDER_WAY) {
            reply(message, MessageType.SETTLE_REPLY, 0);
        }
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
        if (holds.begin(message.client(), message.sequence(), 0) == ExactlyOnce.NEW) {
            share.get().installer().settle(at, key, old, published);
            holds.finish(message.client(), message.sequence(), 0);
        }
        reply(message, MessageType.SETTLE_REPLY, 0);
    }

    private void reply(Message request, int type, long word) {
        send(request, type, WordReply.encode(word));
    }

    private void send(Message request, int type, ByteBuffer payload) {
        fabric.send(new Message(fabric.self(), request.from(), type, request.client(), request.sequence(), payload));
    }
}

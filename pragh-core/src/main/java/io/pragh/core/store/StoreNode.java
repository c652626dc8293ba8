package io.pragh.core.store;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.ApplyRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.SettleRequest;
import io.pragh.core.protocol.UpdateRequest;
import io.pragh.core.protocol.WordReply;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

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
    private final boolean underBusy;
    private final ExactlyOnce updates;
    private final ExactlyOnce applies;
    private final ConcurrentSkipListMap<Long, Asked> asked = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<UpdateOperation> parked = new ConcurrentLinkedQueue<>();
    private final UpdateOperation.Owners owners = new RemoteOwners();

    /** A message to an owner that is not answered yet. */
    private static final class Asked {
        final UpdateOperation operation;
        final int type;
        final int partition;
        final ByteBuffer payload;
        volatile long sentNanos;

        Asked(UpdateOperation operation, int type, int partition, ByteBuffer payload, long nowNanos) {
            this.operation = operation;
            this.type = type;
            this.partition = partition;
            this.payload = payload;
            this.sentNanos = nowNanos;
        }
    }

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
            Clock clock,
            long clientId,
            Supplier<ClusterView> view,
            Supplier<StoreShare> share,
            Safeguards safeguards) {
        this.fabric = fabric;
        this.homes = homes;
        this.clock = clock;
        this.clientId = clientId;
        this.view = view;
        this.share = share;
        this.underBusy = safeguards.has(Safeguard.LOOK_UP_UNDER_BUSY);
        boolean deduplicate = safeguards.has(Safeguard.DEDUPLICATE_UPDATES);
        this.updates = new ExactlyOnce(deduplicate);
        this.applies = new ExactlyOnce(deduplicate);
    }

    /** Whether this node is the home of a key now. */
    public boolean isHome(long key) {
        return share.get().partition(homes.home(key)) != null;
    }

    /** Starts an update of a key whose home is here; {@code whenDecided} gets the result's code. Call {@link #drive} next. */
    public UpdateOperation begin(Update update, LongConsumer whenDecided) {
        StoreShare now = share.get();
        Partition home = now.partition(homes.home(update.key()));
        if (home == null) {
            throw new io.pragh.core.base.PraghException(
                    "this node is not the key's home any more; try again: node=" + fabric.self(), null, true);
        }
        now.operations().get(update.operation()); // an unknown one is refused before it holds the key
        return new UpdateOperation(share, home, owners, update, whenDecided, underBusy);
    }

    /** Drives an update as far as it goes now; what blocks it is tried again by {@link #poll}. */
    public void drive(UpdateOperation operation) {
        drive(operation, UpdateOperation.Progress.ADVANCED);
    }

    private void drive(UpdateOperation operation, UpdateOperation.Progress soFar) {
        UpdateOperation.Progress progress = soFar;
        synchronized (operation) {
            while (progress == UpdateOperation.Progress.ADVANCED) {
                progress = operation.advance();
            }
        }
        if (progress == UpdateOperation.Progress.BLOCKED) {
            parked.add(operation);
        }
    }

    /** Tries parked updates again, and sends again what was not answered. */
    public void poll() {
        if (!parked.isEmpty()) {
            for (int i = parked.size(); i > 0; i--) {
                UpdateOperation operation = parked.poll();
                if (operation == null) {
                    break;
                }
                drive(operation);
            }
        }
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
            synchronized (message.operation) {
                message.operation.ownerIsGone();
            }
            drive(message.operation);
        }
    }

    /** Handles a message that is for the store; false when it is not. */
    public boolean handle(Message message) {
        switch (message.type()) {
            case MessageType.UPDATE -> handleUpdate(message);
            case MessageType.APPLY -> handleApply(message);
            case MessageType.SETTLE -> handleSettle(message);
            case MessageType.APPLY_REPLY, MessageType.SETTLE_REPLY -> handleReply(message);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void handleUpdate(Message message) {
        Update update = UpdateRequest.decode(message.payload());
        if (!isHome(update.key())) {
            // never forwarded: a request cannot circle between nodes with old views (h11), its client asks again with a
            // new one
            reply(message, MessageType.UPDATE_REPLY, WordReply.REFUSED);
            return;
        }
        long known = updates.begin(message.client(), message.sequence(), UpdateRequest.outstanding(message.payload()));
        if (known == ExactlyOnce.NEW) {
            drive(begin(update, result -> {
                updates.finish(message.client(), message.sequence(), result);
                reply(message, MessageType.UPDATE_REPLY, result);
            }));
        } else if (known != ExactlyOnce.UNDER_WAY && known != ExactlyOnce.LATE) {
            reply(message, MessageType.UPDATE_REPLY, known);
        }
    }

    private void handleApply(Message message) {
        long old = ApplyRequest.oldAddress(message.payload());
        Partition at = share.get().partition(ValueAddress.partition(old));
        if (at == null) {
            return; // the home sends it again, to whoever serves the partition by then
        }
        long known = applies.begin(message.client(), message.sequence(), ApplyRequest.outstanding(message.payload()));
        if (known == ExactlyOnce.NEW) {
            known = share.get().installer().apply(at, ApplyRequest.update(message.payload()), old);
            applies.finish(message.client(), message.sequence(), known);
        }
        if (known != ExactlyOnce.UNDER_WAY && known != ExactlyOnce.LATE) {
            reply(message, MessageType.APPLY_REPLY, known);
        }
    }

    private void handleSettle(Message message) {
        long published = SettleRequest.newAddress(message.payload());
        Partition at = share.get().partition(ValueAddress.partition(published));
        if (at == null) {
            return;
        }
        if (applies.begin(message.client(), message.sequence(), 0) == ExactlyOnce.NEW) {
            share.get()
                    .installer()
                    .settle(
                            at,
                            SettleRequest.key(message.payload()),
                            SettleRequest.oldAddress(message.payload()),
                            published);
            applies.finish(message.client(), message.sequence(), 0);
        }
        reply(message, MessageType.SETTLE_REPLY, 0);
    }

    private void handleReply(Message message) {
        Asked question = asked.remove(message.sequence());
        if (question == null) {
            return; // answered before: the message was sent again and both arrived
        }
        UpdateOperation.Progress progress = UpdateOperation.Progress.DONE;
        synchronized (question.operation) {
            if (message.type() == MessageType.APPLY_REPLY) {
                progress = question.operation.applied(WordReply.decode(message.payload()));
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

    private final class RemoteOwners implements UpdateOperation.Owners {
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
        public void settle(UpdateOperation operation, long key, long old, long published) {
            int partition = ValueAddress.partition(published);
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

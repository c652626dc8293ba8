package io.pragh.core.handover;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.HandoverReply;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.protocol.HandoverRequest.Kind;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.Partition;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The handovers of a node: it gives one partition at a time, and may take any number. Any thread. */
public final class Handovers {
    private static final long OFFER_AGAIN_NANOS = 100_000_000;
    private static final long OTHER_TAKER_NANOS = 5_000_000_000L;
    private static final long LOOK_NANOS = 1_000_000;
    private static final System.Logger LOG = System.getLogger(Handovers.class.getName());
    private static final long TAKE_NANOS_MAX = 60_000_000_000L;

    private final HandoverContext node;
    private final int self;
    private final AtomicLong lastAttempt;
    private final ConcurrentHashMap<Long, IncomingHandover> incoming = new ConcurrentHashMap<>();
    private final Set<Integer> taking = ConcurrentHashMap.newKeySet();
    private volatile @Nullable OutgoingHandover outgoing;
    private volatile @Nullable Throwable failure;
    private volatile boolean leaving;
    /** Until then this node takes nothing that is offered, because it could not. */
    private volatile long declinesUntilNanos;

    private volatile @Nullable Keeping keeping;

    /** For a node without any handover yet. */
    public Handovers(HandoverContext node) {
        this.node = node;
        this.self = node.fabric().self();
        this.lastAttempt = new AtomicLong(((long) self + 1) << 32);
        this.declinesUntilNanos = node.clock().nanos();
    }

    /** Partitions come into this folder, and leave it, from now on; without one, none of a kept graph does. */
    public void keepIn(Keeping folder) {
        keeping = folder;
    }

    /** A view gives a partition to this node, which is about to serve it. */
    public void arrived(int partition) {
        Keeping folder = keeping;
        if (folder != null) {
            folder.arrived(partition);
        }
    }

    private boolean canKeep() {
        return keeping != null || !node.membership().view().isKept();
    }

    /**
     * Whether the upkeep should not make updates of its own, because they would wait for the upkeep itself, or
     * rewrite data that is being copied.
     */
    public boolean isGiving() {
        return outgoing != null;
    }

    /**
     * Throws the error that broke a handover: the partitions that this node serves are uncertain then. Any thread.
     */
    public void check() {
        Throwable broken = failure;
        if (broken != null) {
            throw new PraghException("a partition could not be handed over, nor served again: node=" + self, broken);
        }
    }

    /** Handles a message of handovers; false for any other. */
    public boolean handle(Message message) {
        switch (message.type()) {
            case MessageType.HANDOVER -> {
                HandoverRequest request = HandoverRequest.decode(message.payload());
                if (request.partition() >= node.homes().partitions()) {
                    reply(message, HandoverReply.of(HandoverReply.REFUSED));
                } else if (request.kind() == Kind.OFFER) {
                    offered(request.partition());
                } else {
                    reply(message, answer(message, request));
                }
                return true;
            }
            case MessageType.HANDOVER_REPLY -> {
                IncomingHandover asking = incoming.get(message.client());
                if (asking != null) {
                    asking.replied(message);
                }
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    private void reply(Message request, HandoverReply reply) {
        send(request.from(), MessageType.HANDOVER_REPLY, request.client(), request.sequence(), reply.encode());
    }

    private void send(int to, int type, long client, long sequence, ByteBuffer payload) {
        node.fabric().send(new Message(self, to, type, client, sequence, payload));
    }

    private HandoverReply answer(Message message, HandoverRequest request) {
        OutgoingHandover now = outgoing;
        if (now != null && now.attempt() == message.client() && now.taker() == message.from()) {
            return now.answer(request, message.sequence());
        }
        return HandoverReply.of(
                request.kind() == Kind.LOOK ? begin(message, request.partition()) : HandoverReply.REFUSED);
    }

    private synchronized long begin(Message message, int id) {
        OutgoingHandover now = outgoing;
        if (now != null) {
            if (now.taker() == message.from()) {
                now.cancel(); // the taker has lost patience, and begins anew
            }
            return HandoverReply.WAIT;
        }
        Partition partition = node.share().store().partition(id);
        if (partition == null || !node.membership().view().has(message.from()) || message.from() == self) {
            return HandoverReply.REFUSED;
        }
        // A node without a partition has no place to register its open snapshots.
        boolean last = node.share().store().served().size() == 1;
        if (last && !leaving || !node.recovered().getAsBoolean() || !canKeep()) {
            return HandoverReply.REFUSED;
        }
        OutgoingHandover begun = new OutgoingHandover(node, keeping, message.client(), message.from(), partition);
        outgoing = begun;
        start("pragh-give-" + self + "-" + id, () -> give(begun));
        return HandoverReply.WAIT;
    }

    private void give(OutgoingHandover begun) {
        try {
            begun.run();
        } catch (Throwable broken) { // an Error too: the upkeep makes the node stop serving
            failure = node.share().isOver() ? null : broken;
        } finally {
            outgoing = null;
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Handles an offer of a node that wants to leave: takes the partition over, unless this node wants to leave as
     * well.
     */
    private void offered(int partition) {
        boolean declines = leaving || node.clock().nanos() - declinesUntilNanos < 0;
        if (!declines && node.share().store().partition(partition) == null && !taking.contains(partition)) {
            start("pragh-take-" + self + "-" + partition, () -> takeOffered(partition));
        }
    }

    private void takeOffered(int partition) {
        try {
            take(partition, TAKE_NANOS_MAX);
        } catch (PraghException failed) {
            declinesUntilNanos = node.clock().nanos() + OTHER_TAKER_NANOS; // meanwhile another node may take it
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a partition that a leaving node offers cannot be taken over: node={0} partition={1}: {2}",
                    self,
                    partition,
                    failed.getMessage());
        }
    }

    /**
     * Takes a partition over from the node that serves it, and returns when this node serves it; false when that did
     * not happen in time, or another call is doing it.
     */
    public boolean take(int partition, long patienceNanos) {
        if (!taking.add(partition)) {
            return false;
        }
        try {
            long began = node.clock().nanos();
            RegionCopy copied = null;
            while (node.clock().nanos() - began < patienceNanos && !node.share().isOver() && !leaving) {
                if (node.share().store().partition(partition) != null) {
                    return true;
                }
                copied = tryToTake(partition, copied);
            }
            return node.share().store().partition(partition) != null;
        } finally {
            taking.remove(partition);
        }
    }

    /** Makes one attempt; returns the copy that a further attempt can use. */
    private @Nullable RegionCopy tryToTake(int partition, @Nullable RegionCopy copied) {
        ClusterView view = node.membership().view();
        int giver = view.nodeOf(partition);
        if (giver == ClusterView.NOBODY || giver == self || !node.recovered().getAsBoolean() || !canKeep()) {
            node.serve().run();
            LockSupport.parkNanos(LOOK_NANOS);
            return copied;
        }
        long attempt = lastAttempt.incrementAndGet();
        IncomingHandover handover =
                new IncomingHandover(node, keeping, attempt, giver, partition, view.lifeOf(partition), copied);
        incoming.put(attempt, handover);
        try {
            handover.run();
        } finally {
            incoming.remove(attempt);
        }
        return handover.copy();
    }

    /**
     * Makes other nodes take all partitions over, and returns when they have; false when that did not happen in time,
     * or there is no other node. No snapshot may be open on this node at the end: the last partition waits for the
     * last of them.
     */
    public boolean giveAll(long patienceNanos) {
        leaving = true;
        long began = node.clock().nanos();
        long offered = began - OFFER_AGAIN_NANOS;
        while (!hasGivenAll()) {
            long now = node.clock().nanos();
            boolean alone = node.membership().view().members().size() == 1;
            if (alone || now - began >= patienceNanos || node.share().isOver()) {
                leaving = false;
                return false;
            }
            incoming.values().forEach(IncomingHandover::giveUp);
            if (now - offered >= OFFER_AGAIN_NANOS) {
                offer((now - began) / OTHER_TAKER_NANOS);
                offered = now;
            }
            node.serve().run();
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** Whether this node has no partition, and none is about to come. */
    private boolean hasGivenAll() {
        boolean comes = !taking.isEmpty(); // before the view is looked at
        ClusterView view = node.membership().view();
        return !comes && view.has(self) && view.partitionsOf(self).length == 0;
    }

    /** Offers a partition to the member that serves fewest, or to the next one when that member does not take it. */
    private void offer(long round) {
        ClusterView view = node.membership().view();
        List<Integer> takers = view.members().stream()
                .map(ClusterView.Member::node)
                .filter(n -> n != self)
                .sorted(Comparator.comparingInt(n -> view.partitionsOf(n).length))
                .toList();
        int[] own = view.partitionsOf(self);
        if (!takers.isEmpty() && own.length > 0) {
            int taker = takers.get((int) (round % takers.size()));
            // The leading partition, 0, goes last: no transaction commits while it is on its way.
            HandoverRequest offer = HandoverRequest.of(Kind.OFFER, own[own.length - 1]);
            send(taker, MessageType.HANDOVER, lastAttempt.incrementAndGet(), 0, offer.encode());
        }
    }
}

package io.pragh.rdma.tcp;

import io.pragh.core.fabric.Message;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The nodes that this node calls, repeatedly until they answer. Any thread. */
final class Peers {
    private static final long PAUSE_MILLIS_MIN = 20;
    private static final long PAUSE_MILLIS_MAX = 1_000;

    private final TcpFabric fabric;
    private final Reactor reactor;
    private final Map<Integer, Peer> peers = new ConcurrentHashMap<>();
    private final LongAdder messagesToNobody = new LongAdder();

    /** A node whose address is known. */
    private static final class Peer {
        private final PeerLink link;
        private final RefusedCalls refused = new RefusedCalls();
        private InetSocketAddress where;
        private long pauseMillis = PAUSE_MILLIS_MIN;
        private boolean calling;

        Peer(PeerLink link, InetSocketAddress where) {
            this.link = link;
            this.where = where;
        }
    }

    Peers(TcpFabric fabric, Reactor reactor) {
        this.fabric = fabric;
        this.reactor = reactor;
    }

    void meet(int node, InetSocketAddress where) {
        Peer peer = peers.computeIfAbsent(
                node,
                n -> new Peer(
                        new PeerLink(
                                n, fabric.hello(n).epoch(), fabric.settings().flightBytes()),
                        where));
        synchronized (peer) {
            if (!where.equals(peer.where)) {
                peer.where = where;
                peer.refused.forget();
            }
        }
        call(peer);
    }

    /** Whether a node that had let this node in is since refused by its machine. */
    boolean isRefused(int node) {
        Peer peer = peers.get(node);
        if (peer == null) {
            return false;
        }
        synchronized (peer) {
            return peer.refused.areEnough();
        }
    }

    @Nullable
    PeerLink link(int node) {
        Peer peer = peers.get(node);
        return peer == null ? null : peer.link;
    }

    /** Whether a node has let this node in; for tests. */
    boolean hasReached(int node) {
        PeerLink link = link(node);
        return link != null && link.isOpen();
    }

    private void call(Peer peer) {
        InetSocketAddress where;
        synchronized (peer) {
            if (peer.calling || peer.link.isOpen() || fabric.isClosed()) {
                return;
            }
            peer.calling = true;
            where = peer.where;
        }
        reactor.call(
                where, fabric.credentials().client(), () -> new Caller(fabric, peer.link), why -> failed(peer, why));
    }

    private void failed(Peer peer, Throwable why) {
        synchronized (peer) {
            peer.refused.failed(why, System.nanoTime());
        }
        fabric.callAgain(peer.link);
    }

    /** Records that a call to a node was accepted, by whichever process. */
    void answered(int node) {
        Peer peer = peers.get(node);
        if (peer != null) {
            synchronized (peer) {
                peer.refused.answered();
            }
        }
    }

    /** Calls a node again after a pause, which grows while calls fail. */
    void callLater(PeerLink link) {
        Peer peer = peers.get(link.node());
        if (peer == null) {
            return;
        }
        long pause;
        synchronized (peer) {
            peer.calling = false;
            pause = peer.pauseMillis;
            peer.pauseMillis = Math.min(2 * pause, PAUSE_MILLIS_MAX);
        }
        reactor.later(() -> call(peer), pause);
    }

    /** Records that a node has let this node in: the next pause is short again. */
    void reached(int node) {
        Peer peer = peers.get(node);
        if (peer != null) {
            synchronized (peer) {
                peer.pauseMillis = PAUSE_MILLIS_MIN;
                peer.refused.letIn();
            }
        }
    }

    void send(Message message) {
        PeerLink link = link(message.to());
        if (link == null) {
            messagesToNobody.increment();
        } else {
            link.send(message);
        }
    }

    long messagesLost() {
        return messagesToNobody.sum()
                + peers.values().stream()
                        .mapToLong(peer -> peer.link.messagesLost())
                        .sum();
    }
}

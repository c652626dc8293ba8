package io.pragh.rdma.shm;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The other nodes in the folder, mapped on first use. Any thread. */
final class ShmPeers {
    private static final int LOOKS_AT_A_STRETCH = 256;
    private static final long PAUSE_NANOS = 50_000;
    private static final int PAUSES_BEFORE_LOOKING = 200;

    private final int self;
    private final String ringName;
    private final ClusterFolder folder;
    private final long patienceNanos;
    private final Map<Integer, ShmPeer> peers = new ConcurrentHashMap<>();
    /** Closed files that are mapped still. */
    private final Queue<RegionFile> left = new ConcurrentLinkedQueue<>();

    ShmPeers(FabricSeat seat, ClusterFolder folder, long patienceNanos) {
        this.self = seat.node();
        this.ringName = Mailbag.ringName(seat.node(), seat.epoch());
        this.folder = folder;
        this.patienceNanos = patienceNanos;
    }

    /** The present life of a node, or the last one seen, or null. */
    @Nullable
    ShmPeer peer(int node) {
        ShmPeer known = peers.get(node);
        return known != null && known.isOpen() ? known : look(node, known);
    }

    private @Nullable ShmPeer look(int node, @Nullable ShmPeer known) {
        Control control = node < 0 || node >= Directory.NODES_MAX ? null : controlIfUsable(node);
        if (control == null || !(control.state() == Control.OPEN)) {
            return known;
        }
        ShmPeer found = new ShmPeer(folder.node(node), control, left::add);
        synchronized (peers) {
            ShmPeer now = peers.get(node);
            if (now != null && now.isOpen()) {
                return now;
            }
            peers.put(node, found);
            if (now != null) {
                now.close();
            }
        }
        return found;
    }

    private @Nullable Control controlIfUsable(int node) {
        try {
            return folder.control(node);
        } catch (PraghException unusable) {
            return null; // the node is out of reach
        }
    }

    void send(Message message) {
        ShmPeer peer = peer(message.to());
        if (peer != null) {
            peer.send(message, ringName);
        }
    }

    /** Retries the messages for which rings had no room; true when none is left. */
    boolean flush() {
        boolean empty = true;
        for (ShmPeer peer : peers.values()) {
            if (peer.hasMail()) {
                peer.flush(ringName);
                empty &= !peer.hasMail();
            }
        }
        return empty;
    }

    /** Notices dead peers, and lets go of memory that peers do not expose any more: it is in use while it is mapped. */
    void look() {
        for (int node : folder.nodes()) {
            if (node != self) {
                folder.removeIfDead(node);
            }
        }
        for (ShmPeer peer : peers.values()) {
            if (peer.isOpen()) {
                peer.letGo();
            } else {
                peers.values().remove(peer);
                peer.close();
            }
        }
        detachLeft();
    }

    /** A batch that may use a file which is closed now has been announced, and one that comes later finds it gone. */
    private void detachLeft() {
        List<RegionFile> closed = new ArrayList<>();
        for (RegionFile file = left.poll(); file != null; file = left.poll()) {
            closed.add(file);
        }
        if (!closed.isEmpty()) {
            awaitIdle(self);
            closed.forEach(RegionFile::detach);
        }
    }

    /** Returns once every batch that any node's endpoint is executing at the time of the call is done. */
    void awaitIdle() {
        for (int node : folder.nodes()) {
            awaitIdle(node);
        }
    }

    /** As {@link #awaitIdle()}, for one node. */
    void awaitIdle(int node) {
        Control control = folder.control(node);
        for (int endpoint = 0; control != null && endpoint < Control.ENDPOINTS_MAX; endpoint++) {
            long turn = control.turn(endpoint);
            if ((turn & 1) != 0) {
                await(node, control, endpoint, turn);
            }
        }
    }

    private void await(int node, Control control, int endpoint, long turn) {
        long start = System.nanoTime();
        boolean killed = false;
        for (int looks = 1; control.turn(endpoint) == turn && control.state() != Control.DEAD; looks++) {
            if (looks % LOOKS_AT_A_STRETCH != 0) {
                Thread.onSpinWait();
                continue;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            if (looks % (LOOKS_AT_A_STRETCH * PAUSES_BEFORE_LOOKING) == 0 && folder.removeIfDead(node)) {
                return;
            }
            if (!killed && System.nanoTime() - start > patienceNanos && control.process() != Processes.THIS) {
                killed = true;
                Processes.kill(control.pid(), control.startMillis());
            }
        }
    }

    void close() {
        peers.values().forEach(ShmPeer::close);
    }
}

package io.pragh.rdma.shm;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.DirectMemory;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.MessageInbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** One node's fabric in shared memory. Any thread. */
// Fences, withdrawals and replacements work as in the local network: an endpoint announces that it works before it
// reads directory, partition words and refused bits. A change of these waits until every announcement that stood at
// the time is over, or its process is gone. The words lie in mapped files, so this holds between processes as it does
// between threads.
final class ShmFabric implements Fabric {
    private final FabricSeat seat;
    private final ClusterFolder folder;
    private final Directory directory;
    private final ClusterFolder.Place place;
    private final Control control;
    private final ShmPeers peers;
    private final TrafficTally tally = new TrafficTally();
    private final MessageInbox inbox = new MessageInbox();
    private final Mailbag mail;
    private final Keeper keeper;
    private final OwnRegions regions;
    private final AtomicReferenceArray<@Nullable Region> own = new AtomicReferenceArray<>(PARTITIONS_MAX);
    private final BitSet slots = new BitSet();
    private volatile OpStatus standing = OpStatus.OK;

    ShmFabric(FabricSeat seat, ClusterFolder folder, long patienceNanos) {
        if (seat.node() >= Directory.NODES_MAX) {
            throw new PraghException("nodes in shared memory have smaller numbers: node=" + seat.node() + " max="
                    + (Directory.NODES_MAX - 1));
        }
        this.seat = seat;
        this.folder = folder;
        this.directory = folder.directory();
        this.place = folder.join(seat.node(), Processes.THIS);
        this.control = place.control();
        if (!directory.live(seat.node(), seat.epoch())) {
            folder.leave(seat.node());
            throw new PraghException(
                    "a later life of this node has been here: node=" + seat.node() + " epoch=" + seat.epoch());
        }
        this.regions = new OwnRegions(folder.node(seat.node()));
        this.peers = new ShmPeers(seat, folder, patienceNanos);
        this.mail = new Mailbag(seat.node(), folder.node(seat.node()), control, inbox);
        this.keeper = new Keeper(seat.node(), peers, this::look);
    }

    /** Notices which nodes and partitions have gone, and lets go of their memory. */
    private void look() {
        peers.look();
        mail.removeRings((node, epoch) -> folder.has(node) && directory.isLatest(node, epoch));
    }

    @Override
    public int self() {
        return seat.node();
    }

    @Override
    public boolean atomicWithCpu() {
        return true;
    }

    @Override
    public String address() {
        return seat.address();
    }

    @Override
    public void meet(int node, String where) {
        // nodes find each other in the folder
    }

    /**
     * What the limit of direct memory leaves, or the file system of the folder if that has less; nothing when the
     * file system does not say, or the folder is gone.
     */
    @Override
    public long room() {
        try {
            return Math.min(
                    DirectMemory.roomOfValues(),
                    Files.getFileStore(folder.path()).getUsableSpace());
        } catch (IOException silent) {
            return 0;
        }
    }

    @Override
    public Region region(int segmentBytes, int segmentCountMax) {
        try {
            return regions.make(segmentBytes, segmentCountMax);
        } catch (IOException failed) {
            throw new PraghException(
                    "the shared folder has no room for a region: folder=" + folder.path() + " reason=" + failed,
                    failed);
        }
    }

    private static boolean exists(int partition) {
        return partition >= 0 && partition < PARTITIONS_MAX;
    }

    @Override
    public synchronized void expose(int partition, Region region) {
        if (!exists(partition)) {
            throw new PraghException("no such partition: partition=" + partition);
        }
        if (standing != OpStatus.OK) {
            throw new PraghException("a closed fabric exposes nothing: node=" + self() + " partition=" + partition);
        }
        long id = regions.number(region);
        own.set(partition, region);
        control.partition(partition, id, Control.EXPOSED);
        directory.own(partition, self());
        peers.awaitIdle(); // no endpoint uses the former region any more
    }

    @Override
    public synchronized void withdraw(int partition) {
        if (exists(partition) && directory.owner(partition) == self() && own.get(partition) != null) {
            own.set(partition, null);
            control.partition(partition, 0, Control.WITHDRAWN);
            peers.awaitIdle();
        }
    }

    @Override
    public void fence(int node) {
        if (node == self()) {
            throw new PraghException("a node cannot fence itself: node=" + node);
        }
        if (node < 0 || node >= Directory.NODES_MAX || standing != OpStatus.OK) {
            return;
        }
        control.refuse(node);
        peers.awaitIdle(node);
    }

    @Override
    public Endpoint open() {
        synchronized (slots) {
            int slot = slots.nextClearBit(0);
            if (slot == Control.ENDPOINTS_MAX) {
                throw new PraghException(
                        "a node in shared memory has endpoints for so many threads, and no more: endpoints="
                                + Control.ENDPOINTS_MAX);
            }
            slots.set(slot);
            return new ShmEndpoint(this, slot);
        }
    }

    void closed(ShmEndpoint endpoint) {
        synchronized (slots) {
            slots.clear(endpoint.slot());
        }
    }

    @Override
    public void send(Message message) {
        Message sent = message.sentBy(self());
        if (sent.to() == self()) {
            inbox.add(sent);
            return;
        }
        tally.message(sent.to(), sent.payload().remaining());
        if (standing == OpStatus.OK) {
            peers.send(sent);
        }
    }

    @Override
    public void receiveWith(MessageHandler handler) {
        inbox.handler(handler);
    }

    @Override
    public int deliver(int limit) {
        if (standing != OpStatus.OK) {
            return 0;
        }
        peers.flush();
        mail.empty();
        return inbox.deliver(limit, this::refuses, () -> standing == OpStatus.OK);
    }

    private boolean refuses(int node) {
        return node != self() && control.refuses(node);
    }

    @Override
    public TrafficTally tally() {
        return tally;
    }

    @Override
    public void close() {
        end(OpStatus.FENCED, () -> {
            control.state(Control.CLOSED);
            peers.awaitIdle();
            folder.leave(self());
        });
    }

    /** Stops without notice, and leaves all files, as a killed process does. For tests of crashes. */
    void crash() {
        end(OpStatus.UNREACHABLE, () -> control.process(0)); // so that the other nodes of this process test the lock
    }

    private void end(OpStatus how, Runnable leave) {
        synchronized (this) {
            if (standing != OpStatus.OK) {
                return;
            }
            standing = how;
        }
        keeper.close();
        regions.close();
        try {
            leave.run();
        } finally {
            peers.close();
            unlock();
        }
    }

    /** Shows the other nodes that this one has ended. */
    private void unlock() {
        try {
            place.lock().close();
        } catch (IOException failed) {
            throw new PraghException("a lock cannot be given back: node=" + self() + " reason=" + failed, failed);
        }
    }

    Control control() {
        return control;
    }

    /** Status with which every operation of this node ends, if not OK. */
    OpStatus standing() {
        OpStatus now = standing;
        return now == OpStatus.OK && !directory.isLatest(self(), seat.epoch()) ? OpStatus.FENCED : now;
    }

    /** Number of the node that exposes a partition, or -1. */
    int owner(int partition) {
        return exists(partition) ? directory.owner(partition) : -1;
    }

    /** This node's memory of a partition. */
    @Nullable
    Region exposed(int partition) {
        return own.get(partition);
    }

    @Nullable
    ShmPeer peer(int node) {
        return peers.peer(node);
    }
}

package io.pragh.core.node;

import io.pragh.core.access.ScanClient;
import io.pragh.core.address.HomeMap;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.KeyScans;
import io.pragh.core.store.reclaim.ReaderPins;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The scans of a node: those it answers and those its sessions ask for. Any thread. */
final class NodeScans {
    private final Fabric fabric;
    private final KeyScans here;
    private final Supplier<ClusterView> view;
    private final ConcurrentHashMap<Long, ScanClient> clients = new ConcurrentHashMap<>();

    NodeScans(
            Fabric fabric,
            HomeMap homes,
            ReaderPins pins,
            KeyScans.ServedPartitions served,
            Supplier<ClusterView> view) {
        this.fabric = fabric;
        this.here = new KeyScans(fabric, homes, pins, served);
        this.view = view;
    }

    /** Handles a message of scans; false when it is another one. */
    boolean handle(Message message) {
        ScanClient client = clients.get(message.client());
        switch (message.type()) {
            case MessageType.SCAN_REPLY -> {
                if (client != null) {
                    client.replied(message);
                }
                return true;
            }
            case MessageType.REFUSAL -> {
                if (client != null) {
                    client.replied(message);
                }
                return client != null;
            }
            default -> {
                return here.handle(message);
            }
        }
    }

    /** The scans of a session. */
    SessionScan open(long clientId, SessionScan.Patience patience) {
        ScanClient client = new ScanClient(
                clientId, fabric, view, patience.clock(), patience.timeoutNanos(), patience.whileWaiting());
        clients.put(clientId, client);
        return new SessionScan(here, client, () -> clients.remove(clientId));
    }
}

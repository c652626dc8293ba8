package io.pragh.core.node;

import io.pragh.core.access.ScanClient;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.standing.NodeShare;
import io.pragh.core.store.KeyScans;
import java.util.concurrent.ConcurrentHashMap;

/** The scans of a node: it answers those of other nodes and makes those of its sessions. Any thread. */
final class NodeScans {
    private final NodeBasis basis;
    private final KeyScans here;
    private final ConcurrentHashMap<Long, ScanClient> clients = new ConcurrentHashMap<>();

    NodeScans(NodeBasis basis, NodeShare share) {
        this.basis = basis;
        this.here = new KeyScans(
                basis.fabric(),
                basis.homes(),
                basis.pins(),
                id -> share.isWithdrawn() ? null : share.store().partition(id));
    }

    /** Handles a message of scans; false for any other. */
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

    /**
     * The scans of a session; each waits for {@code timeoutNanos} at most, and runs {@code whileWaiting} meanwhile.
     */
    SessionScan open(long clientId, long timeoutNanos, Runnable whileWaiting) {
        ScanClient client =
                new ScanClient(clientId, basis.fabric(), basis::view, basis.running(), timeoutNanos, whileWaiting);
        clients.put(clientId, client);
        return new SessionScan(here, client, () -> clients.remove(clientId));
    }
}

package io.pragh.core.node;

import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.VersionCheck;
import io.pragh.core.access.VersionReader;
import io.pragh.core.base.Clock;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.standing.NodeShare;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.txn.CommitCoordinator;
import io.pragh.core.txn.Transactions;
import io.pragh.core.txn.home.TransactionHome;

/** Combines the transaction parts of a node: its homes, its coordinator, its sessions. Any thread. */
final class NodeTransactions implements AutoCloseable {
    private final Fabric fabric;
    private final NodeTimestamps timestamps;
    private final Endpoint checkEndpoint;
    private final TransactionHome homes;
    private final CommitCoordinator coordinator;
    private final Transactions.Setting setting;

    NodeTransactions(
            NodeBasis basis,
            NodeShare share,
            long clientId,
            StoreNode store,
            ReaderContext readers,
            NodeTimestamps timestamps,
            ValueOperations operations,
            CommitLog log,
            Runnable whenCommitted) {
        this.fabric = basis.fabric();
        this.timestamps = timestamps;
        Clock clock = basis.clock();
        this.checkEndpoint = fabric.open();
        SlotLookup slots = new SlotLookup(
                basis.homes(),
                share::readers,
                checkEndpoint,
                clock,
                basis.lease().cacheNanos());
        VersionCheck check = new VersionCheck(readers, slots, checkEndpoint);
        this.homes = new TransactionHome(
                store.passage(),
                new TransactionHome.Context(
                        fabric,
                        clientId,
                        basis.homes(),
                        basis::view,
                        share::store,
                        clock,
                        timestamps::next,
                        log.decisions(),
                        log,
                        timestamps.pending(),
                        check::unchanged,
                        this::send));
        this.coordinator = new CommitCoordinator(new CommitCoordinator.Context(
                fabric.self(),
                basis::view,
                basis.running(),
                timestamps::next,
                check,
                this::send,
                homes.local()::commit));
        this.setting = new Transactions.Setting(
                coordinator,
                timestamps.snapshots(),
                timestamps.pending(),
                basis.homes(),
                clock,
                operations,
                readers.options().timeoutNanos(),
                whenCommitted);
    }

    /** Sends a message; one to this node itself is handled before this returns. */
    private void send(Message message) {
        if (message.to() == fabric.self()) {
            handle(message);
        } else {
            fabric.send(message);
        }
    }

    /** Handles a message of transactions; false for any other. */
    boolean handle(Message message) {
        return homes.handle(message) || coordinator.handle(message);
    }

    void poll() {
        homes.poll();
        coordinator.poll();
    }

    /** The number of transactions that hold keys here, and of commits that this node coordinates. */
    int underWay() {
        return homes.size() + coordinator.size();
    }

    /** The node's part as a home of keys. */
    TransactionHome homes() {
        return homes;
    }

    /** The transactions of a session that reads through this reader. */
    Transactions open(long client, VersionReader reader, Runnable whileWaiting) {
        return new Transactions(setting, client, timestamps.word(fabric.open()), reader, whileWaiting);
    }

    @Override
    public void close() {
        homes.close();
        checkEndpoint.close();
        timestamps.close();
    }
}

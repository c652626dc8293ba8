package io.pragh.core.node;

import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.VersionCheck;
import io.pragh.core.access.VersionReader;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Safeguards;
import io.pragh.core.base.WordList;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.TransactionHome;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.txn.CommitCoordinator;
import io.pragh.core.txn.Transactions;
import java.util.function.Supplier;

/** Puts the transactions of a node together: its homes, its coordinator, its sessions. Any thread. */
final class NodeTransactions implements AutoCloseable {
    private final Fabric fabric;
    private final NodeTimestamps timestamps;
    private final Endpoint checkEndpoint;
    private final TransactionHome homes;
    private final CommitCoordinator coordinator;
    private final Transactions.Setting setting;

    NodeTransactions(
            Fabric fabric,
            StoreNode store,
            ReaderContext readers,
            NodeTimestamps timestamps,
            ValueOperations operations,
            Supplier<ClusterView> view,
            Supplier<StoreShare> share) {
        this.fabric = fabric;
        this.timestamps = timestamps;
        Clock clock = readers.clock();
        Safeguards safeguards = readers.safeguards();
        this.checkEndpoint = fabric.open();
        SlotLookup slots = new SlotLookup(
                readers.homes(),
                readers.share(),
                checkEndpoint,
                clock,
                readers.lease().cacheNanos());
        VersionCheck check = new VersionCheck(readers, slots, checkEndpoint);
        this.homes = new TransactionHome(
                store,
                new TransactionHome.Context(
                        fabric.self(),
                        readers.homes(),
                        view,
                        share,
                        clock,
                        timestamps,
                        new MemoryDecisionLog(),
                        check::unchanged,
                        this::send),
                safeguards);
        this.coordinator = new CommitCoordinator(
                new CommitCoordinator.Context(
                        fabric.self(), view, readers.running(), timestamps::next, check, this::send),
                safeguards);
        this.setting = new Transactions.Setting(
                coordinator,
                timestamps.snapshots(),
                readers.homes(),
                clock,
                operations,
                readers.options().timeoutNanos(),
                safeguards);
    }

    /** What a node says to itself is heard before this returns. */
    private void send(Message message) {
        if (message.to() == fabric.self()) {
            handle(message);
        } else {
            fabric.send(message);
        }
    }

    /** Handles a message of transactions; false when it is another one. */
    boolean handle(Message message) {
        return homes.handle(message) || coordinator.handle(message);
    }

    void poll() {
        homes.poll();
        coordinator.poll();
    }

    /** A view is in force here, and whoever it has lost is fenced. */
    void applied(ClusterView view) {
        homes.applied(view);
    }

    NodeTimestamps timestamps() {
        return timestamps;
    }

    /** Transactions that hold keys here, and commits that this node coordinates. */
    int underWay() {
        return homes.size() + coordinator.size();
    }

    /** Whether a transaction holds keys of a home here, or waits for them. */
    boolean isBusy(int partition) {
        return homes.isBusy(partition);
    }

    /** Writes down what may still be asked about a home that another node is to serve. */
    void describe(int partition, WordList description) {
        homes.describe(partition, description);
    }

    /** Takes in what the former node of a home has described. */
    void add(int partition, WordList description) {
        homes.add(partition, description);
    }

    /** The transactions of a session that reads by this reader. */
    Transactions open(long client, VersionReader reader, Runnable whileWaiting) {
        return new Transactions(setting, client, timestamps.word(fabric.open()), reader, whileWaiting);
    }

    @Override
    public void close() {
        checkEndpoint.close();
        timestamps.close();
    }
}

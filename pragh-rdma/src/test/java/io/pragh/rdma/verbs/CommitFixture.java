package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.access.AccessRecorder;
import io.pragh.core.access.LocalShare;
import io.pragh.core.access.ReadOptions;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.VersionCheck;
import io.pragh.core.access.VersionReader;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.MigrationContext;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.placement.migrate.MigrationTarget;
import io.pragh.core.placement.migrate.Migrator;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.reclaim.RetireWriter;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.timestamp.OpenSnapshots;
import io.pragh.core.timestamp.PendingCommits;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.timestamp.Timestamps;
import io.pragh.core.txn.CommitCoordinator;
import io.pragh.core.txn.Transactions;
import io.pragh.core.txn.home.TransactionHome;
import io.pragh.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Three nodes with one partition each: node 0 leads, node 1 commits as a session of a node does, node 2 is the home
 * of the keys. No background threads run, so that the device does only the work of the test. One thread.
 */
final class CommitFixture implements AutoCloseable {
    static final int LEADER = 0;
    static final int CLIENT = 1;
    static final int HOME = 2;

    private static final int NODES = 3;
    private static final int MESSAGES = 64;
    private static final MemoryLimits LIMITS = new MemoryLimits(1 << 20, 16L << 20, 1 << 10);
    private static final LeasePolicy LEASE = new LeasePolicy(1_000_000, 1_000);
    private static final ValueOperations OPERATIONS = new ValueOperations(ListOperations.ALL);

    private final VerbsNodes network = VerbsNodes.join(NODES);
    private final HomeMap homes = new HomeMap(NODES);
    private final ManualClock clock = new ManualClock(); // stands still: no lease ends, no request repeats
    private final ClusterView view = ClusterView.inTurn(NODES, NODES);
    private final List<Node> nodes = new ArrayList<>();
    private final CommitCoordinator coordinator;
    private final Transactions session;
    private long number;

    /** One node as home and owner. */
    private final class Node {
        private final int id;
        private final Fabric fabric;
        private final Endpoint endpoint;
        private final Partition partition;
        private final TransactionHome home;
        private final StoreNode store;
        private final LocalShare here;

        Node(int id) {
            this.id = id;
            this.fabric = network.node(id);
            this.endpoint = fabric.open();
            OwnWords words = OwnWords.of(fabric);
            this.partition = Partition.create(
                    id,
                    homes,
                    LIMITS,
                    new Partition.Surroundings(
                            new ReaderPins(), LEASE.reclaimNanos(), words, () -> Timestamps.NEVER, fabric::region));
            fabric.expose(id, partition.region());
            @Nullable Region[] regions = new Region[NODES];
            @Nullable KeyTable[] tables = new KeyTable[NODES];
            @Nullable Partition[] own = new Partition[NODES];
            regions[id] = partition.region();
            tables[id] = partition.table();
            own[id] = partition;
            this.here = new LocalShare(regions, tables, new boolean[NODES]);
            StoreShare share = new StoreShare(own, OPERATIONS, new ValueInstaller(OPERATIONS, words, clock), words);
            TimestampWord word = word();
            this.store = new StoreNode(fabric, homes, word::next, () -> share);
            this.home = new TransactionHome(
                    store.passage(),
                    new TransactionHome.Context(
                            fabric,
                            id + 1L,
                            homes,
                            () -> view,
                            () -> share,
                            clock,
                            word::next,
                            new MemoryDecisionLog(),
                            CommitLog.NONE,
                            PendingCommits.none(),
                            check()::unchanged,
                            this::send));
            home.applied(view);
            fabric.receiveWith(this::handle);
        }

        TimestampWord word() {
            return new TimestampWord(fabric.open(), () -> true);
        }

        VersionCheck check() {
            SlotLookup slots = new SlotLookup(homes, () -> here, endpoint, clock, LEASE.cacheNanos());
            return new VersionCheck(readers(), slots, endpoint);
        }

        ReaderContext readers() {
            LocationCache cache = new LocationCache(LocationCache.BYTES_MIN, LEASE);
            return new ReaderContext(
                    homes,
                    () -> here,
                    cache,
                    LEASE,
                    clock,
                    clock,
                    AccessRecorder.NONE,
                    ReadOptions.DEFAULT,
                    OPERATIONS.appends());
        }

        /** Messages of a node to itself are handled at once. */
        void send(Message message) {
            if (message.to() == id) {
                handle(message);
            } else {
                fabric.send(message);
            }
        }

        private void handle(Message message) {
            boolean handled = home.handle(message) || id == CLIENT && coordinator.handle(message);
            if (!handled) {
                store.handle(message);
            }
        }

        void poll() {
            fabric.deliver(MESSAGES);
            home.poll();
        }
    }

    CommitFixture() {
        for (int id = 0; id < NODES; id++) {
            nodes.add(new Node(id));
        }
        Node client = nodes.get(CLIENT);
        coordinator = new CommitCoordinator(new CommitCoordinator.Context(
                CLIENT,
                () -> view,
                clock,
                client.word()::next,
                client.check(),
                client::send,
                CommitCoordinator.HomesHere.NONE));
        VersionReader reader = new VersionReader(client.readers(), client.fabric.open(), new ReaderPins(), this::goOn);
        session = new Transactions(
                new Transactions.Setting(
                        coordinator,
                        new OpenSnapshots(Long.MAX_VALUE),
                        PendingCommits.none(),
                        homes,
                        clock,
                        OPERATIONS,
                        1_000_000,
                        () -> {}),
                CLIENT + 1L << 32,
                client.word(),
                reader,
                this::goOn);
    }

    /** Lets each node advance the work that is under way. */
    void goOn() {
        nodes.forEach(Node::poll);
        coordinator.poll();
    }

    /** A new key of a list with its home at {@link #HOME} and without a value. */
    long key() {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, homes.mint(HOME, ++number));
    }

    /** Commits one update of one key from {@link #CLIENT}. */
    void put(Update update) {
        assertEquals(UpdateResult.APPLIED, session.update(update));
    }

    /** Lets a node pull these values. */
    void migrate(int to, long... keys) {
        Node node = nodes.get(to);
        MigrationContext context = new MigrationContext(
                new RemoteTables(node.endpoint, LEASE.cacheNanos(), NODES),
                () -> node.here,
                new LocationCache(LocationCache.BYTES_MIN, LEASE),
                new RetireWriter(to, NODES, node.endpoint),
                node.endpoint,
                LEASE.cacheNanos());
        MigrationTarget target = new MigrationTarget(to, node.partition.region(), node.partition.blocks());
        Migrator migrator = new Migrator(context, homes, clock, List.of(target));
        migrator.migrate(keys, keys.length);
        assertEquals(keys.length, migrator.counters().of(MigrationOutcome.MOVED));
    }

    @Override
    public void close() {
        session.close();
        network.close();
    }
}

package io.pragh.explore;

import io.pragh.core.access.AccessRecorder;
import io.pragh.core.access.LocalShare;
import io.pragh.core.access.ReadOptions;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.RollReads;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.SteppedVersionRead;
import io.pragh.core.access.VersionCheck;
import io.pragh.core.access.VersionReader;
import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Message;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.MigrationContext;
import io.pragh.core.placement.migrate.MigrationTarget;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.protocol.MessageType;
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
import io.pragh.core.txn.CommitCoordinator;
import io.pragh.core.txn.SteppedCommit;
import io.pragh.core.txn.Transactions;
import io.pragh.core.txn.home.TransactionHome;
import io.pragh.testkit.ManualClock;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Two homes, nodes 0 and 1 with a partition each, a coordinator on node 2 and a reader on node 3, which have no
 * partition: a test makes every step of a commit and delivers every message. One thread.
 */
final class CommitWorld {
    static final int COORDINATOR = 2;
    static final int READER = 3;
    static final long WAITS = SteppedVersionRead.WAITS;
    static final long ABSENT = SteppedVersionRead.ABSENT;

    private static final MemoryLimits MEMORY = new MemoryLimits(256 << 10, 1 << 20, 1);
    static final LeasePolicy LEASE = new LeasePolicy(1_000, 100);

    final ManualClock clock = new ManualClock(1 << 20, 0);
    final HomeMap homes = new HomeMap(2);
    final StepNetwork network = new StepNetwork(4, 2);
    final StepFabric[] fabrics = {
        new StepFabric(network, 0),
        new StepFabric(network, 1),
        new StepFabric(network, COORDINATOR),
        new StepFabric(network, READER)
    };
    final Partition[] partitions = new Partition[2];
    final StoreNode[] stores = new StoreNode[2];
    final TransactionHome[] transactionHomes = new TransactionHome[2];
    final CommitCoordinator coordinator;
    final TimestampWord word;
    final long a;
    final long b;

    private final CachedLocation found = new CachedLocation();
    private final LocationCache cache = new LocationCache(LocationCache.BYTES_MIN, LEASE);

    private final boolean appended;
    private final ValueOperations operations;
    private final ReaderContext readers;
    private final Partition.Surroundings[] around = new Partition.Surroundings[2];
    private final StoreShare[] shares = new StoreShare[2];
    private final int coordinatorNode;
    private ClusterView view = ClusterView.inTurn(4, 2);
    private ClusterView coordinatorsView = view;
    private @Nullable SteppedVersionRead reader;
    /** Versions whose successors are at or below the horizon may be freed. */
    long horizon = Long.MAX_VALUE;

    /** Runs once, when a home is about to take the timestamp of a commit of its own. */
    @Nullable
    Runnable beforeHomesTimestamp;

    private long sequence;

    CommitWorld() {
        this(Region::direct, COORDINATOR, false);
    }

    /**
     * A world in the caller's memory; the coordinator may be on a home's node, and numbers may be appended in place.
     */
    CommitWorld(Partition.Memory memory, int coordinatorNode, boolean appended) {
        this.appended = appended;
        this.operations = new ValueOperations(appended ? List.of(new LastNumber()) : List.of());
        this.coordinatorNode = coordinatorNode;
        a = key(0, 1);
        b = key(1, 1);
        for (int n = 0; n < 2; n++) {
            ReaderPins pins = new ReaderPins();
            around[n] = new Partition.Surroundings(
                    pins, LEASE.reclaimNanos(), OwnWords.of(fabrics[n]), () -> horizon, memory);
            partitions[n] = Partition.create(n, homes, MEMORY, around[n]);
            fabrics[n].expose(n, partitions[n].region());
        }
        word = new TimestampWord(fabrics[READER], () -> true);
        for (int n = 0; n < 2; n++) {
            shares[n] = share(n);
            stores[n] = store(n);
        }
        readers = readers(cache);
        coordinator = new CommitCoordinator(new CommitCoordinator.Context(
                coordinatorNode,
                () -> coordinatorsView,
                clock,
                word::next,
                check(readers),
                outbox(coordinatorNode),
                CommitCoordinator.HomesHere.NONE));
        network.receiveWith(coordinatorNode, coordinator::handle);
        for (int n = 0; n < 2; n++) {
            startHome(n);
        }
    }

    /** Receives the messages of a node; those to itself are handled at once. */
    private Consumer<Message> outbox(int node) {
        return message -> {
            if (message.to() == node) {
                network.handle(message);
            } else {
                network.send(message);
            }
        };
    }

    private ReaderContext readers() {
        return readers(new LocationCache(LocationCache.BYTES_MIN, LEASE));
    }

    private ReaderContext readers(LocationCache locations) {
        return new ReaderContext(
                homes,
                () -> new LocalShare(new Region[2], new KeyTable[2], new boolean[2]),
                locations,
                LEASE,
                clock,
                clock,
                AccessRecorder.NONE,
                ReadOptions.DEFAULT,
                operations.appends());
    }

    private VersionCheck check(ReaderContext readers) {
        StepFabric fabric = fabrics[READER];
        return new VersionCheck(
                readers, new SlotLookup(homes, readers.share(), fabric, clock, LEASE.cacheNanos()), fabric);
    }

    /** A validation by the reader's node through an endpoint. */
    VersionCheck check(StalledEndpoint endpoint) {
        SlotLookup slots = new SlotLookup(homes, readers.share(), endpoint, clock, LEASE.cacheNanos());
        return new VersionCheck(readers, slots, endpoint);
    }

    /** A count of rolls' members, for a snapshot of the reader's node. */
    RollReads rolls(Endpoint endpoint, Runnable whileWaiting) {
        return new VersionReader(readers(), endpoint, new ReaderPins(), whileWaiting).rolls();
    }

    private long homesTimestamp() {
        Runnable before = beforeHomesTimestamp;
        beforeHomesTimestamp = null;
        if (before != null) {
            before.run();
        }
        return word.next();
    }

    private StoreShare share(int n) {
        OwnWords words = OwnWords.of(fabrics[n]);
        @Nullable Partition[] own = new Partition[2];
        own[n] = partitions[n];
        return new StoreShare(own, operations, new ValueInstaller(operations, words, clock), words);
    }

    private StoreNode store(int n) {
        return new StoreNode(fabrics[n], homes, this::homesTimestamp, () -> shares[n]);
    }

    /** A migration of a value into the memory of a home's node, not yet begun. */
    SteppedMigration migration(int n) {
        @Nullable Region[] regions = new Region[2];
        @Nullable KeyTable[] tables = new KeyTable[2];
        regions[n] = partitions[n].region();
        tables[n] = partitions[n].table();
        LocalShare here = new LocalShare(regions, tables, new boolean[regions.length]);
        MigrationContext context = new MigrationContext(
                new RemoteTables(fabrics[n], LEASE.cacheNanos(), 2),
                () -> here,
                new LocationCache(LocationCache.BYTES_MIN, LEASE),
                new RetireWriter(n, 2, fabrics[n]),
                fabrics[n],
                LEASE.cacheNanos());
        return new SteppedMigration(
                context, new MigrationTarget(n, partitions[n].region(), partitions[n].blocks()), clock);
    }

    /** Creates the lock table of a home, empty after the home's death, as a substitute has it. */
    void startHome(int n) {
        VersionCheck check = check(readers());
        TransactionHome home = new TransactionHome(
                stores[n].passage(),
                new TransactionHome.Context(
                        fabrics[n],
                        n + 1L,
                        homes,
                        () -> view,
                        () -> shares[n],
                        clock,
                        this::homesTimestamp,
                        new MemoryDecisionLog(),
                        CommitLog.NONE,
                        PendingCommits.none(),
                        check::unchanged,
                        outbox(n)));
        home.applied(view);
        transactionHomes[n] = home;
        network.receiveWith(n, message -> {
            boolean handled = home.handle(message) || n == coordinatorNode && coordinator.handle(message);
            if (!handled) {
                stores[n].handle(message);
            }
        });
    }

    long key(int home, int number) {
        return GraphKey.of(GraphKey.KIND_PLAIN, GraphKey.OUT, 0, homes.mint(home, number));
    }

    /** Begins a transaction of a new client. */
    SteppedCommit begin() {
        return new SteppedCommit(coordinator, homes, ++sequence + 100, word.read())
                .writingBy(appended ? LastNumber.CODE : ValueOperation.WRITE);
    }

    /** Lets replaced blocks rest, and frees those that the horizon allows. */
    void rest() {
        for (int turn = 0; turn < 3; turn++) {
            clock.advance(LEASE.reclaimNanos());
            for (Partition partition : partitions) {
                partition.upkeep(clock.nanos());
            }
        }
    }

    /**
     * The transactions of a session that registers its snapshots; {@code afterTimestamp} runs whenever the session
     * has read T.
     */
    Transactions session(OpenSnapshots snapshots, Runnable afterTimestamp) {
        Transactions.Setting setting = new Transactions.Setting(
                coordinator, snapshots, PendingCommits.none(), homes, clock, operations, 1_000_000, () -> {});
        VersionReader snapshotReader = new VersionReader(readers(), fabrics[READER], new ReaderPins(), () -> {});
        TimestampWord own = new TimestampWord(fabrics[READER], () -> {
            afterTimestamp.run();
            return true;
        });
        return new Transactions(setting, ++sequence + 100, own, snapshotReader, () -> {});
    }

    /** Delivers every message, and those that are sent in answer. */
    void deliverAll() {
        for (int tries = 0; tries < 200 && !network.inFlight.isEmpty(); tries++) {
            network.deliver(0);
        }
    }

    /** Delivers messages of a type to one node; all others stay under way. */
    void deliver(int type, int to) {
        for (int i = 0; i < network.inFlight.size(); i++) {
            Message message = network.inFlight.get(i);
            if (message.type() == type && message.to() == to) {
                network.deliver(i--);
            }
        }
    }

    /** Makes the steps of a commit up to, but not including, this one. */
    void driveUpTo(String step, SteppedCommit commit) {
        for (int tries = 0; tries < 50 && !commit.step().equals(step); tries++) {
            commit.advance();
            if (!commit.step().equals(step)) {
                deliverAll();
            }
        }
    }

    /** Makes all steps of a commit. */
    SteppedCommit drive(SteppedCommit commit) {
        driveUpTo("DONE", commit);
        deliverAll();
        return commit;
    }

    /** Writes numbers to both keys, and makes their locations known to the reader. */
    void put(long atA, long atB) {
        drive(begin().write(a, atA).write(b, atB).start(1));
        read(a, word.read());
        read(b, word.read());
    }

    /** Created at the first read: it takes more memory than all the rest. */
    SteppedVersionRead reader() {
        SteppedVersionRead made = reader;
        if (made == null) {
            made = new SteppedVersionRead(readers, fabrics[READER], new ReaderPins());
            reader = made;
        }
        return made;
    }

    /**
     * Caches this address of a key at the reader's node, or none with {@link ValueAddress#ABSENT}, as if the node had
     * just read it.
     */
    void remember(long key, long address) {
        if (cache.find(key, found)) {
            cache.drop(key, found.address);
        }
        if (address != ValueAddress.ABSENT) {
            cache.put(key, address, clock.nanos());
        }
    }

    /** The number that a snapshot sees. */
    long read(long key, long timestamp) {
        return reader().read(key, timestamp);
    }

    /** The present version of a key. */
    long version(long key) {
        reader().read(key, word.read());
        return reader().version();
    }

    /** Drives a commit until all but one home have published. */
    SteppedCommit publishedOnlyAt(int home, SteppedCommit commit) {
        driveUpTo("PUBLISH", commit);
        commit.advance();
        deliver(MessageType.PUBLISH, home);
        return commit;
    }

    /** The word of a's slot after the rollback of a commit that waits for it. */
    long afterRollbackOf(SteppedCommit waiting) {
        waiting.giveUp();
        deliver(MessageType.ROLLBACK, 0);
        return partitions[0].table().addressOf(a);
    }

    /** Both homes fence the coordinator, and decide without it. */
    void expelCoordinator() {
        for (int n = 0; n < 2; n++) {
            expelCoordinatorAt(n);
        }
        view = withoutCoordinator();
        coordinatorsView = view;
        recover();
    }

    /** One home fences the coordinator, the other has not learned of the expulsion. */
    void expelCoordinatorAt(int n) {
        network.fence(n, COORDINATOR);
        transactionHomes[n].applied(withoutCoordinator());
    }

    private ClusterView withoutCoordinator() {
        return view.reassigned(
                view.members().stream().filter(m -> m.node() != COORDINATOR).toList(), new int[] {0, 1});
    }

    /** The node of b's home dies with all of its memory; messages that it has sent may still arrive. */
    void dieAtB() {
        network.silence(1, 1);
    }

    /**
     * The other home's node learns of the death, fences the dead node, and begins b's partition anew, empty: its
     * values are given up.
     */
    void hearOfDeathAtA() {
        network.fence(0, 1);
        view = withoutB();
        partitions[1] = Partition.substitute(1, homes, MEMORY, around[0], view.epoch());
        partitions[1].restored();
        fabrics[0].expose(1, partitions[1].region());
        OwnWords words = OwnWords.of(fabrics[0]);
        shares[0] = new StoreShare(partitions.clone(), operations, new ValueInstaller(operations, words, clock), words);
        transactionHomes[0].applied(view);
    }

    /** The coordinator, on a node of its own, learns of the death. */
    void hearOfDeathAtCoordinator() {
        network.fence(coordinatorNode, 1);
        coordinatorsView = withoutB();
    }

    private static ClusterView withoutB() {
        ClusterView first = ClusterView.inTurn(4, 2);
        return first.reassigned(
                first.members().stream().filter(m -> m.node() != 1).toList(), new int[] {0, 0});
    }

    /** The homes decide what they can. */
    void recover() {
        for (int tries = 0; tries < 5; tries++) {
            clock.advance(200_000_000);
            for (int n = 0; n < 2; n++) {
                transactionHomes[n].poll();
            }
            deliverAll();
        }
    }
}

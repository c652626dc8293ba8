package io.pragh.explore;

import io.pragh.core.access.AccessRecorder;
import io.pragh.core.access.LocalShare;
import io.pragh.core.access.ReadOptions;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.SteppedVersionRead;
import io.pragh.core.access.VersionCheck;
import io.pragh.core.access.VersionReader;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.fabric.Message;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.timestamp.OpenSnapshots;
import io.pragh.core.timestamp.TimestampWord;
import io.pragh.core.txn.CommitCoordinator;
import io.pragh.core.txn.SteppedCommit;
import io.pragh.core.txn.Transactions;
import io.pragh.core.txn.home.TransactionHome;
import io.pragh.testkit.ManualClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two homes, nodes 0 and 1 with a partition each, a coordinator on node 2 and a reader on node 3, which have none: every message and every step
 * of a commit is made by hand. One thread.
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
    final SteppedVersionRead reader;
    final TimestampWord word;
    final long a;
    final long b;

    private final ReaderContext readers;
    private ClusterView view = ClusterView.inTurn(4, 2);
    /** Versions whose successors are at or below it may be freed. */
    long horizon = Long.MAX_VALUE;

    /** Happens once, when a home is about to take the timestamp of a commit of its own. */
    @Nullable
    Runnable beforeHomesTimestamp;

    private long sequence;

    CommitWorld() {
        a = key(0, 1);
        b = key(1, 1);
        for (int n = 0; n < 2; n++) {
            ReaderPins pins = new ReaderPins();
            Partition.Surroundings around =
                    new Partition.Surroundings(pins, LEASE, OwnWords.of(fabrics[n]), () -> horizon, Region::direct);
            partitions[n] = Partition.create(n, homes, MEMORY, around);
            fabrics[n].expose(n, partitions[n].region());
        }
        word = new TimestampWord(fabrics[READER], () -> true);
        for (int n = 0; n < 2; n++) {
            stores[n] = store(n);
            startHome(n);
        }
        readers = readers();
        reader = new SteppedVersionRead(readers, fabrics[READER], new ReaderPins());
        coordinator = new CommitCoordinator(new CommitCoordinator.Context(
                COORDINATOR, () -> view, clock, word::next, check(readers), network::send));
        network.receiveWith(COORDINATOR, coordinator::handle);
    }

    private ReaderContext readers() {
        return new ReaderContext(
                homes,
                () -> new LocalShare(new Region[2], new KeyTable[2]),
                new LocationCache(LocationCache.BYTES_MIN, LEASE),
                LEASE,
                clock,
                clock,
                AccessRecorder.NONE,
                ReadOptions.DEFAULT);
    }

    private VersionCheck check(ReaderContext readers) {
        StepFabric fabric = fabrics[READER];
        return new VersionCheck(
                readers, new SlotLookup(homes, readers.share(), fabric, clock, LEASE.cacheNanos()), fabric);
    }

    /** A validation by the reader's node, whose operations go through an endpoint. */
    VersionCheck check(StalledEndpoint endpoint) {
        SlotLookup slots = new SlotLookup(homes, readers.share(), endpoint, clock, LEASE.cacheNanos());
        return new VersionCheck(readers, slots, endpoint);
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
        ValueOperations operations = new ValueOperations(List.of());
        OwnWords words = OwnWords.of(fabrics[n]);
        @Nullable Partition[] own = new Partition[2];
        own[n] = partitions[n];
        return new StoreShare(own, operations, new ValueInstaller(operations, words, clock), words);
    }

    private StoreNode store(int n) {
        StoreShare share = share(n);
        return new StoreNode(fabrics[n], homes, this::homesTimestamp, () -> share);
    }

    /** Starts the lock table of a home, anew after its death: what a substitute knows. */
    void startHome(int n) {
        StoreShare share = share(n);
        ReaderContext readers = readers();
        VersionCheck check = check(readers);
        TransactionHome home = new TransactionHome(
                stores[n].passage(),
                new TransactionHome.Context(
                        fabrics[n],
                        n + 1L,
                        homes,
                        () -> view,
                        () -> share,
                        clock,
                        this::homesTimestamp,
                        new MemoryDecisionLog(),
                        check::unchanged,
                        network::send));
        home.applied(view);
        transactionHomes[n] = home;
        network.receiveWith(n, message -> {
            if (!home.handle(message)) {
                stores[n].handle(message);
            }
        });
    }

    long key(int home, int number) {
        return GraphKey.of(GraphKey.KIND_PLAIN, GraphKey.OUT, 0, homes.mint(home, number));
    }

    /** A transaction of a client of its own that begins now. */
    SteppedCommit begin() {
        return new SteppedCommit(coordinator, homes, ++sequence + 100, word.read());
    }

    /** Lets what was replaced rest, and frees what the horizon allows. */
    void rest() {
        for (int turn = 0; turn < 3; turn++) {
            clock.advance(LEASE.reclaimNanos());
            for (Partition partition : partitions) {
                partition.upkeep(clock.nanos());
            }
        }
    }

    /** The transactions of a session, which registers its snapshots; {@code afterTimestamp} happens whenever it has read T. */
    Transactions session(OpenSnapshots snapshots, Runnable afterTimestamp) {
        Transactions.Setting setting = new Transactions.Setting(
                coordinator, snapshots, homes, clock, new ValueOperations(List.of()), 1_000_000);
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

    /** A whole commit. */
    SteppedCommit drive(SteppedCommit commit) {
        driveUpTo("DONE", commit);
        deliverAll();
        return commit;
    }

    /** Writes numbers to both keys, and lets the reader know where they lie. */
    void put(long atA, long atB) {
        drive(begin().write(a, atA).write(b, atB).start(1));
        reader.read(a, word.read());
        reader.read(b, word.read());
    }

    /** What a snapshot sees. */
    long read(long key, long timestamp) {
        return reader.read(key, timestamp);
    }

    /** The version of a key now. */
    long version(long key) {
        reader.read(key, word.read());
        return reader.version();
    }

    /** Everything is published but on one home. */
    SteppedCommit publishedOnlyAt(int home, SteppedCommit commit) {
        driveUpTo("PUBLISH", commit);
        commit.advance();
        deliver(MessageType.PUBLISH, home);
        return commit;
    }

    /** The word of a's slot after a commit that waits for it is rolled back. */
    long afterRollbackOf(SteppedCommit waiting) {
        waiting.giveUp();
        deliver(MessageType.ROLLBACK, 0);
        return partitions[0].table().addressOf(a);
    }

    /** Both homes have fenced the coordinator, and decide without it. */
    void expelCoordinator() {
        for (int n = 0; n < 2; n++) {
            expelCoordinatorAt(n);
        }
        view = withoutCoordinator();
        recover();
    }

    /** One home has fenced the coordinator, the other does not know yet. */
    void expelCoordinatorAt(int n) {
        network.fence(n, COORDINATOR);
        transactionHomes[n].applied(withoutCoordinator());
    }

    private ClusterView withoutCoordinator() {
        return view.reassigned(
                view.members().stream().filter(m -> m.node() != COORDINATOR).toList(), new int[] {0, 1});
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

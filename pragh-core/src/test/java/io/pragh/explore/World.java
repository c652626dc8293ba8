package io.pragh.explore;

import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.SteppedRead;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Update;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.store.Partition;
import io.pragh.core.txn.home.LoneClaim;
import io.pragh.testkit.ManualClock;
import io.pragh.testkit.MemoryAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Three nodes, each the home of some keys and the owner of some values, whose operations are made step by step. One
 * thread.
 *
 * <p>{@link #put(Update)}, {@link #get} and {@link #rest} run whole operations: until nothing is left to do, or until
 * it is clear that they never end.
 */
final class World {
    static final int NODES = 3;
    /** How long a cached address may be used. */
    static final long LEASE_NANOS = 1_000;
    /** The result of a read that never ends. */
    static final long STUCK = -2;

    private static final int TRIES_MAX = 64;

    final LeasePolicy lease;
    final ManualClock clock = new ManualClock(1 << 20, 0);
    final HomeMap homes = new HomeMap(NODES);
    final StepNetwork network = new StepNetwork(NODES, NODES);
    final WorldNode[] nodes = new WorldNode[NODES];
    /** The timestamp of the last commit. */
    final AtomicLong timestamp = new AtomicLong();

    /** A world in which memory rests a little longer than a lease. */
    World() {
        this(new LeasePolicy(LEASE_NANOS, LEASE_NANOS / 10));
    }

    World(LeasePolicy lease) {
        this(lease, false);
    }

    /** A world in which {@code appended} says whether updates are appended in place, by {@link TailHistory}. */
    World(LeasePolicy lease, boolean appended) {
        this.lease = lease;
        ClusterView view = ClusterView.inTurn(NODES, NODES);
        for (int n = 0; n < NODES; n++) {
            nodes[n] = new WorldNode(
                    new StepFabric(network, n), homes, view, lease, clock, timestamp::incrementAndGet, appended);
        }
    }

    /** A key of a home; {@code sequence} distinguishes the keys of one home. */
    long key(int home, int sequence) {
        return GraphKey.of(GraphKey.KIND_PLAIN, GraphKey.OUT, 0, homes.mint(home, sequence));
    }

    /** An update without any step yet. */
    LoneClaim begin(Update update) {
        WorldNode home = nodes[homes.home(update.key())];
        return new LoneClaim(home.transactions, home.partition, update, timestamp::incrementAndGet);
    }

    /** Makes the steps of an update until it is over, or waits for another actor's step. */
    void drive(LoneClaim put) {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            put.makeStep();
            deliverAll();
        }
    }

    /** Makes a whole update. */
    LoneClaim put(Update update) {
        LoneClaim put = begin(update);
        drive(put);
        return put;
    }

    /** Delivers every message, and those that are sent in answer. */
    void deliverAll() {
        for (int tries = 0; tries < TRIES_MAX && !network.inFlight.isEmpty(); tries++) {
            network.deliver(0);
        }
    }

    /** A reader on a node. */
    SteppedRead reader(int node) {
        return new SteppedRead(nodes[node].readers, nodes[node].fabric, nodes[node].pins, History.BODY_WORDS);
    }

    /** A reader on a node that reads local values in place. */
    SteppedRead readerInPlace(int node) {
        return new SteppedRead(nodes[node].readersInPlace, nodes[node].fabric, nodes[node].pins, History.BODY_WORDS);
    }

    /** One round of a read. */
    void round(int node, SteppedRead read) {
        network.perform(node, read.post());
        read.complete();
    }

    /** Makes a whole read of a key on a node: returns its {@link History}, or {@link #STUCK}. */
    long get(int node, long key) {
        SteppedRead read = reader(node);
        read.begin(key);
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            if (read.done()) {
                return History.of(key, read);
            }
            round(node, read);
        }
        return STUCK;
    }

    /** A migration into a node, not yet begun. */
    SteppedMigration migration(int node) {
        return new SteppedMigration(nodes[node].migrations, nodes[node].target, clock);
    }

    /** Begins a migration and makes its steps up to, but not including, this one. */
    SteppedMigration migrateUpTo(String step, int node, long key) {
        SteppedMigration migration = migration(node);
        migration.begin(key, homes.home(key));
        driveUpTo(step, node, migration);
        return migration;
    }

    /** Makes the steps of a migration up to, but not including, this one. */
    void driveUpTo(String step, int node, SteppedMigration migration) {
        for (int tries = 0;
                tries < TRIES_MAX && !migration.done() && !migration.step().equals(step);
                tries++) {
            network.perform(node, migration.post());
            migration.complete();
        }
        if (migration.done()) {
            migration.flush();
        }
    }

    /** Makes a whole migration. */
    SteppedMigration migrate(int node, long key) {
        return migrateUpTo("DONE", node, key);
    }

    /** Lets retired memory rest and frees it. */
    void rest() {
        for (int turn = 0; turn < 3; turn++) {
            for (WorldNode node : nodes) {
                node.partitions().forEach(p -> p.upkeep(clock.nanos()));
            }
            clock.advance(lease.reclaimNanos());
        }
    }

    /** Forgets the shapes of all tables, which are READ again when needed. */
    static void forgetAll(RemoteTables tables) {
        for (int partition = 0; partition < NODES; partition++) {
            tables.forget(partition);
        }
    }

    /** The address word of a key. */
    long slot(long key) {
        return nodes[homes.home(key)].partition.table().addressOf(key);
    }

    /** Makes all nodes live and restores their initial knowledge. */
    void revive() {
        network.revive();
        for (WorldNode node : nodes) {
            node.reset();
        }
    }

    /** The faults of the memory when nothing is under way, one sentence each. */
    List<String> audit() {
        List<Partition> partitions = new ArrayList<>();
        for (WorldNode node : nodes) {
            partitions.add(node.partition);
        }
        for (WorldNode node : nodes) { // a dead node still has its partition
            node.partitions().stream().filter(p -> p.id() != node.id).forEach(p -> partitions.set(p.id(), p));
        }
        return MemoryAudit.of(partitions);
    }
}

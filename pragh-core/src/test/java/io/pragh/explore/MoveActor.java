package io.pragh.explore;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Batch;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.store.value.ValueHeader;

/**
 * A migration of a key into a node. One thread.
 *
 * <p>A step is one one-sided operation with the local work before and after it; the last step notifies the former
 * owner. The actor never gives up after too many attempts: the patience of a migration does not affect its
 * correctness.
 */
final class MoveActor implements Actor {
    private static final int RUN = 0;
    private static final int TEAR = 1;
    private static final int LOSE_BEFORE = 2;
    private static final int LOSE_AFTER = 3;
    private static final int HOLD = 4;

    private enum Phase {
        READY,
        TORN,
        PERFORMED
    }

    private final Scenario scenario;
    private final int node;
    private final long key;
    private final SteppedMigration migration;
    private final Lens state;
    private final Retirement retirement;
    private final CachedLocation cached = new CachedLocation();
    private boolean begun;
    private Phase phase = Phase.READY;
    private Batch batch;

    MoveActor(Scenario scenario, int node, long key) {
        this.scenario = scenario;
        this.node = node;
        this.key = key;
        this.migration = scenario.world.migration(node);
        this.state = stateOf(migration);
        this.retirement = scenario.retirement(node);
        this.batch = migration.post();
    }

    @Override
    public int choices() {
        if (isFinished() || scenario.isDead(node) || isExpelled()) {
            return 0;
        }
        int choices = 1 << RUN;
        if (phase == Phase.READY && !isOver()) {
            choices |= scenario.tears() && readsValue() ? 1 << TEAR : 0;
            choices |= scenario.mayLose() ? 1 << LOSE_BEFORE | 1 << LOSE_AFTER : 0;
            choices |= scenario.isSlow() ? 1 << HOLD : 0;
        }
        return choices;
    }

    /** Whether the next operation READs the value. */
    private boolean readsValue() {
        if (begun) {
            return migration.step().equals("COPY");
        }
        World world = scenario.world;
        return world.nodes[node].cache.find(key, cached)
                && cached.place != 0
                && ValueAddress.partition(cached.address) != node
                && world.clock.nanos() - cached.stampNanos < world.lease.cacheNanos();
    }

    /** Whether this node was expelled: it finishes what it has begun, and begins nothing more. */
    private boolean isExpelled() {
        return scenario.isGone(node) && phase == Phase.READY && (!begun || isLocating());
    }

    /** Whether the migration works on the block at an address of its node. */
    boolean worksOn(long address) {
        return begun && migration.worksOn(address);
    }

    private boolean isOver() {
        return begun && migration.done();
    }

    @Override
    public void act(int choice) {
        if (isOver()) {
            migration.flush();
            return;
        }
        if (!begun) {
            begun = true;
            migration.begin(key, scenario.world.homes.home(key));
        }
        if (phase == Phase.READY) {
            batch = migration.post();
        }
        if (choice == TEAR) {
            if (scenario.appends()) { // the entries arrive before the word that counts them
                scenario.world.network.performBack(node, batch, 0, ValueHeader.LENGTH);
            } else {
                scenario.world.network.performHead(node, batch, 0, ValueHeader.LENGTH);
            }
            phase = Phase.TORN;
        } else {
            perform(choice);
            phase = Phase.PERFORMED;
            if (choice != HOLD) {
                complete();
            }
        }
    }

    private void perform(int choice) {
        if (phase == Phase.TORN && scenario.appends()) {
            scenario.world.network.performFront(node, batch, 0, ValueHeader.LENGTH);
        } else if (phase == Phase.TORN) {
            scenario.world.network.performRest(node, batch, 0, ValueHeader.LENGTH);
        } else if (choice == LOSE_BEFORE || choice == LOSE_AFTER) {
            scenario.loseOne();
            scenario.world.network.lose(node, batch, choice == LOSE_AFTER);
        } else if (phase == Phase.READY) {
            scenario.world.network.perform(node, batch);
        }
    }

    private void complete() {
        phase = Phase.READY;
        migration.complete();
        forget(migration, state);
    }

    /** The fields of a migration that its further steps depend on. */
    static Lens stateOf(SteppedMigration migration) {
        return new Lens(Lens.peek(migration, "migration"), "op", "home", "key", "chain", "inGrown", "bucket");
    }

    /**
     * Clears fields that no later step reads, including the number of attempts, so that they do not make equal states
     * differ.
     */
    static void forget(SteppedMigration migration, Lens state) {
        state.set("attempts", 0);
        boolean locates = isLocating(migration, state);
        state.set("place", 0); // read at the end of the first operation, if at all
        if (locates || migration.step().equals("COPY")) {
            state.set("sourceState", 0);
        }
        if (locates) {
            state.set("word", 0);
            state.set("fresh", 0);
            state.set("slot", 0);
            state.set("beganNanos", 0);
        }
    }

    private static boolean isLocating(SteppedMigration migration, Lens state) {
        return migration.step().equals("LOCATE") && state.word("confirming") == 0;
    }

    private boolean isLocating() {
        return isLocating(migration, state);
    }

    @Override
    public boolean done() {
        return scenario.isGone(node) || isFinished();
    }

    private boolean isFinished() {
        return begun && migration.done() && retirement.isWritten();
    }

    @Override
    public void reset() {
        begun = false;
        phase = Phase.READY;
        state.reset();
    }

    @Override
    public void addTo(Fingerprint fingerprint) {
        if (scenario.isDead(node)) {
            return;
        }
        fingerprint.add(phase);
        fingerprint.add((begun ? 1 : 0) | (isOver() ? 2 : 0));
        if (begun && !isOver() && !(isLocating() && phase == Phase.READY)) {
            state.addTo(fingerprint);
        }
        if (phase == Phase.PERFORMED) {
            fingerprint.addBatch(batch, batch.length(0));
        }
    }

    @Override
    public String describe(int choice) {
        String step = !begun ? (readsValue() ? "FETCH" : "LOCATE") : migration.done() ? "RETIRE" : migration.step();
        String how = switch (choice) {
            case TEAR -> scenario.appends() ? ", all but the header" : ", the header";
            case LOSE_BEFORE -> ", lost on the way";
            case LOSE_AFTER -> ", lost on the way back";
            case HOLD -> ", and stalls";
            default -> phase == Phase.TORN ? ", the rest" : phase == Phase.PERFORMED ? " goes on" : "";
        };
        return "migration to " + node + " " + step + how;
    }
}

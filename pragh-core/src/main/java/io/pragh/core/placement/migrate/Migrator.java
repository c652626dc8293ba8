package io.pragh.core.placement.migrate;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.Clock;
import io.pragh.core.fabric.Batch;
import java.util.Arrays;
import java.util.List;

/**
 * Pulls values into this node, many at a time: the operations of all migrations under way share round trips, whatever
 * step each is in. One thread.
 */
public final class Migrator {
    /** The most migrations under way. */
    public static final int WINDOW = 128;

    private final MigrationContext context;
    private final HomeMap homes;
    private final Clock clock;
    private final Batch batch = new Batch(WINDOW);
    private final BucketLanding landing = new BucketLanding(WINDOW);
    /** Migrations under way, and behind them those that rest: none while there is no partition. */
    private Migration[] window = {};

    private final MigrationCounters counters = new MigrationCounters();
    private List<MigrationTarget> targets;
    private int active;

    /** A migrator into the given partitions of this node; without partitions it migrates nothing. */
    public Migrator(MigrationContext context, HomeMap homes, Clock clock, List<MigrationTarget> targets) {
        this.context = context;
        this.homes = homes;
        this.clock = clock;
        this.targets = List.of();
        retarget(targets);
    }

    /** Counts of the migrations so far; any thread may read them. */
    public MigrationCounters counters() {
        return counters;
    }

    /** How many migrations are under way. Any thread; the result may be slightly out of date. */
    public int underWay() {
        return active;
    }

    /** Sets the partitions of this node after a change; nothing here reaches the memory of others afterwards. */
    public void retarget(List<MigrationTarget> now) {
        targets = List.copyOf(now);
        Migration[] places = Arrays.copyOf(window, targets.isEmpty() ? active : WINDOW);
        for (int i = active; i < places.length; i++) {
            places[i] = new Migration(context, targets.get(0));
        }
        window = places;
    }

    /** Whether a migration under way has memory in a partition of this node. */
    public boolean worksIn(int partition) {
        for (int i = 0; i < active; i++) {
            if (window[i].target() == partition) {
                return true;
            }
        }
        return false;
    }

    /**
     * Migrates values into this node and returns when each migration has ended, except those whose home or source
     * became unreachable after the swap: they stay under way, and the next call continues them.
     *
     * <p>Cost per value: two READs, two CAS and a WRITE, in five round trips that all values of a window share; one
     * READ and round trip less if this node's readers have cached the value's location.
     */
    public void migrate(long[] keys, int count) {
        if (targets.isEmpty()) {
            counters.skip(count);
            return;
        }
        int next = 0;
        int stuckRounds = 0;
        while (next < count || (active > 0 && stuckRounds < Migration.ATTEMPTS_MAX)) {
            while (next < count && active < WINDOW) {
                long key = keys[next++];
                window[active++].begin(key, homes.home(key), targetOf(key), clock.nanos());
            }
            int before = active;
            round();
            stuckRounds = active < before || !onlyStuck() ? 0 : stuckRounds + 1;
            if (active == WINDOW && stuckRounds >= Migration.ATTEMPTS_MAX) {
                break; // sources out of reach occupy every place: leave the rest to a later plan
            }
        }
        counters.skip(count - next);
        context.retire().flush();
    }

    /** Handles a partition that another node serves now, with memory of its own. */
    public void forget(int partition) {
        context.tables().forget(partition);
        context.retire().forget(partition);
        for (int i = 0; i < active; i++) {
            window[i].forget(partition);
        }
        removeEnded();
    }

    /** Whether a migration under way works on this block of this node's memory. */
    public boolean isUnderWay(long address) {
        for (int i = 0; i < active; i++) {
            if (window[i].published() == address) {
                return true;
            }
        }
        return false;
    }

    /** Continues migrations that are stuck, and writes retired addresses that did not fit into a ring. */
    public void upkeep() {
        if (active > 0) {
            round();
        }
        context.retire().flush();
    }

    private boolean onlyStuck() {
        for (int i = 0; i < active; i++) {
            if (!window[i].isStuck()) {
                return false;
            }
        }
        return true;
    }

    private void round() {
        batch.clear();
        landing.reset();
        long began = clock.nanos();
        for (int i = 0; i < active; i++) {
            window[i].post(batch, landing, began);
        }
        context.endpoint().execute(batch);
        long ended = clock.nanos();
        for (int i = 0; i < active; i++) {
            window[i].complete(batch, landing, ended);
        }
        removeEnded();
    }

    private void removeEnded() {
        for (int i = 0; i < active; ) {
            Migration migration = window[i];
            if (migration.step() == Migration.Step.DONE) {
                counters.count(migration.outcome(), ValueAddress.blockBytes(migration.source()));
                window[i] = window[--active];
                window[active] = migration;
            } else {
                i++;
            }
        }
    }

    /**
     * A value that moves to its home node goes to its home partition; any other to one of this node's partitions,
     * chosen by its key.
     */
    private MigrationTarget targetOf(long key) {
        int home = homes.home(key);
        for (MigrationTarget target : targets) {
            if (target.partition() == home) {
                return target;
            }
        }
        return targets.get((int) Long.remainderUnsigned(key * 0x9E3779B97F4A7C15L >>> 20, targets.size()));
    }
}

package io.pragh.core.placement.migrate;

import io.pragh.core.base.Clock;
import io.pragh.core.fabric.Batch;

/** A {@link Migration} that a test makes step by step. One thread. */
public final class SteppedMigration {
    private final MigrationContext context;
    private final MigrationTarget target;
    private final Clock clock;
    private final Migration migration;
    private final Batch batch = new Batch(1);
    private final BucketLanding landing = new BucketLanding(1);

    /** Migrations into one partition. */
    public SteppedMigration(MigrationContext context, MigrationTarget target, Clock clock) {
        this.context = context;
        this.target = target;
        this.clock = clock;
        this.migration = new Migration(context, target);
    }

    /** Starts to pull a value into this node. */
    public void begin(long key, int home) {
        migration.begin(key, home, target, clock.nanos());
    }

    /** The operation of the next step. */
    public Batch post() {
        batch.clear();
        landing.reset();
        migration.post(batch, landing, clock.nanos());
        return batch;
    }

    /** Processes the result of the operation. */
    public void complete() {
        migration.complete(batch, landing, clock.nanos());
    }

    /** Notifies the former owners, as the migrator does at the end of a round. */
    public void flush() {
        context.retire().flush();
    }

    /** The name of the next step; {@code DONE} after the last. */
    public String step() {
        return migration.step().name();
    }

    /** Whether the migration is over. */
    public boolean done() {
        return migration.step() == Migration.Step.DONE;
    }

    /** Whether the migration is not over and works on this block of its node. */
    public boolean worksOn(long address) {
        return !done() && migration.published() == address;
    }

    /** The outcome of the migration. */
    public MigrationOutcome outcome() {
        return migration.outcome();
    }
}

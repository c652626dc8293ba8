package io.pragh.explore;

import io.pragh.core.access.SteppedVersionRead;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.txn.SteppedCommit;
import io.pragh.core.txn.home.TransactionHome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link CommitPlan}: real commits of two homes, a real snapshot and a real migration, each of whose steps is
 * made when it is chosen. One thread.
 */
// A step is one advance of a commit at its coordinator, the delivery of a message, one read of a key in a snapshot,
// one operation of the migration, one look of a home at the keys it holds, or a tenth of a second. After any steps,
// all remaining ones can be made in one fair order: in the end no key may be locked, and what clients were told must
// hold.
final class CommitStage {
    private static final int ADVANCE = 0;
    private static final int READ = 2;
    private static final int MOVE = 3;
    /** An undisturbed migration takes fewer steps. */
    private static final int MOVES_MAX = 10;

    /** Steps of a commit in which it may be given up. */
    private static final Set<String> UNDECIDED = Set.of("PREPARE", "TIMESTAMP", "VALIDATE", "DECIDE");

    private static final int TICK = 4;
    private static final int POLL = 5;
    private static final int HEAR = 7;
    private static final int DIE = 9;
    private static final int HEAR_OF_DEATH = 10;
    private static final int GIVE_UP = 12;
    private static final int MESSAGE = 16;
    private static final int HOMES = 2;
    private static final long TICK_NANOS = 150_000_000L;
    private static final int ROUNDS_MAX = 60;
    /** The approximate number of objects in a state. */
    private static final int OBJECTS = 1 << 11;

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 12);

    private final CommitPlan plan;
    private final RegionPool memory = new RegionPool();
    private CommitWorld world;
    private final List<SteppedCommit> commits = new ArrayList<>();
    private final CommitOracle oracle;
    private final CommitMail mail;
    private final EverySnapshot everybody = new EverySnapshot();
    /** Whether each home has learned that the coordinator was expelled. */
    private final boolean[] heard = new boolean[HOMES];
    /** Whether b's home has died; further, whether a's home, and the coordinator, have learned of it. */
    private boolean died;

    private final boolean[] heardOfDeath = new boolean[HOMES];
    private @Nullable SteppedMigration migration;
    private boolean moving;
    private boolean ticked;
    private long snapshot;
    private final long[] firstAddresses = new long[HOMES];
    private final long[] firstVersions;

    CommitStage(CommitPlan plan) {
        this.plan = plan;
        this.oracle = new CommitOracle(plan);
        this.world = freshWorld();
        this.mail = new CommitMail(plan, world, commits);
        this.firstVersions = new long[] {world.version(world.a), world.version(world.b)};
        reset();
    }

    private CommitWorld freshWorld() {
        memory.reset();
        boolean beside = plan.death() == CommitPlan.Death.HOME_AND_COORDINATOR;
        CommitWorld fresh = new CommitWorld(memory, beside ? 1 : CommitWorld.COORDINATOR, plan.appended());
        long first = CommitOracle.FIRST;
        fresh.drive(fresh.begin().write(fresh.a, first).write(fresh.b, first).start(1));
        return fresh;
    }

    void reset() {
        world = freshWorld();
        if (plan.moved()) {
            SteppedMigration before = begun();
            while (!before.done()) {
                step(before);
            }
            before.flush();
        }
        firstAddresses[0] = world.partitions[0].table().addressOf(world.a);
        firstAddresses[1] = world.partitions[1].table().addressOf(world.b);
        commits.clear();
        switch (plan.work()) {
            case ONE -> commits.add(writesBoth(0));
            case TWO -> {
                commits.add(writesBoth(0));
                commits.add(writesBoth(1));
            }
            case SKEW -> {
                commits.add(world.begin()
                        .read(world.a, firstVersions[0])
                        .write(world.b, CommitOracle.number(0))
                        .start(1));
                commits.add(world.begin()
                        .read(world.b, firstVersions[1])
                        .write(world.a, CommitOracle.number(1))
                        .start(1));
            }
        }
        migration = plan.moves() ? begun() : null;
        moving = plan.moves();
        Arrays.fill(heard, false);
        Arrays.fill(heardOfDeath, false);
        died = false;
        ticked = false;
        snapshot = 0;
        mail.reset(world);
        oracle.reset();
        everybody.reset(world.word.read());
    }

    private SteppedCommit writesBoth(int commit) {
        long number = CommitOracle.number(commit);
        SteppedCommit both = world.begin().write(world.a, number).write(world.b, number);
        return (commit < plan.waiting() ? both.waiting() : both).start(1);
    }

    private SteppedMigration begun() {
        SteppedMigration pull = world.migration(0);
        pull.begin(world.b, 1);
        return pull;
    }

    private void step(SteppedMigration pull) {
        world.network.perform(0, pull.post());
        pull.complete();
        MoveActor.forget(pull, MoveActor.stateOf(pull));
    }

    /** Every step that is possible now. */
    int[] choices() {
        List<Integer> all = new ArrayList<>();
        for (int c = 0; c < commits.size(); c++) {
            if (goesOn(c)) {
                all.add(ADVANCE + c);
            }
            if (plan.givesUp() && UNDECIDED.contains(commits.get(c).step())) {
                all.add(GIVE_UP + c);
            }
        }
        if (!oracle.isRead()) {
            all.add(READ);
        }
        if (moving) {
            all.add(MOVE);
        }
        if (mail.hasLost() && !ticked) {
            all.add(TICK);
        }
        for (int n = 0; n < HOMES; n++) {
            if (isAlive(n) && hasToLook(n)) {
                all.add(POLL + n);
            }
            if (plan.expelled() && !heard[n]) {
                all.add(HEAR + n);
            }
            if (died && !heardOfDeath[n]) {
                all.add(HEAR_OF_DEATH + n);
            }
        }
        if (plan.death() != CommitPlan.Death.NONE && !died) {
            all.add(DIE);
        }
        mail.addChoices(all, MESSAGE);
        return all.stream().mapToInt(Integer::intValue).toArray();
    }

    private boolean hasToLook(int home) {
        boolean mayWait = plan.waiting() > 0 && world.transactionHomes[home].size() > 0;
        return mayWait || ticked || heard[home] || home == 0 && heardOfDeath[0];
    }

    private boolean isAlive(int home) {
        return home == 0 || !died;
    }

    private boolean goesOn(int commit) {
        boolean coordinatorDied = died && plan.death() == CommitPlan.Death.HOME_AND_COORDINATOR;
        return !coordinatorDied && !commits.get(commit).step().equals("DONE");
    }

    void act(int choice) {
        actUnseen(choice);
        if (plan.reader() == CommitPlan.Reader.EVERYBODY) {
            oracle.reportIf(everybody.look(world.word.read(), this::see));
        }
    }

    private void actUnseen(int choice) {
        try {
            make(choice);
        } catch (RuntimeException | AssertionError thrown) {
            oracle.report(thrown.toString());
        }
        mail.tidy();
        oracle.listen(commits);
    }

    /** What every snapshot has seen so far. */
    long[] seen() {
        return everybody.seen();
    }

    /** Repeats steps from the beginning; {@code seen} is what every snapshot had seen after them. */
    void replay(int[] path, long[] seen) {
        reset();
        for (int step : path) {
            actUnseen(step);
        }
        everybody.recall(seen);
    }

    private void make(int choice) {
        if (choice >= MESSAGE) {
            mail.act(choice - MESSAGE);
            return;
        }
        switch (choice) {
            case ADVANCE, ADVANCE + 1 -> commits.get(choice - ADVANCE).advance();
            case READ -> read();
            case MOVE -> move();
            case TICK -> {
                ticked = true;
                world.clock.advance(TICK_NANOS);
            }
            case POLL, POLL + 1 -> poll(choice - POLL);
            case DIE -> die();
            case GIVE_UP, GIVE_UP + 1 -> commits.get(choice - GIVE_UP).giveUp();
            case HEAR_OF_DEATH, HEAR_OF_DEATH + 1 -> hearOfDeath(choice - HEAR_OF_DEATH);
            default -> hear(choice - HEAR);
        }
    }

    private void poll(int home) {
        world.transactionHomes[home].poll();
    }

    private void hear(int home) {
        heard[home] = true;
        world.expelCoordinatorAt(home);
    }

    private void die() {
        died = true;
        world.dieAtB();
        heardOfDeath[1] = plan.death() == CommitPlan.Death.HOME_AND_COORDINATOR; // dead too, so it cannot learn of it
    }

    private void hearOfDeath(int who) {
        heardOfDeath[who] = true;
        if (who == 0) {
            world.hearOfDeathAtA();
        } else {
            world.hearOfDeathAtCoordinator();
        }
    }

    private void move() {
        SteppedMigration pull = migration;
        if (pull == null) {
            throw new AssertionError("nothing moves in: " + plan);
        }
        if (pull.done()) {
            pull.flush();
            moving = false;
        } else {
            step(pull);
        }
    }

    private void read() {
        if (snapshot == 0) {
            snapshot = world.word.read();
            oracle.snapshotTaken();
            return;
        }
        int which = oracle.nextToRead();
        long number = see(which, snapshot);
        if (number != SteppedVersionRead.WAITS) {
            oracle.saw(which, number);
        }
    }

    /** What a snapshot sees of a key whose address its node has cached since before all commits. */
    private long see(int key, long timestamp) {
        world.remember(world.a, firstAddresses[0]);
        // the lease on addresses cached in a former life ends before there is a later life
        world.remember(world.b, heardOfDeath[0] ? ValueAddress.ABSENT : firstAddresses[1]);
        return world.read(key == 0 ? world.a : world.b, timestamp);
    }

    /** The first violation so far, or null. */
    @Nullable
    String violation() {
        return oracle.violation();
    }

    /** Makes all remaining steps in a fair order; returns a violation, or null. The run is over afterwards. */
    @Nullable
    String finish() {
        boolean expelled = heard[0] || heard[1];
        for (int n = 0; n < HOMES; n++) {
            if (expelled && !heard[n]) {
                hear(n);
            }
            if (died && !heardOfDeath[n]) {
                hearOfDeath(n);
            }
        }
        for (int round = 0; round < ROUNDS_MAX && violation() == null && !isOver(expelled); round++) {
            fair(expelled);
        }
        if (violation() == null && !isOver(expelled)) {
            oracle.report("something never ends: locked=" + world.transactionHomes[0].size() + ","
                    + world.transactionHomes[1].size() + " commits="
                    + commits.stream().map(SteppedCommit::step).toList() + " read=" + oracle.isRead() + " moving="
                    + moving);
        }
        if (violation() == null) {
            oracle.judge(world);
        }
        if (violation() == null && plan.reader() == CommitPlan.Reader.EVERYBODY) {
            oracle.reportIf(everybody.judge(world.word.read(), commits, oracle.committed()));
        }
        return violation();
    }

    /** The commits that took effect, in the order of their timestamps; known after {@link #finish}. */
    List<Integer> ending() {
        return IntStream.range(0, commits.size())
                .filter(c -> (oracle.committed() & 1 << c) != 0)
                .boxed()
                .sorted(Comparator.comparingLong(c -> commits.get(c).timestamp()))
                .toList();
    }

    private boolean isOver(boolean expelled) {
        boolean locked = false;
        for (int n = 0; n < HOMES; n++) {
            TransactionHome home = world.transactionHomes[n];
            locked |= isAlive(n) && (home.size() > 0 || home.hasClaims(n));
        }
        boolean done = expelled;
        if (!expelled) {
            done = IntStream.range(0, commits.size()).noneMatch(this::goesOn);
        }
        return done && oracle.isRead() && !moving && mail.isEmpty() && !locked;
    }

    private void fair(boolean expelled) {
        for (int c = 0; c < commits.size() && !expelled; c++) {
            if (goesOn(c)) {
                act(ADVANCE + c);
            }
        }
        for (int m = mail.size(); m > 0 && !mail.isEmpty(); m--) {
            act(MESSAGE);
        }
        if (!oracle.isRead()) {
            act(READ);
        }
        for (int i = 0; moving && i < MOVES_MAX; i++) { // all of it within a lease
            act(MOVE);
        }
        world.clock.advance(TICK_NANOS);
        for (int n = 0; n < HOMES; n++) {
            if (isAlive(n)) {
                act(POLL + n);
            }
        }
    }

    void fingerprint(Fingerprint into) {
        into.reset();
        into.add(world.clock.nanos());
        into.add(world.word.read());
        into.add((ticked ? 1 : 0) | (died ? 2 : 0) | (moving ? 4 : 0));
        into.add(snapshot);
        mail.addTo(into);
        oracle.addTo(into);
        everybody.addTo(into);
        ObjectPrint print = new ObjectPrint(into, OBJECTS);
        for (int i = 0; i < HOMES; i++) {
            into.add((heard[i] ? 1 : 0) | (heardOfDeath[i] ? 2 : 0));
            if (isAlive(i) || heardOfDeath[0]) {
                addMemory(into, world.partitions[i].region());
                print.add(world.partitions[i]);
            }
            if (isAlive(i)) {
                print.add(world.transactionHomes[i]);
                print.add(world.stores[i]);
            }
        }
        print.add(commits);
        print.add(moving ? migration : null);
    }

    private static void addMemory(Fingerprint into, Region region) {
        for (long page = 0; page < region.bytes(); page += ZEROS.capacity()) {
            ByteBuffer bytes = region.segment(page).slice(region.index(page), ZEROS.capacity());
            if (bytes.mismatch(ZEROS) < 0) {
                continue;
            }
            for (long at = page; at < page + ZEROS.capacity(); at += Long.BYTES) {
                long word = region.getLong(at);
                if (word != 0) {
                    into.add(at);
                    into.add(word);
                }
            }
        }
    }

    String describe(int choice) {
        if (choice >= MESSAGE) {
            return mail.describe(choice - MESSAGE);
        }
        return switch (choice) {
            case ADVANCE, ADVANCE + 1 ->
                "commit " + (choice - ADVANCE) + " "
                        + commits.get(choice - ADVANCE).step();
            case READ -> snapshot == 0 ? "the snapshot is taken" : "the snapshot reads";
            case MOVE -> "the migration goes on";
            case TICK -> "time passes";
            case POLL, POLL + 1 -> "home " + (choice - POLL) + " looks";
            case GIVE_UP, GIVE_UP + 1 -> "the coordinator gives commit " + (choice - GIVE_UP) + " up";
            case DIE -> "the node of b's home dies";
            case HEAR_OF_DEATH -> "a's home hears that the other has died";
            case HEAR_OF_DEATH + 1 -> "the coordinator hears that b's home has died";
            default -> "home " + (choice - HEAR) + " hears that the coordinator is gone";
        };
    }
}

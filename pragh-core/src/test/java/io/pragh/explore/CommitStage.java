package io.pragh.explore;

import io.pragh.core.access.SteppedVersionRead;
import io.pragh.core.fabric.Message;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.txn.SteppedCommit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link CommitPlan} put on stage: real commits of two homes, a real snapshot and a real migration, of which each step is made when it
 * is chosen. One thread.
 */
// A step is one advance of a commit at its coordinator, the delivery of one message, one read of a key in a snapshot,
// one operation of the migration, one look of a home at what it holds, or a tenth of a second. Whatever happened, all
// that is left can be made to happen in one fair order: then nothing may be locked, and what clients were told must
// hold.
final class CommitStage {
    private static final int ADVANCE = 0;
    private static final int READ = 2;
    private static final int MOVE = 3;
    /** A migration that nobody disturbs takes fewer steps. */
    private static final int MOVES_MAX = 10;

    private static final int TICK = 4;
    private static final int POLL = 5;
    private static final int HEAR = 7;
    private static final int DIE = 9;
    private static final int HEAR_OF_DEATH = 10;
    private static final int GIVE_UP = 12;
    private static final int DELIVER = 16;
    private static final int KINDS = 3;
    private static final int HOMES = 2;
    private static final long TICK_NANOS = 150_000_000L;
    private static final int ROUNDS_MAX = 60;
    /** About so many objects are part of a state. */
    private static final int OBJECTS = 1 << 11;

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 12);

    private final CommitPlan plan;
    private final RegionPool memory = new RegionPool();
    private CommitWorld world;
    private final List<SteppedCommit> commits = new ArrayList<>();
    private final CommitOracle oracle;
    /** Which homes know that the coordinator was expelled. */
    private final boolean[] heard = new boolean[HOMES];
    /** Whether b's home has died, and whether a's home, and the coordinator, know. */
    private boolean died;

    private final boolean[] heardOfDeath = new boolean[HOMES];
    private @Nullable SteppedMigration migration;
    private boolean moving;
    private int losses;
    private int repeats;
    private int ticks;
    private long snapshot;
    private final long[] firstAddresses = new long[HOMES];
    private final long[] firstVersions;

    CommitStage(CommitPlan plan) {
        this.plan = plan;
        this.oracle = new CommitOracle(plan);
        this.world = freshWorld();
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
            case ONE -> commits.add(writesBoth(CommitOracle.number(0)));
            case TWO -> {
                commits.add(writesBoth(CommitOracle.number(0)));
                commits.add(writesBoth(CommitOracle.number(1)));
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
        losses = 0;
        repeats = 0;
        ticks = 0;
        snapshot = 0;
        oracle.reset();
    }

    private SteppedCommit writesBoth(long number) {
        return world.begin().write(world.a, number).write(world.b, number).start(1);
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

    /** Every step that could be made now. */
    int[] choices() {
        List<Integer> all = new ArrayList<>();
        for (int c = 0; c < commits.size(); c++) {
            if (goesOn(c)) {
                all.add(ADVANCE + c);
            }
            if (plan.givesUp() && commits.get(c).step().equals("DECIDE")) {
                all.add(GIVE_UP + c);
            }
        }
        if (!oracle.isRead()) {
            all.add(READ);
        }
        if (moving) {
            all.add(MOVE);
        }
        if (ticks < plan.ticks()) {
            all.add(TICK);
        }
        for (int n = 0; n < HOMES; n++) {
            if (isAlive(n) && (ticks > 0 || heard[n] || n == 0 && heardOfDeath[0])) {
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
        for (int m = 0; m < world.network.inFlight.size(); m++) {
            all.add(DELIVER + KINDS * m);
            if (losses < plan.losses()) {
                all.add(DELIVER + KINDS * m + 1);
            }
            if (repeats < plan.repeats()) {
                all.add(DELIVER + KINDS * m + 2);
            }
        }
        return all.stream().mapToInt(Integer::intValue).toArray();
    }

    private boolean isAlive(int home) {
        return home == 0 || !died;
    }

    private boolean goesOn(int commit) {
        boolean coordinatorDied = died && plan.death() == CommitPlan.Death.HOME_AND_COORDINATOR;
        return !coordinatorDied && !commits.get(commit).step().equals("DONE");
    }

    void act(int choice) {
        try {
            make(choice);
        } catch (RuntimeException | AssertionError thrown) {
            oracle.report(thrown.toString());
        }
        oracle.listen(commits);
    }

    private void make(int choice) {
        if (choice >= DELIVER) {
            message((choice - DELIVER) / KINDS, (choice - DELIVER) % KINDS);
            return;
        }
        switch (choice) {
            case ADVANCE, ADVANCE + 1 -> commits.get(choice - ADVANCE).advance();
            case READ -> read();
            case MOVE -> move();
            case TICK -> {
                ticks++;
                world.clock.advance(TICK_NANOS);
            }
            case POLL, POLL + 1 -> poll(choice - POLL);
            case DIE -> die();
            case GIVE_UP, GIVE_UP + 1 -> commits.get(choice - GIVE_UP).giveUp();
            case HEAR_OF_DEATH, HEAR_OF_DEATH + 1 -> hearOfDeath(choice - HEAR_OF_DEATH);
            default -> hear(choice - HEAR);
        }
    }

    private void message(int index, int how) {
        switch (how) {
            case 0 -> world.network.deliver(index);
            case 1 -> {
                losses++;
                world.network.inFlight.remove(index);
            }
            default -> {
                repeats++;
                Message again = world.network.inFlight.get(index);
                world.network.deliver(index);
                world.network.send(again);
            }
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
        heardOfDeath[1] = plan.death() == CommitPlan.Death.HOME_AND_COORDINATOR; // nobody is left there who could hear
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
        world.cache.clear();
        world.cache.put(world.a, firstAddresses[0], world.clock.nanos()); // as from before all commits
        if (!heardOfDeath[0]) { // the lease of what was cached of a former life is over before there is a later one
            world.cache.put(world.b, firstAddresses[1], world.clock.nanos());
        }
        long number = world.read(which == 0 ? world.a : world.b, snapshot);
        if (number == SteppedVersionRead.WAITS) {
            return;
        }
        oracle.saw(which, number);
    }

    /** What is wrong by now, or null. */
    @Nullable
    String violation() {
        return oracle.violation();
    }

    /** Lets all that is left happen in a fair order; what is wrong then, or null. The run is over afterwards. */
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
        return violation();
    }

    private boolean isOver(boolean expelled) {
        int locked = 0;
        for (int n = 0; n < HOMES; n++) {
            locked += isAlive(n) ? world.transactionHomes[n].size() : 0;
        }
        boolean done = expelled;
        if (!expelled) {
            done = IntStream.range(0, commits.size()).noneMatch(this::goesOn);
        }
        return done && oracle.isRead() && !moving && world.network.inFlight.isEmpty() && locked == 0;
    }

    private void fair(boolean expelled) {
        for (int c = 0; c < commits.size() && !expelled; c++) {
            if (goesOn(c)) {
                act(ADVANCE + c);
            }
        }
        for (int m = world.network.inFlight.size(); m > 0 && !world.network.inFlight.isEmpty(); m--) {
            act(DELIVER);
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
        into.add(losses | repeats << 4 | ticks << 8 | (died ? 1 << 12 : 0) | (moving ? 1 << 13 : 0));
        into.add(snapshot);
        oracle.addTo(into);
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
        addMessages(into);
    }

    /** Any of the messages may arrive next, so their order is not part of the state. */
    private void addMessages(Fingerprint into) {
        Fingerprint one = new Fingerprint();
        long high = 0;
        long low = 0;
        for (Message message : world.network.inFlight) {
            one.reset();
            new ObjectPrint(one, 16).add(message);
            high += one.high();
            low += one.low();
        }
        into.add(high);
        into.add(low);
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
        if (choice >= DELIVER) {
            Message message = world.network.inFlight.get((choice - DELIVER) / KINDS);
            String how = switch ((choice - DELIVER) % KINDS) {
                case 0 -> "arrives";
                case 1 -> "is lost";
                default -> "arrives, and will again";
            };
            return "message " + message.type() + " from " + message.from() + " to " + message.to() + " " + how;
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

package io.pragh.explore;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollCount;
import io.pragh.core.address.SizeClass;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link Plan}: its world, its actors, and a {@link Witness}. It can be repeated from the start, and reduced
 * to a {@link Fingerprint} after any step. One thread.
 */
final class Scenario {
    private static final int HOME = 0;

    final World world;
    final MemoryImage memory = new MemoryImage();
    final Witness witness;

    private final long key;
    private final Plan plan;
    private final List<Actor> actors = new ArrayList<>();
    private final List<PutActor> puts = new ArrayList<>();
    private final List<Retirement> retirements = new ArrayList<>();
    private final List<Blocks> blocks = new ArrayList<>();
    private final Mail mail;
    private final @Nullable Crash crash;
    private final AtomicLong clock;
    private final long beganNanos;
    private final long firstTimestamp;
    private int tick;
    private int lost;
    private @Nullable Throwable thrown;

    Scenario(Plan plan) {
        this.plan = plan;
        this.world = new World(new LeasePolicy(World.LEASE_NANOS, 0), plan.has(Plan.Twist.APPENDED));
        this.key = world.key(HOME, 0);
        for (int node = 0; node < World.NODES; node++) {
            world.put(History.append(world.key(node, 1), 1)); // keeps the node's slab
        }
        if (plan.has(Plan.Twist.ABSENT)) {
            world.nodes[HOME].partition.table().findOrInsert(key);
        } else {
            world.put(History.append(key, 1));
        }
        if (plan.has(Plan.Twist.WARM)) {
            plan.readers().forEach(node -> world.get(node, key));
        }
        this.witness = new Witness(world, key);
        this.clock = (AtomicLong) Lens.peek(world.clock, "now");
        this.beganNanos = clock.get();
        this.firstTimestamp = world.timestamp.get();
        for (WorldNode node : world.nodes) {
            stage(node);
        }
        this.crash = plan.has(Plan.Twist.CRASH) || plan.has(Plan.Twist.EXPELLED)
                ? new Crash(this, !plan.has(Plan.Twist.EXPELLED), plan.has(Plan.Twist.AGREED))
                : null;
        this.mail = new Mail(this, HOME, plan.messageFaults());
        for (int node : plan.moves()) {
            MoveActor move = new MoveActor(this, node, key);
            actors.add(move);
            world.nodes[node].migratesWith(move::worksOn);
        }
        for (int i = 0; i < plan.updates(); i++) {
            puts.add(new PutActor(this, History.append(key, i + 2), i + 2));
        }
        if (plan.has(Plan.Twist.REWRITTEN)) {
            puts.add(new PutActor(this, History.whole(key, Witness.REWRITTEN), Witness.REWRITTEN));
        }
        actors.addAll(puts);
        plan.readers().forEach(node -> actors.add(new ReadActor(this, node, key, plan.reads())));
        actors.add(mail);
        actors.addAll(retirements);
        actors.add(new Ticks(this, plan.ticks()));
        if (crash != null) {
            actors.add(crash);
        }
        Region table = world.nodes[HOME].partition.region();
        memory.add(table, world.nodes[HOME].partition.table().find(key), 1, true);
        for (int roll = 0; roll < RollCount.ROLLS; roll++) { // a death makes counts unknown
            memory.add(table, PartitionHeader.countOffset(roll), RollCount.RECENT_OFFSET / Long.BYTES, true);
        }
        memory.begin();
        reset();
    }

    private void stage(WorldNode node) {
        Blocks slab = new Blocks(node.partition, Blocks.sizeClass(plan.has(Plan.Twist.APPENDED)), !readsInPlace());
        blocks.add(slab);
        retirements.add(new Retirement(this, node.id));
        memory.watch(node.partition.region());
        int words = Blocks.BLOCKS_MAX * SizeClass.bytes(Blocks.sizeClass(plan.has(Plan.Twist.APPENDED))) / Long.BYTES;
        memory.add(node.partition.region(), slab.offset(), words, true);
        new CacheWords(node.cache, key).addTo(memory);
    }

    void reset() {
        memory.reset();
        world.revive();
        clock.set(beganNanos);
        world.timestamp.set(firstTimestamp);
        tick = 0;
        lost = 0;
        thrown = null;
        blocks.forEach(Blocks::reset);
        actors.forEach(Actor::reset);
        witness.reset();
    }

    /** Every step that is possible now. */
    int[] choices() {
        int[] all = new int[actors.size() * Actor.CHOICES_MAX];
        int count = 0;
        for (int a = 0; a < actors.size(); a++) {
            for (int bits = actors.get(a).choices(); bits != 0; bits &= bits - 1) {
                all[count++] = a * Actor.CHOICES_MAX + Integer.numberOfTrailingZeros(bits);
            }
        }
        return Arrays.copyOf(all, count);
    }

    void act(int choice) {
        try {
            actors.get(choice / Actor.CHOICES_MAX).act(choice % Actor.CHOICES_MAX);
        } catch (RuntimeException | AssertionError e) {
            thrown = e;
        }
        mail.forgetWaiters();
        blocks.forEach(Blocks::look);
        witness.look();
        puts.forEach(PutActor::tell);
    }

    String describe(int choice) {
        return actors.get(choice / Actor.CHOICES_MAX).describe(choice % Actor.CHOICES_MAX);
    }

    void fingerprint(Fingerprint into) {
        into.reset();
        into.add((long) tick << 32 | lost);
        into.add(clock.get());
        into.add(world.timestamp.get());
        memory.addTo(into);
        for (WorldNode node : world.nodes) {
            if (!isDead(node.id)) {
                blocks.get(node.id).addTo(into);
            }
        }
        actors.forEach(a -> a.addTo(into));
        witness.addTo(into);
    }

    /** The first violation so far, or null. */
    @Nullable
    String violation() {
        return thrown != null ? thrown.toString() : witness.violation();
    }

    boolean done() {
        return actors.stream().allMatch(Actor::done);
    }

    /**
     * Judges the end, when all actors are done and every block has rested: a violation, or null. The run is over
     * afterwards.
     */
    @Nullable
    String judge() {
        puts.forEach(PutActor::judge);
        if (crash != null) {
            crash.finish();
        }
        world.rest();
        List<String> findings = world.audit();
        return findings.isEmpty() ? violation() : findings.toString();
    }

    int tick() {
        return tick;
    }

    boolean ticksLeft() {
        return tick < plan.ticks();
    }

    boolean timePasses() {
        return plan.ticks() > 0;
    }

    boolean tears() {
        return plan.has(Plan.Twist.TORN);
    }

    boolean appends() {
        return plan.has(Plan.Twist.APPENDED);
    }

    boolean readsInPlace() {
        return plan.has(Plan.Twist.IN_PLACE);
    }

    boolean isSlow() {
        return plan.has(Plan.Twist.SLOW);
    }

    boolean mayLose() {
        return lost < plan.lostOperations();
    }

    void loseOne() {
        lost++;
    }

    void tickOnce() {
        tick++;
        world.clock.advance(plan.has(Plan.Twist.HALVES) ? World.LEASE_NANOS / 2 : World.LEASE_NANOS);
    }

    /** Whether a node is no longer a member; it may live and not know that. */
    boolean isGone(int node) {
        return crash != null && crash.isGone(node);
    }

    /** Whether a node makes no more steps. */
    boolean isDead(int node) {
        return crash != null && crash.isDead(node);
    }

    /** Whether an actor needs time that the plan does not provide. */
    boolean waitsForTime() {
        return crash != null && crash.waitsForTime();
    }

    /** Whether time may pass now. */
    boolean mayTick() {
        return crash == null || !crash.isBeingHeard();
    }

    /** Whether all actors but one are done. */
    boolean othersDone(Actor except) {
        return actors.stream().allMatch(a -> a == except || a.done());
    }

    void dropMail(int node) {
        mail.drop(node);
    }

    boolean mayAsk() {
        return mail.mayAsk();
    }

    Retirement retirement(int node) {
        return retirements.get(node);
    }

    int digitOf(Object operation) {
        for (PutActor put : puts) {
            if (put.is(operation)) {
                return put.digit();
            }
        }
        return 0;
    }
}

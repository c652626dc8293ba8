package io.pragh.explore;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Node 1 dies, or is expelled and lives on; the others learn of it one by one, node 2 takes over its partition, and
 * each makes the steps of its recovery. One thread.
 *
 * <p>A step of a recovery goes on until it has looked through all keys, if it marks any. No lease passes while one
 * survivor has learned of the loss and another has not: the margin of a lease ensures that.
 */
final class Crash implements Actor {
    /** The lost node. */
    static final int VICTIM = 1;

    private static final int HAPPEN = 0;
    private static final int HEAR = 1;
    private static final int RECOVER = HEAR + World.NODES;
    private static final int HOME = 0;
    private static final int SUBSTITUTE = 2;
    private static final int ROUNDS_MAX = 64;

    private final Scenario scenario;
    private final World world;
    private final boolean dies;
    private final boolean agrees;
    private final ClusterView later;
    private final @Nullable RecoveryLens[] lenses = new RecoveryLens[World.NODES];
    private boolean happened;

    /**
     * Node 1 is lost at some time; it dies, or is only taken for dead.
     *
     * @param agrees whether survivors mark keys when all of them have learned of the loss, and the key's home takes
     * over the partition; otherwise node 2 takes it over, and they wait for a lease
     */
    Crash(Scenario scenario, boolean dies, boolean agrees) {
        this.scenario = scenario;
        this.world = scenario.world;
        this.dies = dies;
        this.agrees = agrees;
        List<ClusterView.Member> members = new ArrayList<>();
        int[] nodeOf = new int[World.NODES];
        int[] lives = new int[World.NODES];
        lives[VICTIM] = 1;
        for (int node = 0; node < World.NODES; node++) {
            nodeOf[node] = node != VICTIM ? node : agrees ? HOME : SUBSTITUTE;
            if (node != VICTIM) {
                members.add(new ClusterView.Member(node, "node-" + node, ""));
            }
        }
        this.later = new ClusterView(2, members, nodeOf, lives);
    }

    /** Whether a node is no longer a member; it may live and not know that. */
    boolean isGone(int node) {
        return happened && node == VICTIM;
    }

    /** Whether a node makes no more steps. */
    boolean isDead(int node) {
        return dies && isGone(node);
    }

    /** Whether one survivor has learned of the loss and another has not. */
    boolean isBeingHeard() {
        int heard = heard();
        return heard > 0 && heard < World.NODES - 1;
    }

    private int heard() {
        return (int) Arrays.stream(lenses).filter(Objects::nonNull).count();
    }

    private boolean isAgreed() {
        return agrees && heard() == World.NODES - 1;
    }

    /** Whether keys will be marked as lost as soon as time has passed. */
    boolean waitsForTime() {
        for (RecoveryLens lens : lenses) {
            if (lens != null && lens.isMarking() && !lens.isDue(world.clock.nanos())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int choices() {
        if (!happened) {
            return 1 << HAPPEN;
        }
        int choices = 0;
        for (int node = 0; node < World.NODES; node++) {
            RecoveryLens lens = lenses[node];
            if (lens == null) {
                choices |= node == VICTIM ? 0 : 1 << HEAR + node;
            } else if (lens.isDue(world.clock.nanos())) {
                choices |= 1 << RECOVER + node;
            }
        }
        return choices;
    }

    @Override
    public void act(int choice) {
        if (choice == HAPPEN) {
            happened = true;
            scenario.witness.gone(VICTIM);
            if (dies) {
                world.network.kill(VICTIM);
                scenario.memory.ignore(world.nodes[VICTIM].partition.region());
                scenario.memory.ignore((Region) Lens.peek(world.nodes[VICTIM].cache, "region"));
                scenario.dropMail(VICTIM);
            }
        } else if (choice < RECOVER) {
            WorldNode node = world.nodes[choice - HEAR];
            node.hear(VICTIM, later);
            node.agreesWhen(this::isAgreed);
            lenses[node.id] = new RecoveryLens(node.recovery(), this::isAgreed);
            if (isAgreed()) {
                world.clock.advance(world.lease.silenceNanos() + world.lease.marginNanos());
            }
        } else {
            recover(choice - RECOVER);
        }
    }

    private void recover(int node) {
        RecoveryLens lens = lenses[node];
        int steps = 0;
        do {
            world.nodes[node].recovery().step(world.clock.nanos());
            if (++steps > ROUNDS_MAX) {
                throw new AssertionError("a recovery does not get through its keys");
            }
        } while (lens != null && lens.isInTheMiddle());
    }

    /** Proceeds until no node has anything to recover; the run is over afterwards. */
    void finish() {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            for (int node = 0; node < World.NODES; node++) {
                RecoveryLens lens = lenses[node];
                while (lens != null && lens.isDue(world.clock.nanos())) {
                    recover(node);
                }
            }
            world.clock.advance(world.lease.reclaimNanos());
        }
        for (int node = 0; node < World.NODES; node++) {
            if (lenses[node] != null && !world.nodes[node].recovery().idle()) {
                throw new AssertionError("a recovery does not end: node=" + node);
            }
        }
    }

    @Override
    public boolean done() {
        if (!happened) {
            return true;
        }
        for (int node = 0; node < World.NODES; node++) {
            RecoveryLens lens = lenses[node];
            if (node != VICTIM && (lens == null || lens.isMarking())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void reset() {
        happened = false;
        Arrays.fill(lenses, null);
    }

    @Override
    public void addTo(Fingerprint fingerprint) {
        fingerprint.add(happened ? 1 : 0);
        for (RecoveryLens lens : lenses) {
            fingerprint.add(lens == null ? 0 : 1);
            if (lens != null) {
                lens.addTo(fingerprint);
            }
        }
    }

    @Override
    public String describe(int choice) {
        if (choice == HAPPEN) {
            return "node " + VICTIM + (dies ? " dies" : " is taken for dead");
        }
        return choice < RECOVER
                ? "node " + (choice - HEAR) + " hears that node " + VICTIM + " is gone"
                : "recovery of node " + (choice - RECOVER);
    }
}

package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.api.UpdateResult;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.txn.home.LoneClaim;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Repeats schedules of recovery after the loss of a node that the exploration has found. */
class RecoveryScheduleTest {
    private static final int HOME = 0;
    private static final int VICTIM = 1;
    private static final int SUBSTITUTE = 2;
    private static final int STEPS = 64;

    /**
     * Found by {@link CrashExplorationTest}: the first of the sweep's two passes could not judge the block, so the
     * second one was the first look.
     */
    @Test
    void aBlockWhoseKeyIsBusyAtTheFirstPassIsRetiredByALaterOne() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        world.migrateUpTo("INVALIDATE", VICTIM, key);
        LoneClaim put = world.begin(History.append(key, 2));
        put.makeStep(); // LOCK
        world.network.kill(VICTIM);
        hear(world);
        put.makeStep(); // APPLY: waits for its owner's answer, and holds the key meanwhile
        pass(world);
        world.deliverAll();
        recover(world);
        world.drive(put);
        assertEquals(UpdateResult.LOST, put.result());
        for (int passes = 0; passes < STEPS && !isRecovered(world); passes++) {
            pass(world);
        }
        world.rest();
        assertEquals(List.of(), world.audit());
    }

    private static void hear(World world) {
        List<ClusterView.Member> members =
                List.of(new ClusterView.Member(HOME, "home", ""), new ClusterView.Member(SUBSTITUTE, "substitute", ""));
        ClusterView later = new ClusterView(2, members, new int[] {HOME, SUBSTITUTE, SUBSTITUTE}, new int[] {0, 1, 0});
        world.nodes[HOME].hear(VICTIM, later);
        world.nodes[SUBSTITUTE].hear(VICTIM, later);
        recover(world);
    }

    /** A lease passes, and recovery does the work that is due. */
    private static void pass(World world) {
        world.clock.advance(world.lease.reclaimNanos());
        recover(world);
    }

    private static void recover(World world) {
        for (int steps = 0; steps < STEPS; steps++) {
            world.nodes[HOME].recovery().step(world.clock.nanos());
            world.nodes[SUBSTITUTE].recovery().step(world.clock.nanos());
        }
    }

    private static boolean isRecovered(World world) {
        return world.nodes[HOME].recovery().idle()
                && world.nodes[SUBSTITUTE].recovery().idle();
    }
}

package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.graph.ListOperations;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * What a commit of one update has the device do until nothing of it is under way, counted as {@link VerbsCostTest} does: the client, the
 * home of the key and the node with the word T are three nodes. The home changes its own slots and state words through its card.
 */
@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsCommitCostTest {
    private static final int TRIES = 12;

    private final DeviceCount device = new DeviceCount(() -> this.world.goOn());
    private final CommitFixture world = new CommitFixture();

    @AfterEach
    void end() {
        device.close();
        world.close();
    }

    /** Lists of two entries, in a block with room for more. */
    private long[] lists() {
        long[] keys = new long[TRIES];
        Arrays.setAll(keys, i -> world.key());
        for (long key : keys) {
            append(key, 1);
            append(key, 2);
        }
        return keys;
    }

    private void append(long key, long neighbour) {
        world.put(ListOperations.append(key, neighbour, 0));
    }

    private static LongConsumer writes(CommitFixture world) {
        return key -> world.put(ListOperations.replace(key, new byte[64]));
    }

    private static DeviceCount.Work work(long operations, long frames) {
        return new DeviceCount.Work(operations, frames);
    }

    /**
     * PREPARE and its answer. FETCH_ADD of T; through the home's own card CAS of the slot, which is busy then, and of the old block's
     * state, CAS of the slot to the new block, CAS of both blocks' states.
     */
    @Test
    void aPutIsOneOperationOnOthersAndFiveAtHome() {
        assertEquals(work(6, 2), device.usual("PUT", lists(), writes(world)));
    }

    /** The block stays: its state is swapped twice, to be held and to count one entry more, and so is the slot. */
    @Test
    void anAppendInPlaceIsOneOperationOnOthersAndFourAtHome() {
        assertEquals(work(5, 2), device.usual("append in place", lists(), key -> append(key, 3)));
    }

    /** HOLD and SETTLE, or APPEND, and their answers; and a CAS on the owner's memory gives the new block its version. */
    @Test
    void aValueElsewhereCostsFourMessagesMore() {
        long[] appended = lists();
        world.migrate(CommitFixture.LEADER, appended);
        assertEquals(work(5, 6), device.usual("append in place elsewhere", appended, key -> append(key, 3)));
        assertEquals(work(7, 6), device.usual("PUT elsewhere", appended, writes(world)));
    }
}

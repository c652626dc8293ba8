package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.graph.ListOperations;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Checks how many operations and frames a commit of one update costs, until nothing of it is under way. The count is
 * that of {@link VerbsCostTest}. Client, home of the key and the node with the word T are three nodes. The home
 * changes its own slots and state words through its card. Skipped where there is no device.
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

    /** Makes lists of two entries, in blocks with room for more. */
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
     * The messages are PREPARE and its answer; the other operation is the FETCH_ADD of T. At home, through its own
     * card: CAS of the slot, which sets the busy bit, CAS of the old block's state, CAS of the slot to the new block,
     * and CAS of the states of both blocks.
     */
    @Test
    void aPutIsOneOperationOnOthersAndFiveAtHome() {
        assertEquals(work(6, 2), device.usual("PUT", lists(), writes(world)));
    }

    /** The block stays. Its state is swapped twice, to lock it and to count one more entry, and so is the slot. */
    @Test
    void anAppendInPlaceIsOneOperationOnOthersAndFourAtHome() {
        assertEquals(work(5, 2), device.usual("append in place", lists(), key -> append(key, 3)));
    }

    /**
     * The messages are HOLD and SETTLE, or APPEND, each with its answer. A CAS on the owner's memory gives the new
     * block its version.
     */
    @Test
    void aValueElsewhereCostsFourMessagesMore() {
        long[] appended = lists();
        world.migrate(CommitFixture.LEADER, appended);
        assertEquals(work(5, 6), device.usual("append in place elsewhere", appended, key -> append(key, 3)));
        assertEquals(work(7, 6), device.usual("PUT elsewhere", appended, writes(world)));
    }
}

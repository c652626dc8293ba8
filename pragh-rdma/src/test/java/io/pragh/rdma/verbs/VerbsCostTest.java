package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Checks how many one-sided operations a GET and a MIGRATE post. The device's driver counts the packets, so that
 * every operation of every node is included, also those on a node's own memory. One operation more fails these tests.
 * Skipped where there is no device.
 */
@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsCostTest {
    private static final int TRIES = 12;

    private final DeviceCount device = new DeviceCount(() -> {});
    private final CostFixture world = new CostFixture();

    @AfterEach
    void end() {
        device.close();
        world.close();
    }

    private long operations(String what, long[] keys, LongConsumer work) {
        return device.usual(what, keys, work).operations();
    }

    private long[] keys(int home, int owner) {
        long[] keys = new long[TRIES];
        Arrays.setAll(keys, i -> world.place(home, owner));
        return keys;
    }

    /**
     * Two READs are those of the bucket and the value. With a cached address it is the READ of the value alone; a
     * value in the reader's own memory takes none.
     */
    @Test
    void aGetIsTwoReadsAndOneWithACachedAddress() {
        long[] keys = keys(CostFixture.HOME, CostFixture.THIRD);
        assertEquals(2, operations("GET", keys, world::get));
        assertEquals(1, operations("GET with a cached address", keys, world::get));
        world.migrate(keys);
        assertEquals(0, operations("GET of a value that has come", keys, world::get));
    }

    /**
     * The operations are READ of the bucket, READ of the value, CAS of the slot, CAS of the source's state, and WRITE
     * of the block's address into the retire ring. The first one is saved when a reader of this node has cached the
     * address.
     */
    @Test
    void aMigrateIsFiveOperationsAndFourWithACachedAddress() {
        long[] keys = keys(CostFixture.HOME, CostFixture.THIRD);
        assertEquals(5, operations("MIGRATE", keys, key -> world.migrate(key)));
        long[] known = keys(CostFixture.HOME, CostFixture.HOME);
        for (long key : known) {
            world.get(key);
        }
        assertEquals(4, operations("MIGRATE with a cached address", known, key -> world.migrate(key)));
    }

    /** Shows that the count would notice one operation too many. */
    @Test
    void anOperationMoreIsCounted() {
        try (Endpoint endpoint = world.fabric().open()) {
            Batch batch = new Batch(1);
            assertEquals(3, operations("GET and a READ", keys(CostFixture.HOME, CostFixture.HOME), key -> {
                world.get(key);
                batch.clear();
                batch.readWord(CostFixture.HOME, Long.BYTES);
                endpoint.execute(batch);
            }));
        }
    }
}

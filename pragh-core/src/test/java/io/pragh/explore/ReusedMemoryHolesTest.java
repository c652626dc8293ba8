package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.SteppedRead;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Batch;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.store.value.BlockAllocator;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.core.txn.home.LoneClaim;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks holes h4, h5, h6 and h9: an operation on a block whose memory has been reused. {@code RulesTest} runs each
 * schedule again without the rule that closes the hole.
 *
 * <p>In h4 and h5 the block's memory comes to lie inside a larger value, whose bytes happen to look like the former
 * block. The bytes cannot tell the two apart: only the lease can.
 */
class ReusedMemoryHolesTest {
    private static final int HOME = 0;
    private static final int TARGET = 1;
    private static final int READER = 2;

    @Test
    void anAddressIsAsOldAsTheReadThatFoundIt() {
        assertEquals(History.after(1), readWithASlowLookUp());
    }

    /**
     * h4: the READ of the slot is answered within the lease of the table's shape, and its address is stamped only
     * then.
     */
    private static long readWithASlowLookUp() {
        ForgedBlock forged = new ForgedBlock();
        World world = forged.world;
        SteppedRead read = world.reader(READER);
        read.begin(forged.key);
        world.network.perform(READER, read.post());
        forged.leave();
        world.clock.advance(World.LEASE_NANOS - 1);
        read.complete();
        Batch fetch = read.post();
        world.clock.advance(world.lease.reclaimNanos() - World.LEASE_NANOS + 1);
        forged.reuse();
        world.network.perform(READER, fetch);
        read.complete();
        return answer(world, forged.key, read);
    }

    @Test
    void anAddressIsNotTrustedWhenItsLeaseEndedDuringTheRead() {
        assertEquals(History.after(1), readWithASlowFetch());
    }

    /** h5: a cached address is checked just before its lease ends, and followed much later. */
    private static long readWithASlowFetch() {
        ForgedBlock forged = new ForgedBlock();
        World world = forged.world;
        world.get(READER, forged.key);
        world.clock.advance(World.LEASE_NANOS - 1);
        SteppedRead read = world.reader(READER);
        read.begin(forged.key);
        Batch fetch = read.post();
        assertEquals(1, fetch.count(), "the address is cached: the value is fetched at once");
        forged.leave();
        world.clock.advance(world.lease.reclaimNanos());
        forged.reuse();
        world.network.perform(READER, fetch);
        read.complete();
        return answer(world, forged.key, read);
    }

    private static long answer(World world, long key, SteppedRead read) {
        for (int rounds = 0; rounds < 8 && !read.done(); rounds++) {
            world.round(READER, read);
        }
        return History.of(key, read);
    }

    /** A key whose former block is freed, and covered by another value that contains an image of the block. */
    private static final class ForgedBlock {
        final World world;
        final long key;
        private final long neighbour;
        private final long address;

        ForgedBlock() {
            world = new World();
            neighbour = world.key(HOME, 0);
            key = world.key(HOME, 1);
            world.put(History.append(neighbour, 1));
            world.put(History.append(key, 1));
            address = world.slot(key);
        }

        /** The values move away, and their memory rests. */
        void leave() {
            world.migrate(TARGET, neighbour);
            world.migrate(TARGET, key);
            upkeep();
        }

        private void upkeep() {
            for (WorldNode node : world.nodes) {
                node.partitions().forEach(partition -> partition.upkeep(world.clock.nanos()));
            }
        }

        /** Frees the slab's page, which is not kept for the next block of its class: there is another empty slab. */
        private void giveBackPage() {
            BlockAllocator blocks = world.nodes[HOME].partition.blocks();
            List<Long> all = new ArrayList<>();
            long last;
            do {
                last = blocks.allocate(ValueAddress.sizeClass(address));
                all.add(0, last);
            } while (last >>> 12 == ValueAddress.offset(address) >>> 12);
            all.forEach(blocks::free);
        }

        /** The memory has rested for long enough, and is used for another value. */
        void reuse() {
            upkeep();
            assertEquals(List.of(), world.audit());
            giveBackPage();
            byte[] body = new byte[PageRuns.PAGE_BYTES - ValueHeader.LENGTH];
            int at = (int) ValueAddress.offset(address) % PageRuns.PAGE_BYTES - ValueHeader.LENGTH;
            assertTrue(at > 0, "the block is not the first of its page");
            ByteBuffer.wrap(body)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(at + ValueHeader.KEY_OFFSET, key)
                    .putLong(at + ValueHeader.STATE_OFFSET, StateWord.live(key, address))
                    .putInt(at + ValueHeader.TAG_OFFSET, ValueHeader.tag(address))
                    .putLong(at + ValueHeader.VERSION_OFFSET, 1)
                    .putInt(at + ValueHeader.BODY_BYTES_OFFSET, History.BODY_BYTES);
            long other = world.key(HOME, 2);
            assertTrue(world.put(Blob.of(other, body)).applied());
            assertEquals(ValueAddress.offset(address) >>> 12, ValueAddress.offset(world.slot(other)) >>> 12);
        }
    }

    @Test
    void aMigrationThatSleptDoesNotBringAnOldValueBack() {
        assertEquals(History.after(1, 2, 3), historyAfterASlowMigration());
    }

    /** h6: between copy and swap the value is replaced twice, the second time in the block that was copied. */
    private static long historyAfterASlowMigration() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        long first = world.slot(key);
        SteppedMigration migration = world.migrateUpTo("PUBLISH", TARGET, key);
        world.put(History.append(key, 2));
        world.rest();
        world.put(History.append(key, 3));
        assertEquals(ValueAddress.offset(first), ValueAddress.offset(world.slot(key)), "the block is used again");

        world.driveUpTo("DONE", TARGET, migration);
        return world.get(READER, key);
    }

    @Test
    void nobodyMovesABlockThatAnUpdateWorksOn() {
        assertEquals(History.after(1, 2), readAfterABlockWasMovedUnderAnUpdate());
    }

    /**
     * h9: the block that a PUT has looked up is moved and retired; when the PUT notices, it unlocks the block, which
     * looks current again.
     */
    private static long readAfterABlockWasMovedUnderAnUpdate() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        world.get(READER, key);
        SteppedMigration migration = world.migrateUpTo("PUBLISH", TARGET, key);
        LoneClaim put = world.begin(History.append(key, 2));
        put.makeStep();
        put.makeStep();

        world.driveUpTo("DONE", TARGET, migration);
        world.drive(put);

        assertTrue(put.applied());
        return world.get(READER, key);
    }
}

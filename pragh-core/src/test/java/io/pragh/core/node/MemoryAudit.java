package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Accounts for every block of a cluster at rest: each slot points to one live block, each block in use is the one its key's slot
 * points to, and nothing else is allocated. Stateless.
 */
final class MemoryAudit {
    private static final int KINDS = 16;

    private MemoryAudit() {}

    /** Waits until everything retired has rested and been freed. */
    static void settle(List<PraghNode> nodes, Workers workers) {
        for (PraghNode node : nodes) {
            for (Partition partition : node.partitions()) {
                workers.await(
                        "retired blocks are freed: partition " + partition.id(),
                        () -> partition.reclaimer().resting() == 0
                                && blocksIn(partition, StateWord.MOVED, StateWord.SUPERSEDED) == 0);
            }
        }
    }

    private static int blocksIn(Partition partition, int state, int orState) {
        int[] found = new int[1];
        partition.blocks().forEachBlock((offset, sizeClass) -> {
            int now = state(partition, offset);
            found[0] += now == state || now == orState ? 1 : 0;
        });
        return found[0];
    }

    /** Checks all nodes of a cluster together; nothing may be under way. */
    static void check(List<PraghNode> nodes) {
        Map<Integer, Partition> partitions = new HashMap<>();
        nodes.forEach(n -> n.partitions().forEach(p -> partitions.put(p.id(), p)));
        Map<Long, Long> keyByAddress = new HashMap<>();
        for (Partition partition : partitions.values()) {
            for (int kind = 1; kind < KINDS; kind++) {
                for (long cursor = 0; cursor < KeyTable.SCAN_END; ) {
                    cursor = partition.table().scan(kind, cursor, 1000, (key, word) -> slot(key, word, keyByAddress));
                }
            }
        }
        List<String> faults = new ArrayList<>();
        long blocks = 0;
        for (Partition partition : partitions.values()) {
            List<Long> offsets = new ArrayList<>();
            partition.blocks().forEachBlock((offset, sizeClass) -> offsets.add(offset));
            assertEquals(
                    partition.blocks().stats().allocatedBlocks(),
                    offsets.size(),
                    "blocks of partition " + partition.id());
            blocks += offsets.size();
            for (long offset : offsets) {
                block(partition, offset, keyByAddress, faults);
            }
        }
        assertTrue(faults.isEmpty(), "blocks out of order: " + faults);
        assertEquals(keyByAddress.size(), blocks, "every slot has its block");
    }

    private static void slot(long key, long word, Map<Long, Long> keyByAddress) {
        assertTrue(!ValueAddress.isBusy(word), "a slot is held: " + GraphKey.show(key));
        if (ValueAddress.isBlock(word)) {
            Long other = keyByAddress.put(word, key);
            assertTrue(other == null, "two keys share a block: " + GraphKey.show(key));
        }
    }

    private static void block(Partition partition, long offset, Map<Long, Long> keyByAddress, List<String> faults) {
        Region region = partition.region();
        int tag = region.getInt(offset + ValueHeader.TAG_OFFSET);
        long address = ValueAddress.of(partition.id(), tag >>> 14, tag & 0x3FFF, offset);
        long key = region.getLong(offset + ValueHeader.KEY_OFFSET);
        Long owner = keyByAddress.get(address);
        if (owner == null || owner != key || state(partition, offset) != StateWord.LIVE) {
            faults.add(ValueAddress.show(address) + " state=" + state(partition, offset) + " of " + GraphKey.show(key)
                    + (owner == null ? " nobody points to it" : ""));
        }
    }

    private static int state(Partition partition, long offset) {
        return StateWord.state(partition.region().getLongAcquire(offset + ValueHeader.STATE_OFFSET));
    }
}

package io.pragh.testkit;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Audits the memory of all partitions of a graph while nothing is under way and after retired blocks have rested:
 * every block must be free, or the current value of the one key whose slot has its address. One thread.
 */
public final class MemoryAudit {
    private static final int KINDS = 16;

    private final List<Partition> partitions;
    private final Map<Long, Long> keyOfBlock = new HashMap<>();
    private final List<String> findings = new ArrayList<>();

    private MemoryAudit(List<Partition> partitions) {
        this.partitions = partitions;
    }

    /** The faults, one sentence each; the list has all partitions of the graph, by their numbers. */
    public static List<String> of(List<Partition> partitions) {
        MemoryAudit audit = new MemoryAudit(List.copyOf(partitions));
        partitions.forEach(p -> audit.readTable(p.table()));
        partitions.forEach(audit::visitBlocks);
        audit.keyOfBlock.forEach(
                (place, key) -> audit.findings.add("the address of a key is no block: key=" + GraphKey.show(key)));
        return audit.findings;
    }

    private void readTable(KeyTable table) {
        for (int kind = 1; kind < KINDS; kind++) {
            for (long cursor = 0; cursor < KeyTable.SCAN_END; ) {
                cursor = table.scan(kind, cursor, 1 << 20, this::takeSlot);
            }
        }
    }

    private void takeSlot(long key, long word) {
        if (ValueAddress.isBusy(word)) {
            findings.add("a key is busy: key=" + GraphKey.show(key) + " slot=" + ValueAddress.show(word));
        } else if (ValueAddress.isBlock(word)) {
            Region region = partitions.get(ValueAddress.partition(word)).region();
            long block = ValueAddress.offset(word);
            if (region.getLong(block + ValueHeader.KEY_OFFSET) != key
                    || region.getLong(block + ValueHeader.STATE_OFFSET) != StateWord.live(key, word)) {
                findings.add("the block of a key is not its live value: key=" + GraphKey.show(key) + " slot="
                        + ValueAddress.show(word));
            }
            if (keyOfBlock.put(place(ValueAddress.partition(word), block), key) != null) {
                findings.add("two keys have one address: slot=" + ValueAddress.show(word));
            }
        }
    }

    private void visitBlocks(Partition partition) {
        if (partition.reclaimer().resting() > 0) {
            findings.add("blocks have not rested: partition=" + partition.id());
        }
        partition.blocks().forEachBlock((offset, sizeClass) -> {
            if (keyOfBlock.remove(place(partition.id(), offset)) == null) {
                long state = partition.region().getLong(offset + ValueHeader.STATE_OFFSET);
                findings.add("a block leaked: partition=" + partition.id() + " offset=0x" + Long.toHexString(offset)
                        + " state=" + StateWord.state(state));
            }
        });
    }

    private static long place(int partition, long offset) {
        return (long) partition << 48 | offset;
    }
}

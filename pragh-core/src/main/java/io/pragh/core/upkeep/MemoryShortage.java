package io.pragh.core.upkeep;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.store.Partition;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Tells all nodes whether one of them runs out of memory, so that versions that only an old snapshot needs must go.
 * Each node writes a word in the headers of its partitions, and another word with the bytes available
 * ({@link PartitionRooms}). On the upkeep's thread.
 */
public final class MemoryShortage {
    /** Memory is short when less than one byte in this many is left to a partition or to the process. */
    static final int LEFT_SHARE = 4;

    private static final long LOOK_NANOS = 100_000_000;

    private final LongSupplier processRoom;
    private final Endpoint endpoint;
    private final Supplier<List<Partition>> served;
    private final long partitionBytesMax;
    private final int partitions;
    private final Batch batch;
    private long toldNanos;
    private long askedNanos;
    private boolean anywhere;

    /**
     * The part of a node with the partitions {@code served}; READs and WRITEs go through {@code endpoint}.
     *
     * @param processRoom bytes that the regions of this process can still take
     */
    public MemoryShortage(
            LongSupplier processRoom,
            Endpoint endpoint,
            Supplier<List<Partition>> served,
            long partitionBytesMax,
            int partitions,
            long nowNanos) {
        this.processRoom = processRoom;
        this.endpoint = endpoint;
        this.served = served;
        this.partitionBytesMax = partitionBytesMax;
        this.partitions = partitions;
        this.batch = new Batch(partitions);
        this.toldNanos = nowNanos - LOOK_NANOS;
        this.askedNanos = toldNanos;
    }

    /** Writes this node's words, at intervals. */
    public void tell(long nowNanos) {
        if (nowNanos - toldNanos < LOOK_NANOS) {
            return;
        }
        toldNanos = nowNanos;
        List<Partition> here = served.get();
        long word = isShort(here) ? 1 : 0;
        long roomEach = processRoom.getAsLong() / Math.max(1, here.size());
        for (Partition partition : here) {
            partition.region().setLongRelease(PartitionHeader.SHORT_OFFSET, word);
            partition.region().setLongRelease(PartitionHeader.ROOM_OFFSET, Math.max(1, room(partition, roomEach)));
        }
    }

    private long room(Partition partition, long roomEach) {
        PageRuns pages = partition.pages();
        return Math.min(partitionBytesMax - pages.usedBytes(), pages.freeBytes() + roomEach);
    }

    private boolean isShort(List<Partition> here) {
        long room = processRoom.getAsLong();
        long used = 0;
        long left = room;
        boolean isShort = false;
        for (Partition partition : here) {
            PageRuns pages = partition.pages();
            long inUse = pages.usedBytes();
            long free = pages.freeBytes();
            isShort |= pages.takeRefused()
                    || isShort(inUse, Math.min(partitionBytesMax - inUse, free + growth(partition, room)));
            used += inUse;
            left += free;
        }
        return isShort || isShort(used, left);
    }

    /** By how much a partition can grow if no other one does; less than a segment counts as nothing. */
    private static long growth(Partition partition, long room) {
        return room - room % partition.region().segmentBytes();
    }

    private static boolean isShort(long used, long left) {
        return left < (used + left) / LEFT_SHARE;
    }

    /**
     * Whether a node was short of memory a moment ago. Costs one batch of READs, at intervals. A node that cannot be
     * read does not count as short.
     */
    public boolean anywhere(long nowNanos) {
        if (nowNanos - askedNanos >= LOOK_NANOS) {
            askedNanos = nowNanos;
            batch.clear();
            for (int partition = 0; partition < partitions; partition++) {
                batch.readWord(partition, PartitionHeader.SHORT_OFFSET);
            }
            endpoint.execute(batch);
            anywhere = false;
            for (int op = 0; op < partitions; op++) {
                anywhere |= batch.ok(op) && batch.result(op) != 0;
            }
        }
        return anywhere;
    }
}

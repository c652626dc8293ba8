package io.pragh.core.store.reclaim;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.function.LongConsumer;

/**
 * The retire rings of one partition, into which other nodes write the addresses of its blocks that they have retired:
 * one ring per writing partition, each with one writer (hole h13).
 *
 * <pre>
 *   directory   0          8
 *               | rings 4, capacity 4 | ring 0 | ring 1 | …
 *   ring        0          8        16   64
 *               | consumed | taking | …  | entries, 8 bytes each; 0 = free …
 * </pre>
 *
 * <p>A writer fills the entry {@code written % capacity}. The owner sets {@code taking} to one more than
 * {@code consumed}, takes the entry, sets it to zero and raises {@code consumed}. So whoever reads {@code consumed},
 * then entries, and then a {@code taking} that is no greater, has seen all entries as the writers left them. This
 * class is the owner's side, {@link RetireWriter} the writer's. One thread at a time.
 */
public final class RetireRings {
    static final int DIRECTORY_BYTES = 64;
    /** Offset in a ring's header. */
    static final int TAKING_OFFSET = Long.BYTES;

    static final int RING_HEADER_BYTES = 64;
    /** The memory for the entries of all rings of a partition, in bytes, divided evenly among them. */
    private static final int ENTRIES_BYTES = 128 << 10;

    private static final int PAGE_BYTES = 4096;

    private final Region region;
    private final long directory;
    private final int rings;
    private final int capacity;

    private RetireRings(Region region, long directory, int rings, int capacity) {
        this.region = region;
        this.directory = directory;
        this.rings = rings;
        this.capacity = capacity;
    }

    /** Lays out the rings of a partition for writers 0 to rings-1 and enters them in the partition's header. */
    public static RetireRings create(Region region, PageRuns pages, int rings) {
        int capacity = Math.max(64, Integer.highestOneBit(ENTRIES_BYTES / Long.BYTES / rings));
        int bytes = DIRECTORY_BYTES + rings * ringBytes(capacity);
        long directory = pages.allocate((bytes + PAGE_BYTES - 1) / PAGE_BYTES);
        if (directory < 0) {
            throw new io.pragh.core.base.PraghException(
                    "a partition's memory is too small for its retire rings; raise the segment size: bytes=" + bytes);
        }
        region.clear(directory, bytes);
        region.setLong(directory, (long) capacity << 32 | rings);
        region.setLongRelease(PartitionHeader.RINGS_OFFSET, directory);
        return new RetireRings(region, directory, rings, capacity);
    }

    /** Opens the rings of a partition that was copied. */
    public static RetireRings open(Region region) {
        long directory = region.getLong(PartitionHeader.RINGS_OFFSET);
        long sizes = region.getLong(directory);
        return new RetireRings(region, directory, (int) sizes, (int) (sizes >>> 32));
    }

    static int ringBytes(int capacity) {
        return RING_HEADER_BYTES + capacity * Long.BYTES;
    }

    /** Takes every address that has arrived, from all writers. */
    public void drain(LongConsumer retired) {
        for (int ring = 0; ring < rings; ring++) {
            long base = directory + DIRECTORY_BYTES + (long) ring * ringBytes(capacity);
            long consumed = region.getLong(base);
            while (true) {
                long entry = base + RING_HEADER_BYTES + consumed % capacity * Long.BYTES;
                long address = region.getLongAcquire(entry);
                if (address == 0) {
                    break;
                }
                retired.accept(address);
                consumed++;
                region.setLongRelease(base + TAKING_OFFSET, consumed);
                region.setLongRelease(entry, 0); // seen by nobody who does not see that it is being taken
                region.setLongRelease(base, consumed);
            }
        }
    }
}

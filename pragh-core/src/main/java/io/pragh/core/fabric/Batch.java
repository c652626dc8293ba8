package io.pragh.core.fabric;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A batch of one-sided operations that are posted together and awaited together. A caller fills it, posts it once,
 * polls it until it is complete, reads the results by the index that the adding method returned, and then
 * {@link #clear}s it for the next use. Free of allocation once it has grown to its size. One thread.
 *
 * <p>The adding methods refuse errors of the caller, so that fabrics need no such checks: offsets and lengths that
 * are no multiples of 8, lengths below 8, and local memory that does not exist. Failures that depend on the other
 * node are reported by {@link #status}.
 */
public final class Batch {
    /** Kinds of operation. */
    public enum Kind {
        /** Copies remote bytes into local memory. */
        READ,
        /** Copies local bytes into remote memory. */
        WRITE,
        /** Compare-and-swap of one aligned long. */
        CAS,
        /** Addition to one aligned long. */
        FETCH_ADD
    }

    private Kind[] kinds;
    private OpStatus[] statuses;
    private int[] partitions;
    private int[] lengths;
    private long[] offsets;
    private @Nullable Region[] regions;
    private long[] localOffsets;
    private long[] operands;
    private long[] results;
    private int count;

    /** For the fabric alone: when the batch may be reported complete, in the fabric's own time. */
    private long dueNanos;
    /** For the fabric alone: its own record of a batch in progress. */
    private @Nullable Object ticket;

    /** An empty batch, which grows on demand. */
    public Batch(int expectedOperations) {
        int size = Math.max(1, expectedOperations);
        kinds = new Kind[size];
        statuses = new OpStatus[size];
        partitions = new int[size];
        lengths = new int[size];
        offsets = new long[size];
        regions = new Region[size];
        localOffsets = new long[size];
        operands = new long[size];
        results = new long[size];
    }

    /**
     * READ {@code bytes} (a multiple of 8) from a partition into local memory. The content of that memory is
     * undefined unless the operation ends {@link OpStatus#OK}.
     */
    public int read(int partition, long offset, int bytes, Region into, long intoOffset) {
        checkLocal(into, intoOffset, bytes);
        int op = add(Kind.READ, partition, offset, bytes);
        regions[op] = into;
        localOffsets[op] = intoOffset;
        return op;
    }

    /** WRITE {@code bytes} (a multiple of 8) of local memory to a partition. */
    public int write(int partition, long offset, int bytes, Region from, long fromOffset) {
        checkLocal(from, fromOffset, bytes);
        int op = add(Kind.WRITE, partition, offset, bytes);
        regions[op] = from;
        localOffsets[op] = fromOffset;
        return op;
    }

    /** WRITE one word that is given by value. */
    public int writeWord(int partition, long offset, long word) {
        int op = add(Kind.WRITE, partition, offset, Long.BYTES);
        regions[op] = null;
        operands[op] = word;
        return op;
    }

    /** READ one word; {@link #result} has it. */
    public int readWord(int partition, long offset) {
        int op = add(Kind.READ, partition, offset, Long.BYTES);
        regions[op] = null;
        return op;
    }

    /** CAS one word; {@link #result} has the word found, which equals {@code expected} when it swapped. */
    public int cas(int partition, long offset, long expected, long update) {
        int op = add(Kind.CAS, partition, offset, Long.BYTES);
        localOffsets[op] = expected;
        operands[op] = update;
        return op;
    }

    /** FETCH_ADD on one word; {@link #result} has the word found before. */
    public int fetchAdd(int partition, long offset, long delta) {
        int op = add(Kind.FETCH_ADD, partition, offset, Long.BYTES);
        operands[op] = delta;
        return op;
    }

    private static void checkLocal(Region region, long offset, int bytes) {
        if ((offset & Long.BYTES - 1) != 0 || !region.contains(offset, bytes)) {
            throw new PraghException(
                    "local memory of an operation must be aligned and lie in one existing segment: offset=" + offset
                            + " bytes=" + bytes);
        }
    }

    private int add(Kind kind, int partition, long offset, int bytes) {
        if (((offset | bytes) & Long.BYTES - 1) != 0 || bytes <= 0) {
            throw new PraghException(
                    "one-sided operations move whole aligned words: offset=" + offset + " bytes=" + bytes);
        }
        if (count == kinds.length) {
            enlarge();
        }
        int op = count++;
        kinds[op] = kind;
        statuses[op] = OpStatus.PENDING;
        partitions[op] = partition;
        offsets[op] = offset;
        lengths[op] = bytes;
        return op;
    }

    private void enlarge() {
        int size = count * 2;
        kinds = Arrays.copyOf(kinds, size);
        statuses = Arrays.copyOf(statuses, size);
        partitions = Arrays.copyOf(partitions, size);
        lengths = Arrays.copyOf(lengths, size);
        offsets = Arrays.copyOf(offsets, size);
        regions = Arrays.copyOf(regions, size);
        localOffsets = Arrays.copyOf(localOffsets, size);
        operands = Arrays.copyOf(operands, size);
        results = Arrays.copyOf(results, size);
    }

    /** Removes all operations. */
    public void clear() {
        count = 0;
        dueNanos = 0;
        ticket = null;
    }

    /** How many operations there are. */
    public int count() {
        return count;
    }

    /** How an operation ended; defined once the batch is complete. */
    public OpStatus status(int op) {
        return statuses[op];
    }

    /** True when an operation ended well. */
    public boolean ok(int op) {
        return statuses[op] == OpStatus.OK;
    }

    /** The word found by a CAS, FETCH_ADD or {@link #readWord} that ended well. */
    public long result(int op) {
        return results[op];
    }

    /** Kind of an operation. */
    public Kind kind(int op) {
        return kinds[op];
    }

    /** Partition that an operation works on. */
    public int partition(int op) {
        return partitions[op];
    }

    /** Byte offset in that partition. */
    public long offset(int op) {
        return offsets[op];
    }

    /** Bytes moved by an operation. */
    public int length(int op) {
        return lengths[op];
    }

    /** Local memory of a READ or WRITE; null when the word is given or returned by value. */
    public @Nullable Region region(int op) {
        return regions[op];
    }

    /** Byte offset in {@link #region}. */
    public long localOffset(int op) {
        return localOffsets[op];
    }

    /** The word that a CAS expects. */
    public long expected(int op) {
        return localOffsets[op];
    }

    /** The new word of a CAS or a WRITE by value, or the summand of a FETCH_ADD. */
    public long operand(int op) {
        return operands[op];
    }

    /** For fabrics: records the end of an operation. */
    public void end(int op, OpStatus status, long result) {
        statuses[op] = status;
        results[op] = result;
    }

    /** For fabrics: when the batch may be reported complete, in the fabric's own nanoseconds. */
    public long dueNanos() {
        return dueNanos;
    }

    /** For fabrics: see {@link #dueNanos()}. */
    public void dueNanos(long nanos) {
        dueNanos = nanos;
    }

    /** For fabrics: the fabric's own record of this batch while it is in progress. */
    public @Nullable Object ticket() {
        return ticket;
    }

    /** For fabrics: see {@link #ticket()}. */
    public void ticket(@Nullable Object remembered) {
        ticket = remembered;
    }
}

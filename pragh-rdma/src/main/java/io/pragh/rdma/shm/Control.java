package io.pragh.rdma.shm;

import io.pragh.core.memory.Region;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A node's control file, by which it shows its state to the other processes.
 * <pre>
 *   0       8       16        24    32              128    4096                 8192            65536
 *   | magic | state | process | pid | start ms | …  | bell | partitions: words  | refused: bits | turns: 1024 lines of 128 bytes
 * </pre>
 * A partition's word is {@code region id 62 | 0 absent, 1 exposed, 2 withdrawn}. A turn is odd while its endpoint
 * works on a batch. Any thread, any process.
 */
final class Control {
    static final int BYTES = 1 << 18;
    static final int ENDPOINTS_MAX = 1 << 10;

    static final long OPEN = 1;
    static final long CLOSED = 2;
    static final long DEAD = 3;

    static final int ABSENT = 0;
    static final int EXPOSED = 1;
    static final int WITHDRAWN = 2;

    private static final long MAGIC = 0x3130_4C54_4348_5350L;
    private static final int MAGIC_OFFSET = 0;
    private static final int STATE_OFFSET = MAGIC_OFFSET + Long.BYTES;
    private static final int PROCESS_OFFSET = STATE_OFFSET + Long.BYTES;
    private static final int PID_OFFSET = PROCESS_OFFSET + Long.BYTES;
    private static final int START_OFFSET = PID_OFFSET + Long.BYTES;
    /** The bytes that say whose file it is. */
    static final int HEAD_BYTES = START_OFFSET + Long.BYTES;

    private static final int BELL_OFFSET = 128;
    private static final int PARTITIONS_OFFSET = 4_096;
    private static final int REFUSED_OFFSET = 8_192;
    private static final int TURNS_OFFSET = 65_536;
    private static final int TURN_BYTES = 128;
    private static final int STATUS_BITS = 2;
    private static final int STATUS_MASK = 3;

    private final Region words;

    Control(Region words) {
        this.words = words;
    }

    void draw(long process, long pid, long startMillis) {
        words.setLong(PROCESS_OFFSET, process);
        words.setLong(PID_OFFSET, pid);
        words.setLong(START_OFFSET, startMillis);
        words.setLong(STATE_OFFSET, OPEN);
        words.setLongRelease(MAGIC_OFFSET, MAGIC);
    }

    boolean isDrawn() {
        return words.getLongAcquire(MAGIC_OFFSET) == MAGIC;
    }

    long state() {
        return words.getLongAcquire(STATE_OFFSET);
    }

    void state(long state) {
        words.compareAndExchange(STATE_OFFSET, OPEN, state);
    }

    /** The process in the first {@link #HEAD_BYTES} of a file. */
    static long processOf(ByteBuffer head) {
        return head.order(ByteOrder.LITTLE_ENDIAN).getLong(PROCESS_OFFSET);
    }

    long process() {
        return words.getLongAcquire(PROCESS_OFFSET);
    }

    void process(long process) {
        words.setLongRelease(PROCESS_OFFSET, process);
    }

    long pid() {
        return words.getLongAcquire(PID_OFFSET);
    }

    long startMillis() {
        return words.getLongAcquire(START_OFFSET);
    }

    long bell() {
        return words.getLongVolatile(BELL_OFFSET);
    }

    void ring() {
        words.getAndAdd(BELL_OFFSET, 1);
    }

    long partition(int partition) {
        return words.getLongVolatile(PARTITIONS_OFFSET + (long) partition * Long.BYTES);
    }

    static int status(long partitionWord) {
        return (int) partitionWord & STATUS_MASK;
    }

    static long regionId(long partitionWord) {
        return partitionWord >>> STATUS_BITS;
    }

    void partition(int partition, long regionId, int status) {
        words.setLongRelease(PARTITIONS_OFFSET + (long) partition * Long.BYTES, regionId << STATUS_BITS | status);
        VarHandle.fullFence();
    }

    boolean refuses(int node) {
        return (words.getLongVolatile(refusedAt(node)) >>> (node & 63) & 1) != 0;
    }

    void refuse(int node) {
        long before = words.getLongVolatile(refusedAt(node));
        long found = words.compareAndExchange(refusedAt(node), before, before | 1L << (node & 63));
        while (found != before) {
            before = found;
            found = words.compareAndExchange(refusedAt(node), before, before | 1L << (node & 63));
        }
        VarHandle.fullFence();
    }

    private static long refusedAt(int node) {
        return REFUSED_OFFSET + (long) (node >>> 6) * Long.BYTES;
    }

    long turn(int endpoint) {
        return words.getLongVolatile(TURNS_OFFSET + (long) endpoint * TURN_BYTES);
    }

    /** Announces a batch: the reads that follow see at least what any process wrote before it saw no announcement. */
    void begin(int endpoint) {
        long at = TURNS_OFFSET + (long) endpoint * TURN_BYTES;
        words.setLongRelease(at, words.getLong(at) + 1);
        VarHandle.fullFence();
    }

    void end(int endpoint) {
        VarHandle.fullFence();
        long at = TURNS_OFFSET + (long) endpoint * TURN_BYTES;
        words.setLongRelease(at, words.getLong(at) + 1);
    }
}

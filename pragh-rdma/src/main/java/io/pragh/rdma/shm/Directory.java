package io.pragh.rdma.shm;

import io.pragh.core.memory.Region;

/**
 * The file that all processes of a cluster share: the node that exposes each partition, and the latest life of every
 * node's number.
 * <pre>
 *   0       4096                       65536                       589824
 *   | magic | partitions: 128 words    | epochs + 1: 65536 words   |
 * </pre>
 * A partition's word is {@code number 48 | node + 1 16}; zero if the partition was never exposed. Any thread, any
 * process.
 */
final class Directory {
    static final int BYTES = 1 << 20;
    /** Exclusive bound of node numbers. */
    static final int NODES_MAX = (1 << 16) - 1;

    private static final long MAGIC = 0x3230_4D48_5352_5050L;
    private static final int MAGIC_OFFSET = 0;
    private static final int PARTITIONS_OFFSET = 4096;
    private static final int EPOCHS_OFFSET = 65_536;
    private static final int NODE_BITS = 16;
    private static final int NOBODY = -1;

    private final Region words;

    Directory(Region words) {
        this.words = words;
    }

    static void draw(Region words) {
        words.setLongRelease(MAGIC_OFFSET, MAGIC);
    }

    boolean isDrawn() {
        return words.getLongAcquire(MAGIC_OFFSET) == MAGIC;
    }

    /** The node that exposes a partition, or -1. */
    int owner(int partition) {
        return (int) (words.getLongVolatile(at(partition)) & NODES_MAX) + NOBODY;
    }

    private static long at(int partition) {
        return PARTITIONS_OFFSET + (long) partition * Long.BYTES;
    }

    /** Records that a node exposes a partition from now on. */
    void own(int partition, int node) {
        long before = words.getLongVolatile(at(partition));
        long found = words.compareAndExchange(at(partition), before, next(before, node));
        while (found != before) {
            before = found;
            found = words.compareAndExchange(at(partition), before, next(before, node));
        }
    }

    private static long next(long before, int node) {
        return (before >>> NODE_BITS) + 1 << NODE_BITS | node + 1;
    }

    /** Records a new life of a node's number; false if a later life is recorded already. */
    boolean live(int node, long epoch) {
        long at = EPOCHS_OFFSET + (long) node * Long.BYTES;
        long before = words.getLongVolatile(at);
        while (before <= epoch + 1) {
            long found = words.compareAndExchange(at, before, epoch + 1);
            if (found == before) {
                return true;
            }
            before = found;
        }
        return false;
    }

    /** Whether this is the latest life of a node's number. */
    boolean isLatest(int node, long epoch) {
        return words.getLongVolatile(EPOCHS_OFFSET + (long) node * Long.BYTES) == epoch + 1;
    }
}

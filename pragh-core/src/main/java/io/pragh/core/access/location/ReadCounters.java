package io.pragh.core.access.location;

import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;

/**
 * The read counters in the entries of a {@link LocationCache}: every reader counts without a locked instruction, and
 * one thread at a time drains. Any thread.
 */
final class ReadCounters {
    // A counter is a plain word in the entry. One byte per group of entries says whether some of them were read since
    // the last drain, so that a drain looks only there. A reader that loads a counter before a drain sets it to zero,
    // and stores it after, would restore reads that were reported already. So a drain first closes the groups, then
    // waits until stores that were under way have arrived, and then takes the counters; reads of a closed group (for
    // some ten microseconds) are not counted.

    static final int GROUP_ENTRIES = 64;

    private static final int ENTRY_SHIFT = 5;
    private static final int GROUP_SHIFT = 6;
    /** Number of groups that are closed together. */
    private static final int BATCH_GROUPS = 4096;
    /** Some microseconds: far longer than a store takes to arrive. */
    private static final int ARRIVAL_SPINS = 500;

    private static final byte UNREAD = 0;
    private static final byte READ = 1;
    private static final byte CLOSED = 2;

    private final Region region;
    private final byte[] groups;
    private volatile int epoch;

    ReadCounters(Region region) {
        this.region = region;
        this.groups = new byte[(int) (region.bytes() >>> ENTRY_SHIFT + GROUP_SHIFT)];
    }

    /** Counts one read if the entry still holds the key; returns its reads in this interval, or 0 when it was not counted. */
    int count(int entry, long key) {
        long offset = (long) entry << ENTRY_SHIFT;
        ByteBuffer segment = region.segment(offset);
        int at = region.index(offset);
        int group = entry >>> GROUP_SHIFT;
        byte state = groups[group];
        if (CacheEntry.key(segment, at) != key || state == CLOSED) {
            return 0;
        }
        int word = ReadCount.plusOne(CacheEntry.countAcquire(segment, at));
        CacheEntry.setCount(segment, at, word);
        if (state == UNREAD) {
            groups[group] = READ;
        }
        return ReadCount.reads(word);
    }

    /** The counter of an entry that has just got another key. */
    int fresh() {
        return ReadCount.fresh(epoch);
    }

    /** Replacement weight of a counter. */
    int weight(int word) {
        return ReadCount.weight(word, epoch);
    }

    /** Begins a new interval and visits the keys that were read at least {@code minimum} times in the one before. */
    synchronized void drain(int minimum, CountConsumer consumer) {
        int next = epoch + 1;
        epoch = next;
        for (int first = 0; first < groups.length; first += BATCH_GROUPS) {
            int end = Math.min(first + BATCH_GROUPS, groups.length);
            if (close(first, end)) {
                for (int group = first; group < end; group++) {
                    if (groups[group] == CLOSED) {
                        drainGroup(group, Math.max(1, minimum), next, consumer);
                        groups[group] = UNREAD;
                    }
                }
            }
        }
    }

    /**
     * Stops the counting in those groups of a batch that were read, until they are drained; returns whether there are
     * any.
     */
    private boolean close(int first, int end) {
        boolean any = false;
        for (int group = first; group < end; group++) {
            if (groups[group] != UNREAD) {
                groups[group] = CLOSED;
                any = true;
            }
        }
        for (int i = 0; any && i < ARRIVAL_SPINS; i++) {
            Thread.onSpinWait();
        }
        return any;
    }

    private void drainGroup(int group, int minimum, int next, CountConsumer consumer) {
        long offset = (long) group << ENTRY_SHIFT + GROUP_SHIFT;
        ByteBuffer segment = region.segment(offset);
        int at = region.index(offset);
        for (int end = at + GROUP_ENTRIES * CacheEntry.LENGTH; at < end; at += CacheEntry.LENGTH) {
            int word = CacheEntry.countAcquire(segment, at);
            int reads = ReadCount.reads(word);
            if (reads > 0) {
                CacheEntry.setCount(segment, at, ReadCount.drained(word, next));
                if (reads >= minimum) {
                    tell(segment, at, reads, consumer);
                }
            }
        }
    }

    private static void tell(ByteBuffer segment, int at, int reads, CountConsumer consumer) {
        int sequence = CacheEntry.sequenceAcquire(segment, at);
        long key = CacheEntry.key(segment, at);
        long address = CacheEntry.address(segment, at);
        boolean whole = !CacheEntry.isTaken(sequence) && CacheEntry.unchanged(segment, at, sequence);
        if (whole && key != 0) {
            consumer.accept(key, address, reads);
        }
    }
}

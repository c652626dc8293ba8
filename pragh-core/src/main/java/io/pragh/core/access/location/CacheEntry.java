package io.pragh.core.access.location;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Words;
import java.nio.ByteBuffer;

/**
 * The layout of one location in the {@link LocationCache}; every thread of the node writes and reads it.
 *
 * <pre>
 *   0     8         16            24         28      32
 *   | key | address | stamp nanos | sequence | count |      sequence is odd while a write is under way; key 0: free
 * </pre>
 *
 * <p>The address is that of a block, without a number of entries: the seven bits that hold this number in a slot's
 * word tell here the place of the key's slot in its bucket, 0 for unknown.
 *
 * <p>A writer takes the entry with {@link #take} and releases it with {@link #release}, which leaves the sequence two
 * higher. The sequence never decreases, so a reader that finds it unchanged has seen one writer's key, address and
 * stamp, even if these were replaced and restored meanwhile (the sequence recurs after 2^31 writes of one entry). The
 * count, a {@link ReadCount}, is not covered. Stateless.
 */
final class CacheEntry {
    static final int KEY_OFFSET = 0;
    static final int ADDRESS_OFFSET = KEY_OFFSET + Long.BYTES;
    static final int STAMP_OFFSET = ADDRESS_OFFSET + Long.BYTES;
    static final int SEQUENCE_OFFSET = STAMP_OFFSET + Long.BYTES;
    static final int COUNT_OFFSET = SEQUENCE_OFFSET + Integer.BYTES;
    static final int LENGTH = COUNT_OFFSET + Integer.BYTES;

    private CacheEntry() {}

    /** The sequence; the last writer's data is visible afterwards. Pairs with {@link #release}. */
    static int sequenceAcquire(ByteBuffer segment, int at) {
        return Words.getIntAcquire(segment, at + SEQUENCE_OFFSET);
    }

    /** Whether a sequence says that a writer holds the entry. */
    static boolean isTaken(int sequence) {
        return (sequence & 1) != 0;
    }

    /** Whether plain reads after {@link #sequenceAcquire} belong together. */
    static boolean unchanged(ByteBuffer segment, int at, int sequence) {
        Words.loadFence();
        return Words.getInt(segment, at + SEQUENCE_OFFSET) == sequence;
    }

    /**
     * Takes the entry for writing; success means that nothing has changed since {@code sequence}, an even one, was
     * read.
     */
    static boolean take(ByteBuffer segment, int at, int sequence) {
        boolean taken = Words.compareAndSetInt(segment, at + SEQUENCE_OFFSET, sequence, sequence + 1);
        Words.storeFence();
        return taken;
    }

    /** Ends the write that began with {@link #take} at the same sequence. */
    static void release(ByteBuffer segment, int at, int sequence) {
        Words.setIntRelease(segment, at + SEQUENCE_OFFSET, sequence + 2);
    }

    /** Writes key, {@link #location} and stamp by plain stores; the caller has taken the entry. */
    static void write(ByteBuffer segment, int at, long key, long location, long stampNanos) {
        Words.setLong(segment, at + KEY_OFFSET, key);
        Words.setLong(segment, at + ADDRESS_OFFSET, location);
        Words.setLong(segment, at + STAMP_OFFSET, stampNanos);
    }

    /**
     * Writes a key that other writers of the set must see before this one looks at theirs; the caller has taken the
     * entry.
     */
    static void claim(ByteBuffer segment, int at, long key) {
        long before = key(segment, at);
        boolean written = Words.compareAndSetLong(segment, at + KEY_OFFSET, before, key);
        assert written : "two writers in one entry";
    }

    /** The key, in one total order with every {@link #claim}. */
    static long keyVolatile(ByteBuffer segment, int at) {
        return Words.getLongVolatile(segment, at + KEY_OFFSET);
    }

    static long key(ByteBuffer segment, int at) {
        return Words.getLong(segment, at + KEY_OFFSET);
    }

    /** A block's address and the place of the key's slot as one word. */
    static long location(long address, int place) {
        return ValueAddress.withEntries(address, place);
    }

    /** The location word of an entry: address and place. */
    static long location(ByteBuffer segment, int at) {
        return Words.getLong(segment, at + ADDRESS_OFFSET);
    }

    static long address(ByteBuffer segment, int at) {
        return address(location(segment, at));
    }

    static long address(long location) {
        return ValueAddress.block(location);
    }

    static int place(long location) {
        return ValueAddress.entries(location);
    }

    static long stampNanos(ByteBuffer segment, int at) {
        return Words.getLong(segment, at + STAMP_OFFSET);
    }

    /** The present count; an acquire load, so that a loop of reads does not keep the count in a register. */
    static int countAcquire(ByteBuffer segment, int at) {
        return Words.getIntAcquire(segment, at + COUNT_OFFSET);
    }

    static void setCount(ByteBuffer segment, int at, int count) {
        Words.setInt(segment, at + COUNT_OFFSET, count);
    }
}

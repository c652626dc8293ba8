package io.pragh.core.access.location;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Words;
import java.nio.ByteBuffer;

/**
 * One location in the cache; written and read by every thread of the node.
 *
 * <pre>
 *   0     8         16            24         28      32
 *   | key | address | stamp nanos | sequence | count |      sequence is odd while a write is under way; key 0: free
 * </pre>
 *
 * <p>The address is that of a block, which has no entries: the seven bits that count them in a slot's word say here where in its
 * bucket the key's slot was, 0 for unknown.
 *
 * <p>A writer takes the entry with {@link #take} and gives it back with {@link #release}, two higher than before; it never sets the
 * sequence back, so that a reader that finds it unchanged has seen one writer's key, address and stamp, though they were replaced
 * and came back meanwhile (the sequence recurs after 2^31 writes of one entry). The count, a {@link ReadCount}, is not covered.
 * Stateless.
 */
final class CacheEntry {
    static final int KEY_OFFSET = 0;
    static final int ADDRESS_OFFSET = KEY_OFFSET + Long.BYTES;
    static final int STAMP_OFFSET = ADDRESS_OFFSET + Long.BYTES;
    static final int SEQUENCE_OFFSET = STAMP_OFFSET + Long.BYTES;
    static final int COUNT_OFFSET = SEQUENCE_OFFSET + Integer.BYTES;
    static final int LENGTH = COUNT_OFFSET + Integer.BYTES;

    private CacheEntry() {}

    /** The sequence; what the last writer wrote is visible afterwards. Pairs with {@link #release}. */
    static int sequenceAcquire(ByteBuffer segment, int at) {
        return Words.getIntAcquire(segment, at + SEQUENCE_OFFSET);
    }

    /** Whether a sequence says that a writer holds the entry. */
    static boolean isTaken(int sequence) {
        return (sequence & 1) != 0;
    }

    /** Whether what was read plain after {@link #sequenceAcquire} belongs together. */
    static boolean unchanged(ByteBuffer segment, int at, int sequence) {
        Words.loadFence();
        return Words.getInt(segment, at + SEQUENCE_OFFSET) == sequence;
    }

    /** Takes the entry for writing; if it succeeds, nothing has changed since {@code sequence}, an even one, was read. */
    static boolean take(ByteBuffer segment, int at, int sequence) {
        boolean taken = Words.compareAndSetInt(segment, at + SEQUENCE_OFFSET, sequence, sequence + 1);
        Words.storeFence();
        return taken;
    }

    /** Ends the write that began with {@link #take} at the same sequence. */
    static void release(ByteBuffer segment, int at, int sequence) {
        Words.setIntRelease(segment, at + SEQUENCE_OFFSET, sequence + 2);
    }

    /** Writes what {@link #location} says, plain; the caller has taken the entry. */
    static void write(ByteBuffer segment, int at, long key, long location, long stampNanos) {
        Words.setLong(segment, at + KEY_OFFSET, key);
        Words.setLong(segment, at + ADDRESS_OFFSET, location);
        Words.setLong(segment, at + STAMP_OFFSET, stampNanos);
    }

    /** Writes a key that other writers of the set are to see before this one looks at theirs; the caller has taken the entry. */
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

    /** What {@link #location} has made of address and place. */
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

    /** The count as it is now: acquire, so that a loop of reads does not go on counting in a register. */
    static int countAcquire(ByteBuffer segment, int at) {
        return Words.getIntAcquire(segment, at + COUNT_OFFSET);
    }

    static void setCount(ByteBuffer segment, int at, int count) {
        Words.setInt(segment, at + COUNT_OFFSET, count);
    }
}

package io.pragh.core.store.reclaim;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** A queue of addresses of retired blocks, each with two words that say what it waits for. One thread. */
final class RetiredQueue {
    private static final int WORDS = 3;
    private static final int CAPACITY_FIRST = 256;
    /** A queue that a burst has grown beyond this capacity shrinks when it is empty again. */
    private static final int CAPACITY_KEPT = 1 << 16;

    private long[] ring = new long[WORDS * CAPACITY_FIRST];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void add(long address, long first, long second) {
        int capacity = ring.length / WORDS;
        if (size == capacity) {
            enlarge(capacity);
        }
        int at = at(size++);
        ring[at] = address;
        ring[at + 1] = first;
        ring[at + 2] = second;
    }

    private void enlarge(int capacity) {
        long[] larger = Arrays.copyOf(ring, ring.length * 2);
        // unrolls the ring: entries from head to the end come first
        System.arraycopy(ring, head * WORDS, larger, 0, (capacity - head) * WORDS);
        System.arraycopy(ring, 0, larger, (capacity - head) * WORDS, head * WORDS);
        ring = larger;
        head = 0;
    }

    private int at(int index) {
        int capacity = ring.length / WORDS;
        int place = head + index;
        return (place < capacity ? place : place - capacity) * WORDS;
    }

    /** The address of the oldest entry. */
    long address() {
        return ring[head * WORDS];
    }

    /** The first word of the oldest entry. */
    long first() {
        return ring[head * WORDS + 1];
    }

    /** The second word of the oldest entry. */
    long second() {
        return ring[head * WORDS + 2];
    }

    /** Replaces the second word of an entry. */
    void second(int index, long word) {
        ring[at(index) + 2] = word;
    }

    /** Removes the oldest entry. */
    void remove() {
        head = head + 1 == ring.length / WORDS ? 0 : head + 1;
        if (--size == 0 && ring.length > WORDS * CAPACITY_KEPT) {
            ring = new long[WORDS * CAPACITY_FIRST];
            head = 0;
        }
    }

    void forEachAddress(LongConsumer consumer) {
        for (int i = 0; i < size; i++) {
            consumer.accept(ring[at(i)]);
        }
    }
}

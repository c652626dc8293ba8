package io.pragh.core.base;

/** A first-in-first-out queue of longs that allocates only when it grows. One thread, or the caller's lock. */
public final class LongQueue {
    private static final int CAPACITY_MIN = 64;

    private long[] entries = new long[CAPACITY_MIN];
    private int head;
    private int size;

    /** Number of elements. */
    public int size() {
        return size;
    }

    /** Appends an element. */
    public void add(long value) {
        if (size == entries.length) {
            grow();
        }
        entries[head + size & entries.length - 1] = value;
        size++;
    }

    /** The {@code index}-th element from the front, which stays. */
    public long get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index=" + index + " size=" + size);
        }
        return entries[head + index & entries.length - 1];
    }

    /** Removes the first {@code count} elements. */
    public void drop(int count) {
        if (count < 0 || count > size) {
            throw new IndexOutOfBoundsException("count=" + count + " size=" + size);
        }
        head = head + count & entries.length - 1;
        size -= count;
    }

    /** Moves up to {@code count} elements from the front to an array and returns their number. */
    public int poll(long[] target, int count) {
        int polled = Math.min(count, size);
        for (int i = 0; i < polled; i++) {
            target[i] = get(i);
        }
        drop(polled);
        return polled;
    }

    private void grow() {
        long[] larger = new long[entries.length * 2];
        int upToEnd = entries.length - head;
        System.arraycopy(entries, head, larger, 0, upToEnd);
        System.arraycopy(entries, 0, larger, upToEnd, head);
        entries = larger;
        head = 0;
    }
}

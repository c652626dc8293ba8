package io.pragh.core.placement.monitor;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.placement.AccessReport;
import java.util.List;

/** Selects the keys with the most reads among many, in bounded memory: a heap with the coldest on top. One thread. */
final class HottestReads {
    private final long[] keys;
    private final long[] addresses;
    private final int[] reads;
    private int size;

    /** Keeps at most {@code sizeMax} keys. */
    HottestReads(int sizeMax) {
        keys = new long[sizeMax];
        addresses = new long[sizeMax];
        reads = new int[sizeMax];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Adds a key if it is among the hottest so far; each key is offered once. */
    void offer(long key, long address, int count) {
        if (size < keys.length) {
            raise(size++, key, address, count);
        } else if (count > reads[0]) {
            sink(key, address, count);
        }
    }

    /** Removes the coldest keys until {@code wanted} are left. */
    void keep(int wanted) {
        while (size > wanted) {
            size--;
            sink(keys[size], addresses[size], reads[size]);
        }
    }

    void addTo(List<AccessReport.Entry> entries, boolean local) {
        for (int i = 0; i < size; i++) {
            entries.add(new AccessReport.Entry(
                    keys[i],
                    ValueAddress.partition(addresses[i]),
                    reads[i],
                    ValueAddress.blockBytes(addresses[i]),
                    local));
        }
    }

    /** Inserts a key at a free place, and moves colder ones above it down. */
    private void raise(int free, long key, long address, int count) {
        int at = free;
        while (at > 0 && reads[at - 1 >>> 1] > count) {
            move(at - 1 >>> 1, at);
            at = at - 1 >>> 1;
        }
        set(at, key, address, count);
    }

    /** Puts a key in the place of the coldest, and moves colder ones below it up. */
    private void sink(long key, long address, int count) {
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && reads[child + 1] < reads[child]) {
                child++;
            }
            if (reads[child] >= count) {
                break;
            }
            move(child, at);
            at = child;
        }
        set(at, key, address, count);
    }

    private void move(int from, int to) {
        set(to, keys[from], addresses[from], reads[from]);
    }

    private void set(int at, long key, long address, int count) {
        keys[at] = key;
        addresses[at] = address;
        reads[at] = count;
    }
}

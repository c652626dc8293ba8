package io.pragh.core.access;

import io.pragh.core.address.ValueAddress;
import java.util.Arrays;

/**
 * A reader's direct-mapped table of the addresses in this node's memory at which it has read values, by key: 2 to 256
 * KiB, similar to a processor's TLB; it grows with a reader that reads much. One thread.
 */
// It needs no news of updates and moves: an address in own memory is followed without a lease, and the state word
// there says whether it still holds that key's value (StateWord). The exception is the death of a node, which may
// have pulled a value away without notice; the location cache is cleared then, and this table with it. It saves the
// hashing, the search of the key table and two cache lines: three quarters of the cost of a local read without it
// (TwoHopBenchmark).
final class Lookaside {
    private static final int ENTRIES_LOG2_FIRST = 7;
    private static final int ENTRIES_LOG2_MAX = 14;

    private int generation;
    private int entriesLog2 = ENTRIES_LOG2_FIRST;
    private long[] entries = new long[2 << ENTRIES_LOG2_FIRST];
    /** Number of replaced entries since the table got its present size. */
    private int displaced;

    /**
     * The address remembered for a key, or 0. The busy bit says that the key's home is another node. Does not branch.
     */
    long find(long key) {
        int at = slot(key);
        long difference = entries[at] ^ key;
        return entries[at + 1] & ~((difference | -difference) >> Long.SIZE - 1);
    }

    /** Remembers the address of a value in this node's memory. */
    void put(long key, long address, boolean ownKey) {
        int at = slot(key);
        if (entries[at] != 0 && entries[at] != key && displaced++ >> entriesLog2 != 0) {
            grow();
            at = slot(key);
        }
        long place = ValueAddress.block(address);
        entries[at] = key;
        entries[at + 1] = ownKey ? place : place | ValueAddress.BUSY;
    }

    /** Clears the table unless it is of the current generation of the location cache. */
    void keepSince(int current) {
        if (generation != current) {
            generation = current;
            Arrays.fill(entries, 0);
        }
    }

    /** The old entries are dropped, and return with further reads. */
    private void grow() {
        displaced = 0;
        if (entriesLog2 < ENTRIES_LOG2_MAX) {
            entriesLog2++;
            entries = new long[2 << entriesLog2];
        }
    }

    private int slot(long key) {
        return 2 * (int) (key * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - entriesLog2);
    }
}

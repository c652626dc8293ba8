package io.pragh.core.access;

import io.pragh.core.address.ValueAddress;
import java.util.Arrays;

/**
 * Where the values that one reader read last lie in this node's own memory: a small direct-mapped table of key and address, 2 to 256
 * KiB, as a processor has one for its pages; it grows with a reader that reads much. One thread.
 */
// It need not hear of updates and moves: an address in own memory is followed without a lease, and the state word
// there says whether it still is the place of that key's value (StateWord). Only when a node dies is that not so,
// because it may have pulled a value away without the time to say so; then the location cache is cleared, and this
// with it. It spares the hashing, the search of the key table and two cache lines: three quarters of what a local
// read cost without it (TwoHopBenchmark).
final class Lookaside {
    private static final int ENTRIES_LOG2_FIRST = 7;
    private static final int ENTRIES_LOG2_MAX = 14;

    private int generation;
    private int entriesLog2 = ENTRIES_LOG2_FIRST;
    private long[] entries = new long[2 << ENTRIES_LOG2_FIRST];
    /** How often an entry has made way for another one since the table has its size. */
    private int displaced;

    /** The address remembered for a key, or 0. Busy: the key's home is another node. Does not branch. */
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

    /** Forgets everything unless nothing has happened since the location cache's last {@code generation}. */
    void keepSince(int current) {
        if (generation != current) {
            generation = current;
            Arrays.fill(entries, 0);
        }
    }

    /** Entries are found anew as they are read. */
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

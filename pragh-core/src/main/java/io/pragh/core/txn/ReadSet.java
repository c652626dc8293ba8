package io.pragh.core.txn;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.store.value.Edition;
import java.util.Arrays;

/**
 * The read set of a transaction: keys with their editions. A key that is read again keeps its edition, unless the
 * first read covered less. One thread.
 */
// An append-only log: a read appends an entry, and a transaction that only reads does no more than that. The log is
// hashed at the first query, which leaves one entry per key; later entries stay unhashed until the next query. A long
// transaction may read the same keys repeatedly: so a large log that is full is hashed, too, unless many of its keys
// are distinct. The log therefore never has room for more than the greater of ENTRIES_KEPT entries and five times the
// number of keys.
class ReadSet {
    /** A log with a capacity above this number of entries is not kept for the next transaction: 64 KiB. */
    static final int ENTRIES_KEPT = 4096;

    private static final int WORDS = 2;
    /** A power of two, as every later capacity. */
    private static final int ENTRIES_FIRST = 16;

    private static final long[] NO_LOG = {};
    private static final int[] NO_INDEX = {};

    /** A set that stays empty, shared by all read-only transactions. */
    static final ReadSet EMPTY = new ReadSet() {
        @Override
        void put(long key, long version) {
            throw new PraghException("a transaction that only reads notes no versions: key=" + GraphKey.show(key));
        }

        @Override
        long[] giveUpLog() {
            return NO_LOG; // does not write to the shared set
        }
    };

    /** Key and edition in turn. */
    private long[] log;
    /** Number of words of the log in use. */
    private int used;
    /** Number of words that were hashed; no key occurs twice among them. */
    private int hashed;
    /** Hash table of positions in the log plus one. Its length is a power of two; 0 is an empty place. */
    private int[] index = NO_INDEX;

    /** Creates a set that allocates memory with the first read. */
    ReadSet() {
        this(NO_LOG);
    }

    /** Creates a set in memory that {@link #giveUpLog} of another set has returned. */
    ReadSet(long[] log) {
        this.log = log;
    }

    /** Returns the memory for use by another set, and leaves this set empty. */
    long[] giveUpLog() {
        long[] given = log.length > WORDS * ENTRIES_KEPT ? NO_LOG : log;
        log = NO_LOG;
        used = 0;
        hashed = 0;
        index = NO_INDEX;
        return given;
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** Number of keys. */
    int size() {
        hash();
        return used / WORDS;
    }

    /** Number of entries for which there is room. */
    int capacity() {
        return log.length / WORDS;
    }

    /** Adds a key, which is not 0. */
    void put(long key, long version) {
        if (used == log.length) {
            makeRoom();
        }
        log[used] = key;
        log[used + 1] = version;
        used += WORDS;
    }

    /** Changes the version of a key that was read. */
    void replace(long key, long version) {
        log[find(key) + 1] = version;
    }

    /** The version of a key, or {@code otherwise} when the key was not read. */
    long version(long key, long otherwise) {
        int at = find(key);
        return at < 0 ? otherwise : log[at + 1];
    }

    boolean contains(long key) {
        return find(key) >= 0;
    }

    /** All keys in ascending order. */
    long[] keys() {
        hash();
        long[] all = new long[used / WORDS];
        for (int i = 0; i < all.length; i++) {
            all[i] = log[WORDS * i];
        }
        Arrays.sort(all);
        return all;
    }

    /** Position of a key in the log, or a negative number. */
    private int find(long key) {
        hash();
        return used == 0 ? -1 : index[place(key)] - 1;
    }

    private int place(long key) {
        int mask = index.length - 1;
        int at = spread(key, index.length);
        while (index[at] != 0 && log[index[at] - 1] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Multiplicative hash: the high bits of the product. Its low bits are alike for consecutive numbers. */
    private static int spread(long key, int places) {
        return (int) (key * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - Integer.numberOfTrailingZeros(places));
    }

    /** Hashes the entries that are not hashed yet, and merges duplicate keys. */
    private void hash() {
        if (hashed == used) {
            return;
        }
        growIndex();
        for (int from = hashed; from < used; from += WORDS) {
            int place = place(log[from]);
            int at = index[place] - 1;
            if (at >= 0) {
                log[at + 1] = Edition.both(log[at + 1], log[from + 1]);
            } else {
                log[hashed] = log[from];
                log[hashed + 1] = log[from + 1];
                index[place] = hashed + 1;
                hashed += WORDS;
            }
        }
        used = hashed;
    }

    /** Keeps the index at most half full even if all entries have distinct keys. */
    private void growIndex() {
        if (index.length >= used) {
            return;
        }
        index = new int[Math.max(2 * ENTRIES_FIRST, Integer.highestOneBit(used - 1) << 1)];
        for (int at = 0; at < hashed; at += WORDS) {
            index[place(log[at])] = at + 1;
        }
    }

    private void makeRoom() {
        if (capacity() >= ENTRIES_KEPT && !areManyDifferent()) {
            hash();
        }
        if (used > log.length / 4 * 3) {
            log = Arrays.copyOf(log, 2 * log.length);
        } else if (log.length == 0) {
            log = new long[WORDS * ENTRIES_FIRST];
        }
    }

    /**
     * Whether at least two fifths of the entries have distinct keys, estimated from below by the number of bits that
     * the keys set in a map.
     */
    private boolean areManyDifferent() {
        int entries = used / WORDS;
        int bits = Integer.highestOneBit(entries);
        long[] map = new long[bits / Long.SIZE];
        int different = 0;
        for (int at = 0; at < used; at += WORDS) {
            int bit = spread(log[at], bits);
            long word = map[bit / Long.SIZE];
            different += (int) (~(word >>> bit) & 1);
            map[bit / Long.SIZE] = word | 1L << bit;
        }
        return different >= entries / 5 * 2;
    }
}

package io.pragh.core.txn;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.store.value.Edition;
import java.util.Arrays;

/** Keys that were read, and their editions. A key read again keeps the edition it had, unless that was of less. One thread. */
// A log: what is read is written behind what was read before, and no more than that happens in a transaction that only
// reads. The log is hashed when somebody asks what is in it, and then each key is in it once; what comes after that is
// behind, until somebody asks again. A long transaction may read the same keys again and again: a large log that is
// full is hashed, too, unless many of its keys are different ones. So a log never has room for more than ENTRIES_KEPT
// entries, or for five times as many as there are keys, whichever is more.
class ReadSet {
    /** A log that has room for more than so many entries is not kept for the next transaction: 64 KiB. */
    static final int ENTRIES_KEPT = 4096;

    private static final int WORDS = 2;
    private static final int ENTRIES_FIRST = 16;

    private static final long[] NO_LOG = {};
    private static final int[] NO_INDEX = {};

    /** A set that stays empty, shared by all transactions that only read. */
    static final ReadSet EMPTY = new ReadSet() {
        @Override
        void put(long key, long version) {
            throw new PraghException("a transaction that only reads notes no versions: key=" + GraphKey.show(key));
        }

        @Override
        long[] giveUpLog() {
            return NO_LOG; // and no word is written that all share
        }
    };

    /** Key and edition in turn. */
    private long[] log;
    /** How many words of the log are in use. */
    private int used;
    /** How many of them were hashed: no key is twice among them. */
    private int hashed;
    /** Where in the log the hashed keys are, plus one: its length is a power of two, and 0 is a place without key. */
    private int[] index = NO_INDEX;

    /** Without memory of its own, until something is read. */
    ReadSet() {
        this(NO_LOG);
    }

    /** With memory that {@link #giveUpLog} of another one has returned. */
    ReadSet(long[] log) {
        this.log = log;
    }

    /** Memory for another set; this one is empty then. */
    long[] giveUpLog() {
        long[] given = log.length > WORDS * ENTRIES_KEPT ? NO_LOG : log;
        log = NO_LOG;
        used = 0;
        hashed = 0;
        index = NO_INDEX;
        return given;
    }

    /** Whether there is no key. */
    boolean isEmpty() {
        return used == 0;
    }

    /** How many keys there are. */
    int size() {
        hash();
        return used / WORDS;
    }

    /** For how many entries there is room. */
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

    /** The version of a key, or {@code otherwise}. */
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

    /** Where in the log a key is, or a negative number. */
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

    /** The first bits of a product, as many as a power of two has: those behind them are alike for numbers that follow each other. */
    private static int spread(long key, int places) {
        return (int) (key * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - Integer.numberOfTrailingZeros(places));
    }

    /** Has each key once. */
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

    /** The index is no more than half full when all entries that there are have keys of their own. */
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

    /** Whether at least two keys of five entries differ from all others: so many at least as there are different bits of a map. */
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

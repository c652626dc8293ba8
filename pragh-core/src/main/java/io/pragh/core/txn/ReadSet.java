package io.pragh.core.txn;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.store.value.Edition;
import java.util.Arrays;

/** Keys that were read, and their editions. A key read again keeps the edition it had, unless that was of less. One thread. */
class ReadSet {
    private static final int CAPACITY_FIRST = 16;

    /** The table of a set without keys. */
    private static final long[] NONE = new long[1];

    /** A set that stays empty, shared by all transactions that only read. */
    static final ReadSet EMPTY = new ReadSet() {
        @Override
        void put(long key, long version) {
            throw new PraghException("a transaction that only reads notes no versions: key=" + GraphKey.show(key));
        }
    };

    private long[] keys = NONE;
    private long[] versions = NONE;
    private int size;

    /** How many keys there are. */
    int size() {
        return size;
    }

    /** Adds a key, which is not 0. */
    void put(long key, long version) {
        if (keys == NONE) {
            keys = new long[CAPACITY_FIRST];
            versions = new long[CAPACITY_FIRST];
        }
        int at = find(keys, key);
        if (keys[at] != 0) {
            versions[at] = Edition.both(versions[at], version);
            return;
        }
        keys[at] = key;
        versions[at] = version;
        if (++size * 2 > keys.length) {
            enlarge();
        }
    }

    /** Changes the version of a key that was read. */
    void replace(long key, long version) {
        versions[find(keys, key)] = version;
    }

    /** The version of a key, or {@code otherwise}. */
    long version(long key, long otherwise) {
        int at = find(keys, key);
        return keys[at] == 0 ? otherwise : versions[at];
    }

    boolean contains(long key) {
        return keys[find(keys, key)] != 0;
    }

    /** All keys in ascending order. */
    long[] keys() {
        long[] all = new long[size];
        int count = 0;
        for (long key : keys) {
            if (key != 0) {
                all[count++] = key;
            }
        }
        Arrays.sort(all);
        return all;
    }

    /** Where a table has a key, or has room for it: its length is a power of two, and a word without key is 0. */
    static int find(long[] table, long key) {
        int mask = table.length - 1;
        int at = (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 40) & mask;
        while (table[at] != 0 && table[at] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void enlarge() {
        long[] largerKeys = new long[keys.length * 2];
        long[] largerVersions = new long[keys.length * 2];
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                int at = find(largerKeys, keys[i]);
                largerKeys[at] = keys[i];
                largerVersions[at] = versions[i];
            }
        }
        keys = largerKeys;
        versions = largerVersions;
    }
}

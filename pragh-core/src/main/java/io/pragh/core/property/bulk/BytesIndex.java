package io.pragh.core.property.bulk;

/**
 * A hash index from identifiers to staged records: 12 bytes a slot, two thirds of which are used at most. One thread.
 */
final class BytesIndex {
    static final long NONE = -1;

    private static final int CAPACITY_FIRST = 1 << 10;
    private static final long HASH_FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long HASH_SECOND = 0xC2B2_AE3D_27D4_EB4FL;

    private final StagingBudget budget;
    private final StagedBytes staged;
    private final int offset;
    /** Positions of records plus 1; 0 for a free slot. */
    private LongColumn records;

    private IntColumn hashes;
    private int capacity = CAPACITY_FIRST;
    private int size;

    /** An index over records whose identifiers begin at a fixed offset; an identifier's bytes tell its length. */
    BytesIndex(StagingBudget budget, StagedBytes staged, int offset) {
        this.budget = budget;
        this.staged = staged;
        this.offset = offset;
        records = new LongColumn(budget);
        hashes = new IntColumn(budget);
    }

    private static int hash(byte[] identifier, int length) {
        long hash = length * HASH_SECOND;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ identifier[i] & 0xFF) * HASH_FIRST;
            hash ^= hash >>> 29;
        }
        hash *= HASH_SECOND;
        return (int) (hash >>> Integer.SIZE);
    }

    /** The position of the record with an identifier, or {@link #NONE}. */
    long find(byte[] identifier, int length) {
        int hash = hash(identifier, length);
        int mask = capacity - 1;
        int at = hash & mask;
        for (long record; (record = records.get(at)) != 0; at = at + 1 & mask) {
            if (hashes.get(at) == hash && staged.matches(record - 1 + offset, identifier, length)) {
                return record - 1;
            }
        }
        return NONE;
    }

    /** Adds a record, whose identifier must be new. */
    void add(byte[] identifier, int length, long record) {
        put(hash(identifier, length), record + 1);
        if (++size > capacity / 3 * 2) {
            grow();
        }
    }

    private void put(int hash, long record) {
        int mask = capacity - 1;
        int at = hash & mask;
        while (records.get(at) != 0) {
            at = at + 1 & mask;
        }
        records.set(at, record);
        hashes.set(at, hash);
    }

    private void grow() {
        LongColumn before = records;
        IntColumn hashesBefore = hashes;
        int capacityBefore = capacity;
        capacity = Math.multiplyExact(capacity, 2);
        records = new LongColumn(budget);
        hashes = new IntColumn(budget);
        for (int i = 0; i < capacityBefore; i++) {
            if (before.get(i) != 0) {
                put(hashesBefore.get(i), before.get(i));
            }
        }
        before.forget();
        hashesBefore.forget();
    }

    /** Releases the index's memory when no more identifiers are looked up. */
    void forget() {
        records.forget();
        hashes.forget();
    }
}

package io.pragh.core.property.bulk;

/** Where staged bytes have an identifier: 12 bytes a slot, of which two thirds are used at most. One thread. */
final class BytesIndex {
    static final long NONE = -1;

    private static final int CAPACITY_FIRST = 1 << 10;
    private static final int SLOT_BYTES = Long.BYTES + Integer.BYTES;
    private static final long HASH_FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long HASH_SECOND = 0xC2B2_AE3D_27D4_EB4FL;

    private final StagingBudget budget;
    private final StagedBytes staged;
    private final int offset;
    /** Positions of records plus 1; 0 where a slot is free. */
    private long[] records;

    private int[] hashes;
    private int size;

    /** Over records that have their identifiers so many bytes behind their beginning; an identifier's bytes say how many there are. */
    BytesIndex(StagingBudget budget, StagedBytes staged, int offset) {
        this.budget = budget;
        this.staged = staged;
        this.offset = offset;
        budget.take((long) CAPACITY_FIRST * SLOT_BYTES);
        records = new long[CAPACITY_FIRST];
        hashes = new int[CAPACITY_FIRST];
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

    /** The position of the record that has an identifier, or {@link #NONE}. */
    long find(byte[] identifier, int length) {
        int hash = hash(identifier, length);
        int mask = records.length - 1;
        for (int at = hash & mask; records[at] != 0; at = at + 1 & mask) {
            if (hashes[at] == hash && staged.matches(records[at] - 1 + offset, identifier, length)) {
                return records[at] - 1;
            }
        }
        return NONE;
    }

    /** A record has an identifier that none had. */
    void add(byte[] identifier, int length, long record) {
        put(hash(identifier, length), record + 1);
        if (++size > records.length / 3 * 2) {
            grow();
        }
    }

    private void put(int hash, long record) {
        int mask = records.length - 1;
        int at = hash & mask;
        while (records[at] != 0) {
            at = at + 1 & mask;
        }
        records[at] = record;
        hashes[at] = hash;
    }

    private void grow() {
        long[] before = records;
        int[] hashesBefore = hashes;
        int capacity = Math.multiplyExact(before.length, 2);
        budget.take((long) capacity * SLOT_BYTES);
        records = new long[capacity];
        hashes = new int[capacity];
        for (int i = 0; i < before.length; i++) {
            if (before[i] != 0) {
                put(hashesBefore[i], before[i]);
            }
        }
        budget.giveBack((long) before.length * SLOT_BYTES);
    }
}

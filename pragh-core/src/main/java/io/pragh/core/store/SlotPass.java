package io.pragh.core.store;

import io.pragh.core.store.table.KeyTable;

/** Passes over all keys of a home, some per call, until one pass has settled every key. One thread. */
final class SlotPass {
    private static final int KINDS = 16;

    private final KeyTable table;
    private int kind = 1;
    private long cursor;
    private boolean unsettled;

    /** Treats a key. */
    @FunctionalInterface
    interface Look {
        /**
         * Whether the key is settled; false when it must be looked at again, because another thread or node changed
         * its slot.
         */
        boolean settled(long key, long word);
    }

    /** Passes over the keys of a home. */
    SlotPass(KeyTable table) {
        this.table = table;
    }

    /** Looks at {@code limit} further keys, more or less; true at the end of a pass that has settled every key. */
    boolean step(int limit, Look look) {
        cursor = table.scan(kind, cursor, limit, (key, word) -> unsettled |= !look.settled(key, word));
        if (cursor == KeyTable.SCAN_END) {
            cursor = 0;
            kind++;
        }
        if (kind < KINDS) {
            return false;
        }
        boolean clean = !unsettled;
        unsettled = false;
        kind = 1;
        return clean;
    }
}

package io.pragh.core.store;

import io.pragh.core.store.table.KeyTable;

/** Looks at all keys of a home, a few at a time, again and again until a pass has settled every one of them. One thread. */
final class SlotPass {
    private static final int KINDS = 16;

    private final KeyTable table;
    private int kind = 1;
    private long cursor;
    private boolean unsettled;

    /** What is done about a key. */
    @FunctionalInterface
    interface Look {
        /** False when the key must be looked at again, because somebody else is at its slot. */
        boolean settled(long key, long word);
    }

    /** Passes over the keys of a home. */
    SlotPass(KeyTable table) {
        this.table = table;
    }

    /** Looks at some {@code limit} further keys; true at the end of a pass that has settled all of them. */
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

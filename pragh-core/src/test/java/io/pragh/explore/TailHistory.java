package io.pragh.explore;

import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.Update;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.ValueHeader;

/**
 * The update of {@link History}, appended to the tail where the block has slack: every block has room for
 * {@link #ROOM} entries. Stateless.
 */
final class TailHistory extends History implements AppendOperation {
    static final int ROOM = 2;

    private static final int HIGH_SHIFT = 28;
    private static final long LOW_MASK = (1L << HIGH_SHIFT) - 1;

    /**
     * An entry that fits a narrow record. The digit is in both words: if they do not belong together, the result is
     * garbage.
     */
    private record Digit(long digit) implements AppendedEntries {
        @Override
        public int count() {
            return 1;
        }

        @Override
        public long first(int entry) {
            return digit << HIGH_SHIFT | digit;
        }

        @Override
        public long second(int entry) {
            return LOW_MASK - digit;
        }
    }

    @Override
    public boolean appendsTo(long key) {
        return true;
    }

    @Override
    public AppendedEntries entries(Update update) {
        return new Digit(update.first());
    }

    @Override
    public int room(Region region, long body, int bodyBytes) {
        return ROOM;
    }

    @Override
    public int bytesWith(Region region, long body, int bodyBytes, AppendedEntries entries) {
        return BODY_BYTES;
    }

    @Override
    public boolean covers(Region region, long body, int bodyBytes, int bytesWanted) {
        return false;
    }

    @Override
    public void writeWith(
            Region region, long body, int bodyBytes, AppendedEntries entries, Region target, long newBody) {
        long history = with(region.getLong(body), entries);
        long key = region.getLong(body - ValueHeader.LENGTH + ValueHeader.KEY_OFFSET);
        write(key, history, target, newBody);
    }

    /** The history of a body with entries in its tail. */
    static long with(long body, AppendedEntries entries) {
        long history = body;
        for (int i = 0; i < entries.count(); i++) {
            Digit digit = new Digit(entries.first(i) & LOW_MASK);
            boolean whole = entries.first(i) == digit.first(0) && entries.second(i) == digit.second(0);
            history = whole ? then(history, digit.digit) : GARBAGE;
        }
        return history;
    }
}

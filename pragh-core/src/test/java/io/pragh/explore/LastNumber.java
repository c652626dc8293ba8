package io.pragh.explore;

import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.Update;
import io.pragh.core.memory.Region;

/** An operation that appends a number: the last number is the value. Stateless. */
final class LastNumber implements AppendOperation {
    static final int CODE = 1;
    private static final int ROOM = 2;

    private record Written(long first, long second) implements AppendedEntries {
        @Override
        public int count() {
            return 1;
        }

        @Override
        public long first(int entry) {
            return first;
        }

        @Override
        public long second(int entry) {
            return second;
        }
    }

    @Override
    public int code() {
        return CODE;
    }

    @Override
    public boolean appendsTo(long key) {
        return true;
    }

    @Override
    public AppendedEntries entries(Update update) {
        return new Written(update.first(), ~update.first());
    }

    @Override
    public int room(Region region, long body, int bodyBytes) {
        return ROOM;
    }

    @Override
    public boolean isWide(Region region, long body, int bodyBytes) {
        return true;
    }

    @Override
    public int bytesWith(Region region, long body, int bodyBytes, AppendedEntries entries) {
        return Long.BYTES;
    }

    /** An entry whose words do not belong together is the number of no commit. */
    @Override
    public boolean covers(Region region, long body, int bodyBytes, int bytesWanted) {
        return false;
    }

    @Override
    public void writeWith(
            Region region, long body, int bodyBytes, AppendedEntries entries, Region target, long newBody) {
        int last = entries.count() - 1;
        long number = entries.first(last);
        target.setLong(newBody, number == ~entries.second(last) ? number : Long.MAX_VALUE);
    }

    @Override
    public int newBytes(Update update, Region region, long body, int bodyBytes) {
        return Long.BYTES;
    }

    @Override
    public void write(
            Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes) {
        target.setLong(newBody, update.first());
    }
}

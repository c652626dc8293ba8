package io.pragh.core.bulk;

/** The target vertices of one pass, list after list. Thread rule: one thread. */
interface TargetBuffer {

    /** A buffer for targets up to the given one; takes 4 bytes per edge if that is enough, else 8. */
    static TargetBuffer of(int edges, long targetMax) {
        return targetMax <= Ints.TARGET_MAX ? new Ints(edges) : new Longs(edges);
    }

    void put(int at, long target);

    /** Passes the list in {@code [from, to)} to the consumer. */
    void list(ListConsumer consumer, long sourceVertex, int from, int to);

    /** Targets below 2^32, as unsigned ints; a list is widened before it is passed on. */
    final class Ints implements TargetBuffer {
        static final long TARGET_MAX = 0xffff_ffffL;

        private final int[] targets;
        private long[] widened = new long[1 << 10];

        Ints(int edges) {
            targets = new int[edges];
        }

        @Override
        public void put(int at, long target) {
            targets[at] = (int) target;
        }

        @Override
        public void list(ListConsumer consumer, long sourceVertex, int from, int to) {
            int length = to - from;
            if (length > widened.length) {
                long longer = Math.max(length, 2L * widened.length);
                widened = new long[(int) Math.min(longer, DegreeSurvey.ARRAY_LENGTH_MAX)];
            }
            for (int i = 0; i < length; i++) {
                widened[i] = targets[from + i] & TARGET_MAX;
            }
            consumer.list(sourceVertex, widened, 0, length);
        }
    }

    /** Targets of any size. */
    final class Longs implements TargetBuffer {
        private final long[] targets;

        Longs(int edges) {
            targets = new long[edges];
        }

        @Override
        public void put(int at, long target) {
            targets[at] = target;
        }

        @Override
        public void list(ListConsumer consumer, long sourceVertex, int from, int to) {
            consumer.list(sourceVertex, targets, from, to);
        }
    }
}

package io.pragh.core.bulk;

/**
 * A hash of a set of edges, by which two streams are compared independently of their order. Thread rule: one thread.
 */
final class EdgeFingerprint {
    private static final long SOURCE_MIX = 0x9e37_79b9_7f4a_7c15L;
    private static final long PAIR_MIX = 0xbf58_476d_1ce4_e5b9L;

    private long edges;
    private long sum;

    void add(long source, long target) {
        long pair = (source * SOURCE_MIX ^ target) * PAIR_MIX;
        edges++;
        sum += pair ^ (pair >>> 32);
    }

    long edges() {
        return edges;
    }

    boolean sameAs(EdgeFingerprint other) {
        return edges == other.edges && sum == other.sum;
    }
}

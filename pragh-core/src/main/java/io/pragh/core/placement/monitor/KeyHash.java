package io.pragh.core.placement.monitor;

/** Hashes keys for the small tables of this package, which use the upper bits. Stateless. */
final class KeyHash {
    private KeyHash() {}

    static long of(long key) {
        return (key ^ key >>> 32) * 0x9E3779B97F4A7C15L;
    }
}

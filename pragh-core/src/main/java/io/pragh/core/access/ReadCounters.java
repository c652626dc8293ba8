package io.pragh.core.access;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.base.LatencyHistogram;

/** What one reader's accesses were. An access to a key is a look-up of its slot; a cached location spares it. One thread writes. */
public final class ReadCounters {
    /** One call in so many is timed: a look at the clock costs more than a short read. */
    public static final int CALLS_PER_SAMPLE = 64;

    /** Slots looked up in this node's own tables. */
    public long keysLocal;
    /** Slots looked up in other nodes' tables, one READ or more each. */
    public long keysRemote;
    /** Locations of other nodes' keys found in the cache. */
    public long cacheHits;
    /** Locations of other nodes' keys not found there, or too old. */
    public long cacheMisses;
    /** Values read in this node's own memory. */
    public long valuesLocal;
    /** Values fetched from other nodes. */
    public long valuesRemote;
    /** Bytes of values handed on, no more of each than was asked for. */
    public long bytesRead;
    /** Calls that asked for values, however many. */
    public long batches;
    /** Batches of READs sent to other nodes: each a round trip. */
    public long rounds;
    /** Reads that met a locked, moved or replaced block and looked again. */
    public long retries;
    /** How long calls took, visits included: every 64th, the first among them. */
    public final LatencyHistogram latency = new LatencyHistogram();

    /** Adds another reader's counts. */
    public void add(ReadCounters other) {
        add(other, 1);
        latency.add(other.latency);
    }

    private void add(ReadCounters other, int sign) {
        keysLocal += sign * other.keysLocal;
        keysRemote += sign * other.keysRemote;
        cacheHits += sign * other.cacheHits;
        cacheMisses += sign * other.cacheMisses;
        valuesLocal += sign * other.valuesLocal;
        valuesRemote += sign * other.valuesRemote;
        bytesRead += sign * other.bytesRead;
        batches += sign * other.batches;
        rounds += sign * other.rounds;
        retries += sign * other.retries;
    }

    /** Counts a call that asks for so many values; whether it is to be timed. */
    boolean call(int values) {
        if (values == 0) {
            return false;
        }
        return (batches++ & CALLS_PER_SAMPLE - 1) == 0;
    }

    /** The same for those who know nothing of slots. */
    public ReadCounts counts() {
        return new ReadCounts(valuesLocal, valuesRemote + keysRemote, cacheHits, bytesRead, batches, rounds);
    }

    /** A copy that does not change any more. */
    public ReadCounters copy() {
        ReadCounters copy = new ReadCounters();
        copy.add(this);
        return copy;
    }

    /** What came since an earlier copy. */
    public ReadCounters since(ReadCounters earlier) {
        ReadCounters delta = copy();
        delta.add(earlier, -1);
        delta.latency.subtract(earlier.latency);
        return delta;
    }

    /** Share of all accesses to keys and values that went to another node, 0..1; 0 when there were none. */
    public double remoteShare() {
        long remote = keysRemote + valuesRemote;
        long all = remote + keysLocal + valuesLocal;
        return all == 0 ? 0 : (double) remote / all;
    }

    /** Share of the locations of other nodes' keys that were cached, 0..1; 0 when none was asked for. */
    public double cacheHitShare() {
        long all = cacheHits + cacheMisses;
        return all == 0 ? 0 : (double) cacheHits / all;
    }
}

package io.pragh.core.access;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.base.LatencyHistogram;

/**
 * Counts the accesses of one reader. An access to a key is a look-up of its slot, which a cached location saves. One
 * thread writes.
 */
public final class ReadCounters {
    /** One in this number of calls is timed: reading the clock costs more than a short read. */
    public static final int CALLS_PER_SAMPLE = 64;

    /** Slots looked up in this node's own tables. */
    public long keysLocal;
    /** Slots looked up in other nodes' tables, by one or more READs each. */
    public long keysRemote;
    /** Locations of other nodes' keys found in the cache. */
    public long cacheHits;
    /** Locations of other nodes' keys that were missing in the cache or too old. */
    public long cacheMisses;
    /** Values read in this node's own memory. */
    public long valuesLocal;
    /** Values fetched from other nodes. */
    public long valuesRemote;
    /** Bytes of values passed on, counting no more of each value than was requested. */
    public long bytesRead;
    /** Calls that requested values, of any number. */
    public long batches;
    /** Batches of READs sent to other nodes: each a round trip. */
    public long rounds;
    /** Reads that met a locked, moved or replaced block and looked again. */
    public long retries;
    /** Durations of calls, visits included: every 64th, beginning with the first. */
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

    /** Counts a call that requests a number of values; returns whether it is to be timed. */
    boolean call(int values) {
        if (values == 0) {
            return false;
        }
        return (batches++ & CALLS_PER_SAMPLE - 1) == 0;
    }

    /** The counts for callers that do not deal with slots. */
    public ReadCounts counts() {
        return new ReadCounts(valuesLocal, valuesRemote + keysRemote, cacheHits, bytesRead, batches, rounds);
    }

    /** A copy, which does not change any more. */
    public ReadCounters copy() {
        ReadCounters copy = new ReadCounters();
        copy.add(this);
        return copy;
    }

    /** The counts since an earlier copy. */
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

    /** Share of look-ups of other nodes' locations that the cache answered, 0..1; 0 when there were none. */
    public double cacheHitShare() {
        long all = cacheHits + cacheMisses;
        return all == 0 ? 0 : (double) cacheHits / all;
    }
}

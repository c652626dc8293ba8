package io.pragh.tinkerpop.process.step;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.property.GraphTransaction;
import io.pragh.tinkerpop.structure.ElementStore;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.jspecify.annotations.Nullable;

/** Adds a step's reads to its metrics in {@code profile()}. Stateless. */
public final class StepReads {
    /** Values found in the memory of the transaction's own node. */
    public static final String LOCAL_READS = "localReads";
    /** READs of other nodes' memory: values, and the slots with their addresses. */
    public static final String REMOTE_READS = "remoteReads";
    /** Values of other nodes whose address was in the location cache. */
    public static final String CACHE_HITS = "cacheHits";
    /** Bytes of values. */
    public static final String BYTES_READ = "bytesRead";
    /** Batches of reads. */
    public static final String BATCHES = "batches";
    /** Batches of READs sent to other nodes. */
    public static final String ROUND_TRIPS = "roundTrips";

    private StepReads() {}

    /** Reads, and adds the cost to the metrics; only reads without a profile. */
    public static <T> T during(@Nullable MutableMetrics metrics, ElementStore store, Supplier<T> reading) {
        if (metrics == null) {
            return reading.get();
        }
        GraphTransaction transaction = store.transaction();
        ReadCounts before = transaction.readCounts();
        try {
            return reading.get();
        } finally {
            add(metrics, transaction.readCounts().since(before));
        }
    }

    /** Adds zeroes, so that they are shown even if nothing is read. */
    public static void addNone(MutableMetrics metrics) {
        add(metrics, ReadCounts.NONE);
    }

    static void add(MutableMetrics metrics, ReadCounts more) {
        add(metrics, LOCAL_READS, more.localReads());
        add(metrics, REMOTE_READS, more.remoteReads());
        add(metrics, CACHE_HITS, more.cacheHits());
        add(metrics, BYTES_READ, more.bytesRead());
        add(metrics, BATCHES, more.batches());
        add(metrics, ROUND_TRIPS, more.roundTrips());
    }

    private static void add(MutableMetrics metrics, String key, long more) {
        long before = metrics.getAnnotation(key) instanceof Number number ? number.longValue() : 0;
        metrics.setAnnotation(key, before + more);
    }
}

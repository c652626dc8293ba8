package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Results as plain maps, ready to be written as JSON; shares are 0..1, of the accesses to keys and values. Stateless.
 */
public final class FofJson {
    private FofJson() {}

    /** Results by the name of their scheme. */
    public static Map<String, @Nullable Object> schemes(List<SchemeResult> results) {
        Map<String, @Nullable Object> schemes = new LinkedHashMap<>();
        results.forEach(result -> schemes.put(result.scheme().toString(), scheme(result)));
        return schemes;
    }

    /** One run of PUTs: the fields of a scheme, with its distributions before and after. */
    public static Map<String, @Nullable Object> puts(SchemeResult result) {
        PutTimes times = result.measured().insertTimes();
        PutLatency calls = new PutLatency(times.calls());
        PutLatency waited = new PutLatency(times.waited());
        PutLatency queued = new PutLatency(times.queued());
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        percentiles(map, "put", calls);
        map.put("waitedShare", times.waitedShare());
        percentiles(map, "waited", waited);
        percentiles(map, "queued", queued);
        map.putAll(scheme(result));
        map.put("cdf", calls.cdf());
        map.put("waitedCdf", waited.cdf());
        map.put("queuedCdf", queued.cdf());
        return map;
    }

    private static void percentiles(Map<String, @Nullable Object> map, String prefix, PutLatency latency) {
        map.put(prefix + "P50Micros", latency.micros(0.5));
        map.put(prefix + "P90Micros", latency.micros(0.9));
        map.put(prefix + "P99Micros", latency.micros(0.99));
        map.put(prefix + "P999Micros", latency.micros(0.999));
        map.put(prefix + "MaxMicros", latency.micros(1));
    }

    private static Map<String, @Nullable Object> scheme(SchemeResult result) {
        Map<String, @Nullable Object> map = measurement(result.measured());
        map.put("migratedKeys", result.valuesMoved());
        map.put("migratedBytes", result.bytesMoved());
        map.put("migratedKeysMeasured", result.measured().valuesMoved());
        map.put("loadSeconds", result.loadSeconds());
        map.put("partitionBytes", result.regionBytes());
        map.put("worstSecond", WorstSecond.of(result).map(FofJson::worst).orElse(null));
        map.put("series", result.series().stream().map(FofJson::second).toList());
        return map;
    }

    /** One measurement. */
    public static Map<String, @Nullable Object> measurement(Measurement measured) {
        ReadCounters reads = measured.reads();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("queriesPerSecond", measured.queriesPerSecond());
        map.put("p50Micros", measured.queryMicros(0.5));
        map.put("p99Micros", measured.queryMicros(0.99));
        map.put("remoteShare", measured.remoteShare());
        map.put("cacheHitShare", reads.cacheHitShare());
        map.put("oneSidedOpsPerQuery", measured.oneSidedOpsPerQuery());
        map.put("bytesPerQuery", measured.bytesPerQuery());
        map.put("migratedKeys", measured.valuesMoved());
        map.put("migratedBytes", measured.bytesMoved());
        map.put("optimalRemoteShare", measured.optimalRemoteShare());
        map.put("remoteValueShare", measured.remoteValueShare());
        map.put("optimalRemoteValueShare", measured.optimum().remoteValueShare());
        map.put("seconds", measured.seconds());
        map.put("queries", measured.queries());
        map.put("inserts", measured.inserts());
        map.put("callsMadeAgain", measured.again());
        map.put("insertsPerSecond", measured.insertsPerSecond());
        map.put("insertP50Micros", measured.insertMicros(0.5));
        map.put("insertP99Micros", measured.insertMicros(0.99));
        map.put("valueReadsPerQuery", measured.perQuery((double) measured.valueReads()));
        map.put("cpuMicrosPerQuery", measured.perQuery(measured.cpuNanos() / 1e3));
        map.put("processCpuMicrosPerQuery", measured.perQuery(measured.processNanos() / 1e3));
        map.put("roundTripsPerQuery", measured.perQuery((double)
                measured.fabric().batches()));
        map.put("messagesPerQuery", measured.perQuery((double) measured.fabric().messages()));
        map.put("keysLocal", reads.keysLocal);
        map.put("keysRemote", reads.keysRemote);
        map.put("valuesLocal", reads.valuesLocal);
        map.put("valuesRemote", reads.valuesRemote);
        map.put("cacheHits", reads.cacheHits);
        map.put("cacheMisses", reads.cacheMisses);
        map.put("retries", reads.retries);
        map.put("valueReads", measured.valueReads());
        map.put("valueReadsCounted", measured.optimum().valueReads());
        return map;
    }

    private static Map<String, @Nullable Object> worst(WorstSecond worst) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>(second(worst.second()));
        map.put("ofMedian", worst.ofMedian());
        map.put("ofBefore", worst.ofBefore());
        return map;
    }

    private static Map<String, @Nullable Object> second(Second second) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("second", second.number());
        map.put("phase", second.phase().toString());
        map.put("queriesPerSecond", second.queriesPerSecond());
        map.put("p99Micros", second.p99Micros());
        map.put("remoteShare", second.remoteShare());
        map.put("cacheHitShare", second.cacheHitShare());
        map.put("migratedKeys", second.valuesMoved());
        map.put("migratedBytes", second.bytesMoved());
        return map;
    }
}

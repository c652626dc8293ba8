package io.pragh.benchmarks.fof;

import io.pragh.core.base.LatencyRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What there is at the end of a measurement. Immutable, but for what is in it, which nobody writes any more.
 *
 * @param sample all counters
 * @param queries latency of queries, from submission to end
 * @param inserts latencies of inserts
 * @param readsByNode for every node how often it read each value; empty where there is only one
 */
record LoadEnd(LoadSample sample, LatencyRecorder queries, PutTimes inserts, List<Map<Long, Long>> readsByNode) {
    /** The ends of one measurement in several processes as one: every operation counts once in the distributions. */
    static LoadEnd together(List<LoadEnd> ends) {
        LatencyRecorder queries = new LatencyRecorder();
        PutTimes inserts = new PutTimes();
        List<Map<Long, Long>> reads = new ArrayList<>();
        for (LoadEnd end : ends) {
            queries.merge(end.queries);
            inserts.merge(end.inserts);
            reads.addAll(end.readsByNode);
        }
        return new LoadEnd(
                LoadSample.together(ends.stream().map(LoadEnd::sample).toList()), queries, inserts, reads);
    }
}

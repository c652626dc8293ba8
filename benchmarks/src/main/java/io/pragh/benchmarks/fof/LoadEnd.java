package io.pragh.benchmarks.fof;

import io.pragh.core.base.LatencyRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The results at the end of a measurement. Immutable, since the contained recorders are not written any more.
 *
 * @param sample all counters
 * @param queries latency of queries, from submission to end
 * @param inserts latencies of inserts
 * @param readsByNode for every node, the number of its reads of each value; empty where there is only one
 */
record LoadEnd(LoadSample sample, LatencyRecorder queries, PutTimes inserts, List<Map<Long, Long>> readsByNode) {
    /**
     * Combines the results of one measurement in several processes: every operation counts once in the distributions.
     */
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

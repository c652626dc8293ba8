package io.pragh.tinkerpop.process.step;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.property.GraphTransaction;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;

/** What a transaction reads, split among several by when it was read. One thread. */
public final class ReadMeter {
    private final GraphTransaction transaction;
    private ReadCounts last;

    /** Counts from now on. */
    public ReadMeter(GraphTransaction transaction) {
        this.transaction = transaction;
        this.last = transaction.readCounts();
    }

    /** Adds what was read since it was asked last to a part, and to the whole. */
    public void add(MutableMetrics part, MutableMetrics whole) {
        ReadCounts now = transaction.readCounts();
        ReadCounts more = now.since(last);
        last = now;
        StepReads.add(part, more);
        StepReads.add(whole, more);
    }
}

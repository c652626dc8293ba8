package io.pragh.tinkerpop.process.step;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.property.GraphTransaction;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;

/** Attributes a transaction's reads to steps by the time when they happen. One thread. */
public final class ReadMeter {
    private final GraphTransaction transaction;
    private ReadCounts last;

    /** Counts from now on. */
    public ReadMeter(GraphTransaction transaction) {
        this.transaction = transaction;
        this.last = transaction.readCounts();
    }

    /** Adds the reads since the last call to a part, and to the whole. */
    public void add(MutableMetrics part, MutableMetrics whole) {
        ReadCounts now = transaction.readCounts();
        ReadCounts more = now.since(last);
        last = now;
        StepReads.add(part, more);
        StepReads.add(whole, more);
    }
}

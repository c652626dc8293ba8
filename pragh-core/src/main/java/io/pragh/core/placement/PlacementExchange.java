package io.pragh.core.placement;

import java.util.function.Consumer;

/**
 * How a node's reports reach the coordinator and its plans come back. With the coordinator away, reports are dropped after a while
 * and no plans come: queries are not affected. Any thread.
 */
public interface PlacementExchange extends AutoCloseable {
    /** Hands a report over; returns at once and never throws for a coordinator that is away. */
    void report(AccessReport report);

    /** Calls back, on a thread of the exchange's own, with every plan; only moves to this node and watches for it are in it. */
    void onPlan(Consumer<MigrationPlan> listener);

    @Override
    void close();
}

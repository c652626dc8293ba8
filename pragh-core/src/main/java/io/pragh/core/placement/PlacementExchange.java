package io.pragh.core.placement;

import java.util.function.Consumer;

/**
 * Carries a node's reports to the coordinator, and plans back. While the coordinator is away, reports are dropped
 * after a while and no plans come; queries are not affected. Any thread.
 */
public interface PlacementExchange extends AutoCloseable {
    /** Sends a report; returns at once, and does not throw when the coordinator is away. */
    void report(AccessReport report);

    /**
     * Registers a listener, called on a thread of the exchange with every plan; the plan has only moves to this node
     * and watches for it.
     */
    void onPlan(Consumer<MigrationPlan> listener);

    @Override
    void close();
}

package io.pragh.benchmarks.fof;

import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementExchange;
import java.util.function.Consumer;

/** Blocks reports to the coordinator until migration is switched on, and passes them then. Any thread. */
final class MigrationGate {
    private volatile boolean open;

    /** A gate that starts open or closed. */
    MigrationGate(boolean open) {
        this.open = open;
    }

    /** Switches migration on. */
    void open() {
        open = true;
    }

    /** The exchange with the coordinator, through the gate. */
    PlacementExchange guard(PlacementExchange exchange) {
        return new Guarded(exchange);
    }

    private final class Guarded implements PlacementExchange {
        private final PlacementExchange exchange;

        Guarded(PlacementExchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void report(AccessReport report) {
            if (open) {
                exchange.report(report);
            }
        }

        @Override
        public void onPlan(Consumer<MigrationPlan> listener) {
            exchange.onPlan(listener);
        }

        @Override
        public void close() {
            exchange.close();
        }
    }
}

package io.pragh.core.fabric.local;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.EndpointTally;
import io.pragh.core.fabric.RegionAccess;
import io.pragh.core.memory.Region;

/** Executes batches on the posting thread. One thread. */
final class LocalEndpoint implements Endpoint {
    private final LocalFabric fabric;
    private final LatencyModel latency;
    private final boolean instant;
    private final Clock clock;
    private final EndpointLedger ledger = new EndpointLedger();
    private final EndpointTally tally;
    private boolean closed;

    /** The time until which earlier batches occupy the modelled line. */
    private long lineFreeNanos;

    LocalEndpoint(LocalFabric fabric, LatencyModel latency, Clock clock) {
        this.fabric = fabric;
        this.tally = fabric.tally().open();
        this.latency = latency;
        this.instant = latency.equals(LatencyModel.NONE);
        this.clock = clock;
        this.lineFreeNanos = instant ? 0 : clock.nanos();
    }

    EndpointLedger ledger() {
        return ledger;
    }

    @Override
    public void post(Batch batch) {
        if (closed) {
            throw new PraghException("the node was closed during the call: node=" + fabric.self());
        }
        ledger.begin();
        try {
            execute(batch, fabric.view());
        } finally {
            ledger.end();
        }
    }

    @Override
    public boolean poll(Batch batch) {
        return instant || clock.nanos() - batch.dueNanos() >= 0;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            fabric.tally().close(tally);
            fabric.closed(this);
        }
    }

    private void execute(Batch batch, View view) {
        int count = batch.count();
        long remote = 0;
        long bytes = 0;
        for (int op = 0; op < count; op++) {
            Route route = view.route(batch.partition(op));
            apply(batch, op, route);
            if (route.remote()) {
                remote++;
                bytes += batch.length(op);
                tally.operation(route.node(), batch.kind(op), batch.length(op));
            }
        }
        if (remote > 0) {
            tally.batch();
        }
        if (!instant) {
            takeTime(batch, remote, bytes);
        }
    }

    private void takeTime(Batch batch, long remote, long bytes) {
        long now = clock.nanos();
        if (remote == 0) {
            batch.dueNanos(now);
            return;
        }
        long start = lineFreeNanos - now > 0 ? lineFreeNanos : now;
        lineFreeNanos = start + latency.lineNanos(remote, bytes);
        batch.dueNanos(lineFreeNanos + latency.readNanos());
    }

    private static void apply(Batch batch, int op, Route route) {
        Region region = route.region();
        if (region == null) {
            batch.end(op, route.refusal(), 0);
        } else {
            RegionAccess.execute(batch, op, region);
        }
    }
}

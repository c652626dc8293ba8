package io.pragh.testkit;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.EndpointTally;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An endpoint whose batches are {@link FaultyFlight}s. Every poll, of whichever batch, advances all of them. One
 * thread.
 */
final class FaultyEndpoint implements Endpoint {
    private final FaultyFabric fabric;
    private final Endpoint inner;
    private final SplittableRandom random;
    private final EndpointTally tally;
    private final List<FaultyFlight> flights = new ArrayList<>();
    private boolean closed;

    FaultyEndpoint(FaultyFabric fabric, Endpoint inner, SplittableRandom random) {
        this.fabric = fabric;
        this.tally = fabric.tally().open();
        this.inner = inner;
        this.random = random;
    }

    @Override
    public void post(Batch batch) {
        if (closed) {
            throw new PraghException("the node was closed during the call: node=" + fabric.self());
        }
        count(batch);
        FaultyFlight flight = new FaultyFlight(fabric, inner, batch, random);
        flights.add(flight);
        flight.advance();
    }

    @Override
    public boolean poll(Batch batch) {
        flights.forEach(FaultyFlight::advance);
        for (FaultyFlight flight : flights) {
            if (flight.carries(batch)) {
                return land(flight);
            }
        }
        return true;
    }

    private boolean land(FaultyFlight flight) {
        if (!flight.complete()) {
            return false;
        }
        flight.report();
        flights.remove(flight);
        return true;
    }

    private void count(Batch batch) {
        boolean remote = false;
        for (int op = 0; op < batch.count(); op++) {
            if (fabric.isRemote(batch, op)) {
                remote = true;
                tally.operation(fabric.owner(batch, op), batch.kind(op), batch.length(op));
            }
        }
        if (remote) {
            tally.batch();
        }
    }

    /** Drops delayed operations, which never take effect. */
    @Override
    public void close() {
        closed = true;
        fabric.tally().close(tally);
        flights.clear();
        inner.close();
    }
}

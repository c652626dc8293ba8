package io.pragh.rdma.tcp;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.EndpointTally;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.RegionAccess;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.Exposures;
import io.pragh.rdma.wire.Part;
import java.util.HashMap;
import java.util.Map;

/**
 * Sends a batch as one request per node, or more when it is large; executes the operations on this node's own memory
 * itself. One thread.
 */
final class TcpEndpoint implements Endpoint {
    private static final int LOOKS_BEFORE_REST = 64;
    private static final long REST_NANOS = 1_000_000;

    private final TcpFabric fabric;
    private final EndpointTally tally;
    private final Map<Integer, Part> open = new HashMap<>();
    private boolean closed;

    TcpEndpoint(TcpFabric fabric) {
        this.fabric = fabric;
        this.tally = fabric.tally().open();
    }

    @Override
    public void post(Batch batch) {
        if (closed) {
            throw new PraghException("the node was closed during the call: node=" + fabric.self());
        }
        Flight flight = new Flight();
        batch.ticket(flight);
        boolean remote = false;
        for (int op = 0; op < batch.count(); op++) {
            int partition = batch.partition(op);
            Exposures.Own own = fabric.exposures().own(partition);
            if (own == null) {
                remote = true;
                postRemote(batch, op, flight);
            } else {
                executeOwn(batch, op);
            }
        }
        open.forEach((node, part) -> fabric.submit(node, part, flight));
        open.clear();
        if (remote) {
            tally.batch();
        }
        flight.end();
    }

    /** The region is looked up within the monitor: a thread that withdraws it waits for the monitor afterwards. */
    private synchronized void executeOwn(Batch batch, int op) {
        Exposures.Own own = fabric.exposures().own(batch.partition(op));
        Region region = own == null ? null : own.region();
        if (region == null || fabric.isClosed()) {
            batch.end(op, OpStatus.FENCED, 0);
        } else {
            RegionAccess.execute(batch, op, region);
        }
    }

    /** Returns once the operations that this endpoint executes itself at the time of the call are done. */
    synchronized void awaitIdle() {
        // while this thread has the monitor, no operation executes
    }

    private void postRemote(Batch batch, int op, Flight flight) {
        Exposures.Route route = fabric.exposures().route(batch.partition(op));
        tally.operation(route == null ? TrafficTally.NOBODY : route.node(), batch.kind(op), batch.length(op));
        if (route == null || fabric.isClosed()) {
            batch.end(op, fabric.isClosed() ? OpStatus.FENCED : OpStatus.UNREACHABLE, 0);
            return;
        }
        int length = batch.length(op);
        for (int from = 0; from < length; from += Part.PIECE_BYTES_MAX) {
            int bytes = Math.min(length - from, Part.PIECE_BYTES_MAX);
            Part part = open.get(route.node());
            if (part != null && !part.hasRoom(op, bytes)) {
                fabric.submit(route.node(), part, flight);
                part = null;
            }
            if (part == null) {
                part = new Part(batch);
                flight.add();
                open.put(route.node(), part);
            }
            part.add(op, from, bytes, route.notice().key());
        }
    }

    @Override
    public boolean poll(Batch batch) {
        return flightOf(batch).done();
    }

    private Flight flightOf(Batch batch) {
        if (!(batch.ticket() instanceof Flight flight)) {
            throw new PraghException("a batch is posted before it is waited for: node=" + fabric.self());
        }
        return flight;
    }

    /**
     * Rests until the reply is there: spinning may take the processor from the very thread that handles the reply.
     */
    @Override
    public void await(Batch batch) {
        Flight flight = flightOf(batch);
        for (int looks = 0; !flight.done(); looks++) {
            if (looks < LOOKS_BEFORE_REST) {
                Thread.onSpinWait();
            } else {
                flight.rest(REST_NANOS);
            }
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            fabric.tally().close(tally);
            fabric.closed(this);
        }
    }
}

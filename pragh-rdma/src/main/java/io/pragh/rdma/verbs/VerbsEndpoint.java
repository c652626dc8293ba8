package io.pragh.rdma.verbs;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.EndpointTally;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.rdma.wire.Exposures;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Posts a batch as one list of work requests for each node, this node included: the card executes all operations. One
 * thread.
 */
final class VerbsEndpoint implements Endpoint {
    private static final int LOOKS_BEFORE_REST = 256;
    private static final long REST_NANOS = 20_000;

    private final VerbsFabric fabric;
    private final EndpointTally tally;
    private final Map<Integer, Lane> lanes = new HashMap<>();
    private boolean closed;

    VerbsEndpoint(VerbsFabric fabric) {
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
            Exposures.Own own = fabric.exposures().own(batch.partition(op));
            if (own != null) {
                SegmentTable table = own.region() == null ? null : fabric.ownTable(batch.partition(op));
                submit(batch, op, fabric.self(), table, flight);
            } else {
                remote = true;
                postRemote(batch, op, flight);
            }
        }
        lanes.values().forEach(Lane::flush);
        if (remote) {
            tally.batch();
        }
    }

    private void postRemote(Batch batch, int op, Flight flight) {
        Exposures.Route route = fabric.exposures().route(batch.partition(op));
        tally.operation(route == null ? TrafficTally.NOBODY : route.node(), batch.kind(op), batch.length(op));
        OpStatus refusal = route == null ? OpStatus.UNREACHABLE : fabric.refusalNow(route.node());
        if (fabric.isClosed()) {
            batch.end(op, OpStatus.FENCED, 0);
        } else if (route == null || refusal != OpStatus.OK) {
            batch.end(op, refusal, 0);
        } else {
            submit(batch, op, route.node(), fabric.tableOf(batch.partition(op), route), flight);
        }
    }

    /** Hands an operation to the node's lane, or ends it; the table is null where a partition was withdrawn. */
    private void submit(Batch batch, int op, int node, @Nullable SegmentTable table, Flight flight) {
        if (table == null || fabric.isClosed()) {
            batch.end(op, OpStatus.FENCED, 0);
        } else if (!table.mayContain(batch.offset(op), batch.length(op))) {
            batch.end(op, OpStatus.OUT_OF_BOUNDS, 0);
        } else {
            Lane lane = lane(node);
            if (lane == null) {
                batch.end(op, OpStatus.UNREACHABLE, 0);
            } else {
                lane.submit(batch, op, table, flight);
            }
        }
    }

    private @Nullable Lane lane(int node) {
        Lane lane = lanes.get(node);
        if (lane != null && lane.isBroken()) {
            lanes.remove(node).close();
            lane = null;
        }
        if (lane == null) {
            lane = fabric.lanes().take(node);
            if (lane != null) {
                lanes.put(node, lane);
            }
        }
        return lane;
    }

    @Override
    public boolean poll(Batch batch) {
        if (!(batch.ticket() instanceof Flight flight)) {
            throw new PraghException("a batch is posted before it is waited for: node=" + fabric.self());
        }
        if (!flight.done()) {
            lanes.values().forEach(Lane::progress);
        }
        return flight.done();
    }

    /**
     * Polls often at first, and then rests between polls: spinning may take the processor from the very thread that
     * is waited for.
     */
    @Override
    public void await(Batch batch) {
        for (int looks = 0; !poll(batch); looks++) {
            if (looks < LOOKS_BEFORE_REST) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(REST_NANOS);
            }
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            fabric.tally().close(tally);
            for (Iterator<Lane> each = lanes.values().iterator(); each.hasNext(); ) {
                fabric.lanes().giveBack(each.next());
                each.remove();
            }
        }
    }
}

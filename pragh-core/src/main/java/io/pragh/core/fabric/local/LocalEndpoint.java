package io.pragh.core.fabric.local;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;

/**
 * Executes batches on the posting thread. One thread.
 *
 * <p>One word is moved by one access: READ acquires and WRITE releases. Longer copies move aligned words whole, in any order.
 */
final class LocalEndpoint implements Endpoint {
    private final LocalFabric fabric;
    private final LatencyModel latency;
    private final boolean instant;
    private final Clock clock;
    private final EndpointLedger ledger = new EndpointLedger();
    private boolean closed;

    /** Until when earlier batches keep the modelled line busy. */
    private long lineFreeNanos;

    LocalEndpoint(LocalFabric fabric, LatencyModel latency, Clock clock) {
        this.fabric = fabric;
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
            throw new PraghException("a closed endpoint posts nothing: node=" + fabric.self());
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
            fabric.closed(this);
        }
    }

    private void execute(Batch batch, View view) {
        int count = batch.count();
        long reads = 0;
        long writes = 0;
        long atomics = 0;
        long bytes = 0;
        for (int op = 0; op < count; op++) {
            Route route = view.route(batch.partition(op));
            apply(batch, op, route);
            if (route.remote()) {
                bytes += batch.length(op);
                switch (batch.kind(op)) {
                    case READ -> reads++;
                    case WRITE -> writes++;
                    case CAS, FETCH_ADD -> atomics++;
                }
            }
        }
        long remote = reads + writes + atomics;
        if (remote > 0) {
            ledger.add(EndpointLedger.READS, reads);
            ledger.add(EndpointLedger.WRITES, writes);
            ledger.add(EndpointLedger.ATOMICS, atomics);
            ledger.add(EndpointLedger.BYTES, bytes);
            ledger.add(EndpointLedger.BATCHES, 1);
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
        } else if (!region.contains(batch.offset(op), batch.length(op))) {
            batch.end(op, OpStatus.OUT_OF_BOUNDS, 0);
        } else {
            long offset = batch.offset(op);
            long result = switch (batch.kind(op)) {
                case READ -> read(batch, op, region, offset);
                case WRITE -> write(batch, op, region, offset);
                case CAS -> region.compareAndExchange(offset, batch.expected(op), batch.operand(op));
                case FETCH_ADD -> region.getAndAdd(offset, batch.operand(op));
            };
            batch.end(op, OpStatus.OK, result);
        }
    }

    private static long read(Batch batch, int op, Region source, long offset) {
        Region target = batch.region(op);
        int bytes = batch.length(op);
        if (bytes > Long.BYTES && target != null) {
            source.copyTo(offset, target, batch.localOffset(op), bytes);
            return 0;
        }
        long word = source.getLongAcquire(offset);
        if (target != null) {
            target.setLong(batch.localOffset(op), word);
        }
        return word;
    }

    private static long write(Batch batch, int op, Region target, long offset) {
        Region source = batch.region(op);
        int bytes = batch.length(op);
        if (bytes > Long.BYTES && source != null) {
            source.copyTo(batch.localOffset(op), target, offset, bytes);
        } else {
            target.setLongRelease(offset, source == null ? batch.operand(op) : source.getLong(batch.localOffset(op)));
        }
        return 0;
    }
}

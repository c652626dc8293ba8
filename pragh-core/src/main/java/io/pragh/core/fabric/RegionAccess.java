package io.pragh.core.fabric;

import io.pragh.core.memory.Region;

/**
 * Executes operations of a batch on a region that this process has mapped, in the same way for every fabric.
 * Stateless.
 *
 * <p>One word is moved by one access: READ acquires and WRITE releases. Longer copies move aligned words whole, in
 * any order.
 */
public final class RegionAccess {
    private RegionAccess() {}

    /** Executes the operation and records its end; no round trip. */
    public static void execute(Batch batch, int op, Region region) {
        long offset = batch.offset(op);
        if (!region.contains(offset, batch.length(op))) {
            batch.end(op, OpStatus.OUT_OF_BOUNDS, 0);
            return;
        }
        long result = switch (batch.kind(op)) {
            case READ -> read(batch, op, region, offset);
            case WRITE -> write(batch, op, region, offset);
            case CAS -> region.compareAndExchange(offset, batch.expected(op), batch.operand(op));
            case FETCH_ADD -> region.getAndAdd(offset, batch.operand(op));
        };
        batch.end(op, OpStatus.OK, result);
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

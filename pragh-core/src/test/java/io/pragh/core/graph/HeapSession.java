package io.pragh.core.graph;

import io.pragh.core.api.OperationSet;
import io.pragh.core.api.StoreSession;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;
import io.pragh.core.store.ValueOperations;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/** A store on the heap that executes the operations; a test may run an action just before an update. One thread. */
final class HeapSession implements StoreSession {
    private static final int BODY_BYTES_MAX = 1 << 18;
    private static final long OLD = 40;
    private static final long NEW = OLD + BODY_BYTES_MAX;

    final Map<Long, byte[]> values = new TreeMap<>();
    private final Region region = Region.direct(4 * BODY_BYTES_MAX, 1);
    private final OperationSet operations = new ValueOperations(ListOperations.ALL);
    private final Queue<Slip> slips = new ArrayDeque<>();
    private int reads;
    private int updates;

    private record Slip(int operation, Runnable action) {}

    HeapSession() {
        region.grow();
    }

    /** Runs an action just before the next update by this operation. */
    void before(int operation, Runnable action) {
        slips.add(new Slip(operation, action));
    }

    int readsSoFar() {
        return reads;
    }

    int updatesSoFar() {
        return updates;
    }

    @Override
    public void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        reads++;
        for (int i = count - 1; i >= 0; i--) { // any order is allowed
            byte[] body = values.get(keys[from + i]);
            if (body == null) {
                visitor.absent(i);
            } else {
                byte[] landed = new byte[body.length];
                Arrays.fill(landed, (byte) 0xEE);
                System.arraycopy(body, 0, landed, 0, Math.min(bodyBytesMax, body.length));
                region.put(OLD, landed, 0, landed.length);
                visitor.value(i, region, OLD, body.length);
            }
        }
    }

    @Override
    public UpdateResult update(Update update) {
        Slip slip = slips.peek();
        if (slip != null && slip.operation == update.operation()) {
            slips.remove();
            slip.action.run();
        }
        updates++;
        byte[] body = values.get(update.key());
        int bodyBytes = body == null ? ValueOperation.ABSENT : body.length;
        if (body != null) {
            region.put(OLD, body, 0, body.length);
        }
        ValueOperation operation = operations.get(update.operation());
        int newBytes = operation.newBytes(update, region, OLD, bodyBytes);
        if (newBytes == ValueOperation.PRECONDITION_FAILED) {
            return UpdateResult.PRECONDITION_FAILED;
        }
        if (newBytes == ValueOperation.FULL) {
            return UpdateResult.FULL;
        }
        if (newBytes == ValueOperation.DELETE) {
            values.remove(update.key());
            return UpdateResult.APPLIED;
        }
        operation.write(update, region, OLD, bodyBytes, region, NEW, newBytes);
        byte[] written = new byte[newBytes];
        region.get(NEW, written, 0, newBytes);
        values.put(update.key(), written);
        return UpdateResult.APPLIED;
    }

    @Override
    public void close() {}
}

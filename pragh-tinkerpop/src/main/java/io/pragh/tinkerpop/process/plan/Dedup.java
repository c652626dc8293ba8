package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.NumberSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An operator that passes each distinct object once. One thread. */
final class Dedup extends PerRow {
    private static final int SEEN_BYTES = 48;
    /** Initial capacity of rows: how many of the incoming ones are new is not known. */
    private static final int ROWS_FIRST = 256;

    private final NumberSet numbers;
    private final Set<@Nullable Object> objects = new HashSet<>(0);
    private final Budget.Holder holder;
    private long bytesOfObjects;

    static Stage stage() {
        return new Stage(() -> "dedup", (run, before) -> new Dedup(run, before, new NumberSet()));
    }

    /** Passes each vertex once in all loops of the {@link Repeat} whose chain contains it. */
    static Stage inLoops() {
        Object stage = new Object();
        return new Stage(() -> "dedup", (run, before) -> new Dedup(run, before, run.seen(stage)));
    }

    private Dedup(Run run, Operator before, NumberSet numbers) {
        super(run, before);
        this.numbers = numbers;
        this.holder = run.holder("dedup");
    }

    @Override
    int make(Rows from, int start, int wanted) {
        boolean isNumber = from.type == RowType.VERTEX || from.type == RowType.NUMBER;
        int most = Math.min(ROWS_FIRST, from.count - start);
        rows.begin(from.type, most, false, from.origins != null, from.trails != null);
        if (isNumber) {
            numbers(from, start);
        } else {
            objects(from, start);
        }
        holder.now(numbers.bytes() + bytesOfObjects);
        return from.count;
    }

    private void numbers(Rows from, int start) {
        for (int row = start; row < from.count; row++) {
            if (numbers.add(from.numbers[row])) {
                rows.add(from, row);
                source(row);
            }
        }
    }

    private void objects(Rows from, int start) {
        for (int row = start; row < from.count; row++) {
            if (objects.add(from.objects[row])) {
                rows.add(from, row);
                source(row);
                bytesOfObjects += bytes(from.objects[row]);
            }
        }
    }

    /** Bytes of an object in the set. */
    static long bytes(@Nullable Object seen) {
        return SEEN_BYTES + Budget.of(seen);
    }

    @Override
    void unmake(int used) {
        boolean isNumber = rows.type == RowType.VERTEX || rows.type == RowType.NUMBER;
        for (int row = used; row < rows.count; row++) {
            if (isNumber) {
                numbers.remove(rows.numbers[row]);
            } else {
                objects.remove(rows.objects[row]);
                bytesOfObjects -= bytes(rows.objects[row]);
            }
        }
    }
}

package io.pragh.tinkerpop.process.plan;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Each thing once. One thread. */
final class Dedup extends PerRow {
    private static final int SEEN_BYTES = 48;

    private final LongTable numbers = new LongTable();
    private final Set<@Nullable Object> objects = new HashSet<>(0);
    private final Budget.Holder holder;
    private long bytesOfObjects;

    static Stage stage() {
        return new Stage(() -> "dedup", (run, before) -> new Dedup(run, before));
    }

    private Dedup(Run run, Operator before) {
        super(before);
        this.holder = run.holder("dedup");
    }

    @Override
    int make(Rows from, int start, int wanted) {
        boolean isNumber = from.type == RowType.VERTEX || from.type == RowType.NUMBER;
        rows.begin(from.type, from.count - start, false, from.origins != null, from.trails != null);
        for (int row = start; row < from.count; row++) {
            if (isNumber ? numbers.add(from.numbers[row], 1) : objects.add(from.objects[row])) {
                rows.add(from, row);
                source(row);
                bytesOfObjects += isNumber ? 0 : bytes(from.objects[row]);
            }
        }
        holder.now(numbers.bytes() + bytesOfObjects);
        return from.count;
    }

    /** Of one that was seen. */
    static long bytes(@Nullable Object seen) {
        return SEEN_BYTES + Budget.of(seen);
    }

    @Override
    void unmake(int used) {
        boolean isNumber = rows.type == RowType.VERTEX || rows.type == RowType.NUMBER;
        if (isNumber) {
            numbers.removeLast(rows.count - used);
        } else {
            for (int row = used; row < rows.count; row++) {
                objects.remove(rows.objects[row]);
                bytesOfObjects -= bytes(rows.objects[row]);
            }
        }
    }
}

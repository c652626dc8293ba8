package io.pragh.tinkerpop.process.plan;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Each thing once. One thread. */
final class Dedup extends PerRow {
    private final LongTable numbers = new LongTable();
    private final Set<@Nullable Object> objects = new HashSet<>(0);

    static Stage stage() {
        return new Stage(() -> "dedup", (run, before) -> new Dedup(before));
    }

    private Dedup(Operator before) {
        super(before);
    }

    @Override
    int make(Rows from, int start, int wanted) {
        boolean isNumber = from.type == RowType.VERTEX || from.type == RowType.NUMBER;
        rows.begin(from.type, from.count - start, false, from.origins != null, from.trails != null);
        for (int row = start; row < from.count; row++) {
            if (isNumber ? numbers.add(from.numbers[row], 1) : objects.add(from.objects[row])) {
                rows.add(from, row);
                source(row);
            }
        }
        return from.count;
    }

    @Override
    void unmake(int used) {
        boolean isNumber = rows.type == RowType.VERTEX || rows.type == RowType.NUMBER;
        if (isNumber) {
            numbers.removeLast(rows.count - used);
        } else {
            for (int row = used; row < rows.count; row++) {
                objects.remove(rows.objects[row]);
            }
        }
    }
}

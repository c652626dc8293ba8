package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.EdgePages;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Neighbours;
import io.pragh.core.property.NumberSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts distinct objects without making rows of them. Its tables belong to the thread and are used again by the next
 * query, as new memory each time costs more than the lookups in it. Stateless.
 */
final class Distinct {
    /** Vertices that are expanded together. */
    private static final int VERTICES = 1024;
    /** Bound on the numbers in a table that a thread keeps. */
    private static final int KEPT_MAX = 1 << 16;

    private static final ThreadLocal<@Nullable Tables> KEPT = new ThreadLocal<>();

    private static final class Tables {
        final NumberSet seen = new NumberSet();
        final Neighbours found = new Neighbours();
        /** The most entries that were found together. */
        int entries;
    }

    private Distinct() {}

    /** Counts distinct objects of all rows. */
    static Stage count() {
        return Totals.stage(() -> "dedup → count", (run, before) -> {
            Set<@Nullable Object> objects = new HashSet<>(0);
            Budget.Holder holder = run.holder("dedup");
            Tables tables = take();
            NumberSet numbers = tables.seen;
            long bytesOfObjects = 0;
            for (Rows rows = before.next(Operator.ALL); rows != null; rows = before.next(Operator.ALL)) {
                boolean isNumber = rows.type == RowType.VERTEX || rows.type == RowType.NUMBER;
                if (isNumber) {
                    numbers.addAll(rows.numbers, 0, rows.count);
                }
                for (int row = isNumber ? rows.count : 0; row < rows.count; row++) {
                    bytesOfObjects += objects.add(rows.objects[row]) ? Dedup.bytes(rows.objects[row]) : 0;
                }
                holder.now(numbers.bytes() + bytesOfObjects);
            }
            long count = (long) numbers.size() + objects.size();
            give(tables);
            return count;
        });
    }

    /** Counts distinct vertices behind a hop. Cost: as for {@link Expand}. */
    static Stage count(Expand.Hop hop) {
        return Totals.stage(() -> hop.text() + " → dedup → count", (run, before) -> {
            EdgeQuery query = hop.query(run);
            Budget.Holder holder = run.holder("dedup");
            Tables tables = take();
            for (Rows rows = before.next(Operator.ALL); rows != null; rows = before.next(Operator.ALL)) {
                for (int from = 0; from < rows.count; ) {
                    run.check();
                    from = expand(run.transaction(), rows, from, query, tables);
                    holder.now(tables.seen.bytes());
                }
            }
            long count = tables.seen.size();
            give(tables);
            return count;
        });
    }

    /**
     * Adds the neighbours of some vertices, or all of one vertex with very many edges; returns the index behind the
     * last one.
     */
    private static int expand(GraphTransaction transaction, Rows rows, int from, EdgeQuery query, Tables tables) {
        Neighbours found = tables.found;
        int to = Math.min(rows.count, from + VERTICES);
        synchronized (transaction) {
            int end = transaction.hops().expandSome(rows.numbers, from, to, query, false, found);
            if (end > from) {
                takeIn(tables);
                return end;
            }
            EdgePages pages = transaction.hops().pages(rows.numbers, from, query, false);
            boolean more = true;
            while (more) {
                more = pages.next(Expand.PAGE, found);
                takeIn(tables);
            }
        }
        return from + 1;
    }

    private static void takeIn(Tables tables) {
        Neighbours found = tables.found;
        tables.entries = Math.max(tables.entries, found.count());
        for (int list = 0; list < found.lists(); list++) {
            tables.seen.addAll(found.neighbours(), found.from(list), found.to(list));
        }
    }

    /**
     * Takes the tables from the thread, so that no other query of the thread uses them meanwhile: a query may run
     * while another one reads.
     */
    private static Tables take() {
        Tables kept = KEPT.get();
        KEPT.set(null);
        return kept == null ? new Tables() : kept;
    }

    /** Gives the tables back. A query that fails does not: they are garbage then. */
    private static void give(Tables tables) {
        if (tables.entries <= KEPT_MAX && tables.seen.bytes() <= (long) Long.BYTES * KEPT_MAX) {
            tables.seen.clear();
            KEPT.set(tables);
        }
    }
}

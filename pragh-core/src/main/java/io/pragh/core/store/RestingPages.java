package io.pragh.core.store;

import io.pragh.core.memory.PageRuns;
import io.pragh.core.store.table.RunRetirer;
import java.util.ArrayDeque;

/** Pages of outgrown key tables, freed a lease after they were retired. Any thread. */
public final class RestingPages implements RunRetirer {
    private record Run(long offset, int pages, long retiredNanos) {}

    private static final long UNSEEN = Long.MIN_VALUE;

    private final PageRuns pages;
    private final long restNanos;
    private final ArrayDeque<Run> unseen = new ArrayDeque<>();
    private final ArrayDeque<Run> resting = new ArrayDeque<>();

    RestingPages(PageRuns pages, long restNanos) {
        this.pages = pages;
        this.restNanos = restNanos;
    }

    @Override
    public synchronized void retire(long offset, int pageCount) {
        unseen.add(new Run(offset, pageCount, UNSEEN));
    }

    /** Starts the rest of what came since the last call, and frees what has rested. */
    synchronized void run(long nowNanos) {
        while (!unseen.isEmpty()) {
            Run run = unseen.remove();
            resting.add(new Run(run.offset, run.pages, nowNanos));
        }
        while (!resting.isEmpty() && nowNanos - resting.element().retiredNanos >= restNanos) {
            Run run = resting.remove();
            pages.free(run.offset, run.pages);
        }
    }
}

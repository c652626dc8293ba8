package io.pragh.core.store;

import io.pragh.core.base.WordList;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.table.RunRetirer;
import java.util.ArrayDeque;

/**
 * Frees the pages of outgrown key tables when no reader can use them any more: a lease after they were retired, and
 * after the end of every pin of this node's readers that was held then. Any thread.
 */
public final class RestingPages implements RunRetirer {
    private record Run(long offset, int pages, long retiredNanos, long epoch) {}

    private static final long UNSEEN = Long.MIN_VALUE;

    private final PageRuns pages;
    private final ReaderPins pins;
    private final long restNanos;
    private final ArrayDeque<Run> unseen = new ArrayDeque<>();
    private final ArrayDeque<Run> resting = new ArrayDeque<>();

    RestingPages(PageRuns pages, ReaderPins pins, long restNanos) {
        this.pages = pages;
        this.pins = pins;
        this.restNanos = restNanos;
    }

    @Override
    public synchronized void retire(long offset, int pageCount) {
        unseen.add(new Run(offset, pageCount, UNSEEN, UNSEEN));
    }

    /** Writes down the pages that have not been freed yet. */
    synchronized void describe(WordList description) {
        description.add(unseen.size() + resting.size());
        unseen.forEach(run -> description.add(run.offset).add(run.pages));
        resting.forEach(run -> description.add(run.offset).add(run.pages));
    }

    /** Adds pages that another node has described; their rest begins anew. */
    void add(WordList description) {
        for (long count = description.next(); count > 0; count--) {
            long offset = description.next();
            retire(offset, (int) description.next());
        }
    }

    /** Starts the rest of pages that were added since the last call, and frees those that have rested. */
    synchronized void run(long nowNanos) {
        long epoch = unseen.isEmpty() ? 0 : pins.advance();
        while (!unseen.isEmpty()) {
            Run run = unseen.remove();
            resting.add(new Run(run.offset, run.pages, nowNanos, epoch));
        }
        long oldest = resting.isEmpty() ? 0 : pins.oldest();
        while (!resting.isEmpty()
                && nowNanos - resting.element().retiredNanos >= restNanos
                && resting.element().epoch < oldest) {
            Run run = resting.remove();
            pages.free(run.offset, run.pages);
        }
    }
}

package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.process.step.ReadMeter;
import io.pragh.tinkerpop.process.step.StepReads;
import io.pragh.tinkerpop.structure.ElementStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Measures the rows and the cost of each stage of a plan, as nested metrics of the plan's, for {@code profile()}. One
 * thread.
 */
// One stage works at a time: a stage that asks the one before it waits for the answer. So whenever work passes from
// one stage to another, the time and the reads since the last such moment belong to the stage that had it, and the
// sum over all stages is that of the plan, no more and no less. Chains inside a stage are not measured separately:
// their cost is the stage's.
final class PlanProfile {
    private final MutableMetrics metrics;
    private final List<Part> parts = new ArrayList<>();

    /** The stage at work, the meter of its reads, and the time since which it works; null when none does. */
    private @Nullable Part working;

    private @Nullable ReadMeter meter;
    private long nanosBefore;

    /** One stage and its metrics. */
    private static final class Part {
        private final Stage stage;
        private MutableMetrics shown;

        Part(Stage stage, MutableMetrics shown) {
            this.stage = stage;
            this.shown = shown;
        }
    }

    /** Shows zero for each stage. */
    PlanProfile(MutableMetrics metrics, Chain plan) {
        this.metrics = metrics;
        StepReads.addNone(metrics);
        for (Stage stage : plan.stages()) {
            MutableMetrics nested = new MutableMetrics(metrics.getId() + "." + parts.size(), stage.toString());
            nested.setCount(TraversalMetrics.TRAVERSER_COUNT_ID, 0);
            nested.setCount(TraversalMetrics.ELEMENT_COUNT_ID, 0);
            StepReads.addNone(nested);
            metrics.addNested(nested);
            parts.add(new Part(stage, nested));
        }
    }

    /** The operators of the plan, each of them measured. */
    Operator open(Run run) {
        Operator last = Sources.NOTHING;
        parts.get(0).stage.beginner().accept(run); // counting reads would begin it elsewhere
        for (Part part : parts) {
            begin(part, run.store);
            try {
                last = new Watched(run.store, part, part.stage.opener().open(run, last));
            } finally {
                hand(null);
            }
        }
        return last;
    }

    /** Passes the work to a stage; returns the one that waits for it. */
    private @Nullable Part begin(Part next, ElementStore store) {
        if (working == null) {
            meter = new ReadMeter(store.transaction());
            nanosBefore = System.nanoTime();
        }
        return hand(next);
    }

    /** Passes the work to another stage; returns the one that had it. */
    private @Nullable Part hand(@Nullable Part next) {
        Part last = working;
        ReadMeter reads = meter;
        if (last != null && reads != null) {
            reads.add(last.shown, metrics);
            long nanos = System.nanoTime();
            last.shown.setDuration(
                    last.shown.getDuration(TimeUnit.NANOSECONDS) + nanos - nanosBefore, TimeUnit.NANOSECONDS);
            nanosBefore = nanos;
        }
        working = next;
        return last;
    }

    /** Updates the stages' descriptions: a search knows by now which index it has used. */
    private void rename() {
        for (Part part : parts) {
            String name = part.stage.toString();
            if (!name.equals(part.shown.getName())) {
                MutableMetrics renamed = new MutableMetrics(part.shown.getId(), name);
                renamed.aggregate(part.shown);
                metrics.addNested(renamed);
                part.shown = renamed;
            }
        }
    }

    /** An operator whose rows are counted. One thread. */
    private final class Watched implements Operator {
        private final ElementStore store;
        private final Part part;
        private final Operator operator;
        /** The rows given last, and their number. */
        private Rows last = new Rows();

        private int count;
        private boolean begun;

        Watched(ElementStore store, Part part, Operator operator) {
            this.store = store;
            this.part = part;
            this.operator = operator;
        }

        @Override
        public @Nullable Rows next(int wanted) {
            Part waiting = begin(part, store);
            Rows rows;
            try {
                rows = operator.next(wanted);
            } finally {
                hand(waiting);
            }
            if (rows != null) {
                last = rows;
                count = rows.count;
                count(0, count, 1);
            }
            if (!begun && waiting == null) {
                rename();
            }
            begun = true;
            return rows;
        }

        /** Rows that are invalid, or come again, do not count. */
        @Override
        public int rewind(int used) {
            Part waiting = begin(part, store);
            int stands;
            try {
                stands = operator.rewind(used);
            } finally {
                hand(waiting);
            }
            count(stands, count, -1);
            count = Math.min(count, stands);
            return stands;
        }

        private void count(int from, int to, int sign) {
            long traversers = 0;
            for (int row = from; row < to; row++) {
                traversers += last.bulk(row);
            }
            part.shown.incrementCount(TraversalMetrics.TRAVERSER_COUNT_ID, (long) sign * Math.max(0, to - from));
            part.shown.incrementCount(TraversalMetrics.ELEMENT_COUNT_ID, sign * traversers);
        }
    }
}

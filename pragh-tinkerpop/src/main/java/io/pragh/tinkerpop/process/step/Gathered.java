package io.pragh.tinkerpop.process.step;

import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.ReadTogether;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.ExpandableStepIterator;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.jspecify.annotations.Nullable;

/** The queue of traversers that wait at a step, gathered a batch at a time. One thread. */
final class Gathered<S> {
    /** Room for one, the usual number in a child of a traversal. */
    private final ArrayDeque<Traverser.Admin<S>> waiting = new ArrayDeque<>(1);

    private final BatchSize size;
    /** Time limit of the query; null until it is needed in this execution. */
    private @Nullable QueryTime time;

    private int next;

    private Gathered(BatchSize size, @Nullable QueryTime time) {
        this.size = size;
        this.time = time;
        this.next = size.first();
    }

    /**
     * The queue of a step: {@code known}, or an empty one. To be called when the step runs: before that, strategies
     * may move the step.
     */
    static <S> Gathered<S> at(Step<?, ?> step, @Nullable Gathered<S> known) {
        Gathered<S> gathered = known == null ? new Gathered<>(BatchSize.of(step), null) : known;
        gathered.time = gathered.time == null ? QueryTime.at(step) : gathered.time;
        return gathered;
    }

    BatchSize size() {
        return size;
    }

    /**
     * The queue of a step that is reset: an empty one. A new object, because the copy of a step is reset when it is
     * made.
     */
    static <S> @Nullable Gathered<S> emptied(@Nullable Gathered<S> known) {
        return known == null
                ? null
                : new Gathered<>(known.size, known.time != null && known.time.isEndless() ? known.time : null);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int count() {
        return waiting.size();
    }

    /** The objects of the first traversers, in their order. */
    List<S> objects(int most) {
        List<S> objects = new ArrayList<>(Math.min(most, waiting.size()));
        for (Traverser.Admin<S> traverser : waiting) {
            if (objects.size() == most) {
                break;
            }
            objects.add(traverser.get());
        }
        return objects;
    }

    /**
     * Takes a batch from the step's incoming traversers.
     *
     * @throws NoSuchElementException when there is none
     */
    void gather(ExpandableStepIterator<S> starts) {
        QueryTime limit = time;
        if (limit != null) {
            limit.check();
        }
        waiting.add(starts.next());
        while (waiting.size() < next && starts.hasNext()) {
            waiting.add(starts.next());
        }
        next = Math.min(size.max(), 2 * next);
    }

    /** Takes the first traverser. */
    Traverser.Admin<S> take() {
        return waiting.remove();
    }

    /**
     * The next traverser, whose element has been read together with those behind it.
     *
     * @throws NoSuchElementException when there is none
     */
    Traverser.Admin<S> takeRead(Step<?, ?> step, ExpandableStepIterator<S> starts, @Nullable MutableMetrics metrics) {
        if (waiting.isEmpty()) {
            gather(starts);
            List<S> elements = objects(waiting.size());
            ElementStore store = ReadTogether.storeOf(elements);
            if (store != null) {
                StepReads.during(metrics, store, () -> {
                    ReadTogether.read(store, elements);
                    return step;
                });
            }
        }
        return waiting.remove();
    }
}

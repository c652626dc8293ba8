package io.pragh.tinkerpop.process.step;

import io.pragh.tinkerpop.structure.AdjacencyBatch;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.PraghVertex;
import io.pragh.tinkerpop.structure.ReadTogether;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** {@code out}, {@code in}, {@code both} and their edges, for many vertices in one batch of READs. One thread. */
// Edges that were read stay valid as long as the transaction changes nothing. When it does, the waiting traversers
// are read again: one alone, then two, so that a query whose results are changed one by one reads at most two lists
// in vain each time.
@SuppressWarnings({"serial", "try"}) // as it is with the step that it extends
public final class PraghVertexStep<E extends Element> extends VertexStep<E> implements Profiling {
    private static final int TOGETHER_MAX = 256;
    private static final int TOGETHER_HESITANT = 64;

    private @Nullable MutableMetrics metrics;
    private @Nullable Gathered<Vertex> gathered;
    private @Nullable Window window;
    private int windowSize = Integer.MAX_VALUE;
    private Traverser.@Nullable Admin<Vertex> head;
    private Iterator<E> found = Collections.emptyIterator();

    /** The first of the waiting traversers, whose edges were read. */
    private static final class Window {
        private final List<Vertex> vertices;
        /** Null when none of them belongs to a graph that reads in batches. */
        private final @Nullable AdjacencyBatch batch;
        /** Place of each vertex in the batch, -1 when it has none. */
        private final int[] places;

        private int next;

        Window(List<Vertex> vertices, @Nullable AdjacencyBatch batch, int[] places) {
            this.vertices = vertices;
            this.batch = batch;
            this.places = places;
        }

        boolean isOver() {
            return next == vertices.size();
        }

        boolean isCurrent() {
            return batch == null || batch.isCurrent();
        }
    }

    /** A replacement of another step, with its labels. */
    public PraghVertexStep(VertexStep<E> other) {
        super(other.getTraversal(), other.getReturnClass(), other.getDirection(), other.getEdgeLabels());
        other.getLabels().forEach(this::addLabel);
    }

    @Override
    protected Traverser.Admin<E> processNextStart() {
        while (true) {
            Traverser.Admin<Vertex> from = head;
            if (from != null && found.hasNext()) {
                return from.split(found.next(), this);
            }
            head = advance();
        }
    }

    /** The next traverser; {@link #found} are its results. */
    private Traverser.Admin<Vertex> advance() {
        Gathered<Vertex> waiting = Gathered.at(this, gathered);
        gathered = waiting;
        if (waiting.isEmpty()) {
            found = Collections.emptyIterator();
            head = null;
            window = null;
            waiting.gather(starts);
        }
        Window now = window;
        if (now == null || now.isOver() || !now.isCurrent()) {
            boolean again = now != null && !now.isCurrent();
            windowSize = again ? 1 : windowSize > Integer.MAX_VALUE / 2 ? windowSize : 2 * windowSize;
            now = read(waiting.objects(windowSize), waiting.size());
            window = now;
        }
        Traverser.Admin<Vertex> traverser = waiting.take();
        int place = now.places[now.next++];
        found = place >= 0 && now.batch != null ? elements(now.batch, place) : flatMap(traverser);
        return traverser;
    }

    @SuppressWarnings("unchecked") // E is what the step returns
    private Iterator<E> elements(AdjacencyBatch batch, int place) {
        return (Iterator<E>) (returnsVertex() ? batch.neighbours(place) : batch.edges(place));
    }

    private Window read(List<Vertex> vertices, BatchSize size) {
        int[] places = new int[vertices.size()];
        List<PraghVertex> own = new ArrayList<>(vertices.size());
        ElementStore store = ReadTogether.storeOf(vertices);
        for (int i = 0; i < places.length; i++) {
            places[i] = -1;
            if (vertices.get(i) instanceof PraghVertex vertex && vertex.store() == store) {
                places[i] = own.size();
                own.add(vertex);
            }
        }
        if (store == null) {
            return new Window(vertices, null, places);
        }
        int together = size.first() == 1 ? TOGETHER_HESITANT : TOGETHER_MAX;
        AdjacencyBatch batch = StepReads.during(
                metrics, store, () -> new AdjacencyBatch(store, own, getDirection(), getEdgeLabels(), together));
        return new Window(vertices, batch, places);
    }

    @Override
    public void setMetrics(MutableMetrics profiled) {
        metrics = profiled;
    }

    @Override
    public boolean hasStarts() {
        return gathered != null && !gathered.isEmpty() || super.hasStarts();
    }

    @Override
    public void reset() {
        super.reset();
        gathered = Gathered.emptied(gathered);
        window = null;
        windowSize = Integer.MAX_VALUE;
        head = null;
        found = Collections.emptyIterator();
    }
}

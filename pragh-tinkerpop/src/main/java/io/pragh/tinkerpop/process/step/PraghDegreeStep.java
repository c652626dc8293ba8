package io.pragh.tinkerpop.process.step;

import io.pragh.tinkerpop.structure.AdjacencyBatch;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.PraghVertex;
import io.pragh.tinkerpop.structure.ReadTogether;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * A step before {@code count()} that replaces {@code out}, {@code outE} and the like: gives one traverser whose bulk
 * is the number of edges, and of which only the bulk is used. Reads the heads of lists, and no entry. One thread.
 */
@SuppressWarnings({"serial", "try"}) // as it is with the step that it extends
public final class PraghDegreeStep<E extends Element> extends VertexStep<E> implements Profiling {
    private @Nullable MutableMetrics metrics;
    private @Nullable Gathered<Vertex> gathered;
    private ArrayDeque<Long> degrees = new ArrayDeque<>();

    /** A replacement of another step, which has no labels. */
    public PraghDegreeStep(VertexStep<E> other) {
        super(other.getTraversal(), other.getReturnClass(), other.getDirection(), other.getEdgeLabels());
    }

    @Override
    @SuppressWarnings("unchecked") // its object is never used
    protected Traverser.Admin<E> processNextStart() {
        Gathered<Vertex> waiting = Gathered.at(this, gathered);
        gathered = waiting;
        while (true) {
            if (waiting.isEmpty()) {
                waiting.gather(starts);
                count(waiting.objects(waiting.count()));
            }
            Traverser.Admin<Vertex> traverser = waiting.take();
            long degree = degrees.remove();
            if (degree > 0) {
                Traverser.Admin<E> all = traverser.split((E) traverser.get(), this);
                all.setBulk(Math.multiplyExact(traverser.bulk(), degree));
                return all;
            }
        }
    }

    private void count(List<Vertex> vertices) {
        ElementStore store = ReadTogether.storeOf(vertices);
        List<PraghVertex> own = new ArrayList<>(vertices.size());
        for (Vertex vertex : vertices) {
            if (vertex instanceof PraghVertex mine && mine.store() == store) {
                own.add(mine);
            }
        }
        long[] counts = store == null
                ? new long[0]
                : StepReads.during(
                        metrics, store, () -> AdjacencyBatch.degrees(store, own, getDirection(), getEdgeLabels()));
        int at = 0;
        for (Vertex vertex : vertices) {
            boolean isMine = vertex instanceof PraghVertex mine && mine.store() == store;
            degrees.add(isMine ? counts[at++] : IteratorUtils.count(vertex.edges(getDirection(), getEdgeLabels())));
        }
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
        degrees = new ArrayDeque<>();
    }
}

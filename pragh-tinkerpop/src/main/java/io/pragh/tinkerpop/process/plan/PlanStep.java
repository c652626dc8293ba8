package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.process.step.BatchSize;
import io.pragh.tinkerpop.process.step.QueryTime;
import io.pragh.tinkerpop.process.step.Timed;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.StoreGraph;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.AbstractStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.process.traversal.util.FastNoSuchElementException;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * A step that holds a plan in place of the first steps of a traversal, and gives its results one by one. One thread.
 */
@SuppressWarnings("serial") // serialized as other steps are
public final class PlanStep<S, E> extends AbstractStep<S, E> implements Profiling, Timed {
    private final Chain plan;
    /** Values of parameters that differ from those with which the plan was made. */
    private final Map<String, Object> values;
    /** Makes traversers with the paths of their rows; null where no step behind looks back. */
    private final @Nullable WayTraversers ways;

    /** Null without {@code profile()}. */
    private @Nullable PlanProfile profile;

    private @Nullable Results results;
    /** Time limit of the execution; null when none has begun. */
    private @Nullable QueryTime time;
    /** Null until it is first asked for. */
    private @Nullable Boolean watched;

    PlanStep(Traversal.Admin<?, ?> traversal, Chain plan, Map<String, Object> values, boolean withWays) {
        super(traversal);
        this.plan = plan;
        this.values = values;
        this.ways = withWays ? new WayTraversers(plan.hasPaths()) : null;
    }

    Chain plan() {
        return plan;
    }

    /** Requirements as the replaced steps would have them: elements whose path is needed are given with paths. */
    @Override
    public Set<TraverserRequirement> getRequirements() {
        boolean areElements = plan.type() == RowType.VERTEX || plan.type() == RowType.EDGE;
        if (plan.hasPaths() && areElements) {
            return Set.of(TraverserRequirement.OBJECT, TraverserRequirement.BULK, TraverserRequirement.PATH);
        }
        return ways == null
                ? Set.of(TraverserRequirement.OBJECT, TraverserRequirement.BULK)
                : Set.of(TraverserRequirement.OBJECT, TraverserRequirement.BULK, TraverserRequirement.LABELED_PATH);
    }

    @Override
    @SuppressWarnings("unchecked") // the plan's results have the types of the replaced steps' results
    protected Traverser.Admin<E> processNextStart() {
        Results now = results == null ? begin() : results;
        results = now;
        if (!now.hasNext()) {
            throw FastNoSuchElementException.instance();
        }
        S object = (S) now.next();
        Traverser.Admin<?> traverser = ways == null
                ? getTraversal().getTraverserGenerator().generate(object, this, now.bulk())
                : ways.traverser(this, object, now.way(), now.bulk());
        Object sack = now.sack();
        if (sack != Sacks.UNCHANGED) {
            traverser.sack(sack);
        }
        return (Traverser.Admin<E>) traverser;
    }

    private Results begin() {
        ElementStore store = ((StoreGraph) getTraversal().getGraph().orElseThrow()).store();
        return new Results(
                store,
                plan,
                values,
                getTraversal().getSideEffects(),
                BatchSize.mayEndEarly(this) ? 1 : Operator.ALL,
                profile,
                time());
    }

    @Override
    public QueryTime time() {
        QueryTime known = time;
        if (known == null) {
            known = QueryTime.of(getTraversal());
            time = known;
        }
        return known;
    }

    @Override
    public boolean isWatched() {
        Boolean known = watched;
        if (known == null) {
            known = BatchSize.isWatched(getTraversal());
            watched = known;
        }
        return known;
    }

    @Override
    public void setMetrics(MutableMetrics profiled) {
        profile = new PlanProfile(profiled, plan);
    }

    @Override
    public void reset() {
        super.reset();
        results = null;
        time = null;
    }

    @Override
    public PlanStep<S, E> clone() {
        PlanStep<S, E> clone = (PlanStep<S, E>) super.clone();
        clone.results = null;
        clone.time = null;
        clone.watched = null;
        return clone;
    }

    @Override
    public int hashCode() {
        return super.hashCode() ^ plan.toString().hashCode();
    }

    @Override
    public String toString() {
        return StringFactory.stepString(this, plan);
    }
}

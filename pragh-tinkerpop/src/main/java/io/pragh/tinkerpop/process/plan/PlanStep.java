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

/** A plan in the place of the steps that it stands for, which begin a traversal: what it comes to goes on one by one. One thread. */
@SuppressWarnings("serial") // as it is with all steps
public final class PlanStep<S, E> extends AbstractStep<S, E> implements Profiling, Timed {
    private final Chain plan;
    /** Of parameters, where they are others than those that the plan was made with. */
    private final Map<String, Object> values;
    /** What gives traversers the ways that their rows have come; null where nobody behind it looks back. */
    private final @Nullable WayTraversers ways;

    /** Null when nobody profiles. */
    private @Nullable PlanProfile profile;

    private @Nullable Results results;
    /** Of the execution; null when none has begun. */
    private @Nullable QueryTime time;
    /** Null when nobody has asked yet. */
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

    /** As the steps would have them whose place it has taken: elements that have come a way that somebody has looked at are given with paths. */
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
    @SuppressWarnings("unchecked") // the plan gives what the steps give whose place it has taken
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

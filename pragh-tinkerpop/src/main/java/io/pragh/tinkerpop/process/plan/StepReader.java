package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.process.step.BatchSize;
import io.pragh.tinkerpop.process.step.PraghGraphStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.LocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.RepeatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DedupGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.RangeGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.EdgeOtherVertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.EdgeVertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.IdStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.NoOpBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SumGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.IdentityStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.jspecify.annotations.Nullable;

/** Makes stages of the steps of a traversal, from the first one on, as far as it knows them. One thread. */
// Merging is decided at the end: it is right where everything behind it asks how many traversers there are at a place,
// and
// not which of them; and it pays where nothing in between stops early.
final class StepReader {
    /** So many traversers the barriers gather that Gremlin adds. */
    private static final int BARRIER = 2500;

    private final List<Step<?, ?>> steps;
    private final List<Stage> stages = new ArrayList<>();
    private RowType type = RowType.VERTEX;
    private int at;
    /** Whether the chain begins with rows of an outer one, which must not know of each other. */
    private boolean inner;

    private boolean one;
    /** Whether the vertices that it has come to were read. */
    private boolean known;

    private int hops;
    /** Stages before which rows of vertices may be merged, as far as is known. */
    private final List<Integer> mergers = new ArrayList<>();
    /** Stages before which Gremlin has put barriers, so that traversers at one vertex become one. */
    private final List<Integer> barriers = new ArrayList<>();
    /** Whether somebody has made one value of all, or has left out what comes again. */
    private boolean merges;

    StepReader(List<Step<?, ?>> steps) {
        this.steps = steps;
    }

    /** Nobody asks for more than one traverser behind the last step. */
    StepReader forOne() {
        one = true;
        return this;
    }

    /** How many steps are left. */
    int rest() {
        return steps.size() - at;
    }

    /** The chain that begins with {@code V} or {@code E}; null when there is none. */
    @Nullable
    Chain source() {
        if (!(peek(0) instanceof GraphStep<?, ?> start) || !begin(start)) {
            return null;
        }
        read();
        return chain();
    }

    /** The chain that begins where an outer one has come to; {@link #rest} says whether it is all of the traversal. */
    Chain inner(RowType outer) {
        type = outer;
        inner = true;
        read();
        return chain();
    }

    private Chain chain() {
        boolean few = !merges && at > 0 && at < steps.size() && BatchSize.mayEndEarly(steps.get(at - 1));
        for (int i = stages.size(); i > 0 && !inner; i--) {
            if (merges && mergers.contains(i)) {
                stages.add(i, Merge.stage());
            } else if (!few && barriers.contains(i)) {
                stages.add(i, Merge.stage(BARRIER));
            }
        }
        return new Chain(stages, type, known);
    }

    /** A step further on, if it has no label. */
    private @Nullable Step<?, ?> peek(int further) {
        Step<?, ?> step = at + further < steps.size() ? steps.get(at + further) : null;
        return step != null && step.getLabels().isEmpty() ? step : null;
    }

    private boolean add(Stage stage, RowType then, int taken) {
        stages.add(stage);
        type = then;
        at += taken;
        return true;
    }

    // ---- sources

    private boolean begin(GraphStep<?, ?> start) {
        boolean isKnown = start.getClass() == GraphStep.class || start.getClass() == PraghGraphStep.class;
        Object[] ids = start.getIds();
        if (!isKnown || !start.isStartStep() || ids == null) {
            return false;
        }
        RowType elements = start.returnsVertex() ? RowType.VERTEX : RowType.EDGE;
        known = start.returnsVertex();
        int taken = 1;
        List<HasContainer> tests = new ArrayList<>();
        if (start instanceof PraghGraphStep<?, ?> folded) {
            tests.addAll(folded.getHasContainers());
        }
        while (peek(taken) instanceof HasStep<?> has && has.getClass() == HasStep.class) {
            tests.addAll(has.getHasContainers());
            taken++;
        }
        if (tests.isEmpty() && ids.length == 0 && peek(1) instanceof CountGlobalStep) {
            return add(Sources.count(elements), RowType.VALUE, 2);
        }
        return ids.length > 0 && tests.isEmpty() && elements == RowType.VERTEX
                ? add(Sources.byIdentifier(ids.clone(), peek(1) instanceof VertexStep<?>), elements, 1)
                : add(Sources.search(start, tests), elements, taken);
    }

    // ---- what follows

    private void read() {
        boolean more = true;
        while (more && at < steps.size()) {
            Step<?, ?> step = peek(0);
            more = step != null && (pass(step) || move(step) || leaveOut(step) || conclude(step));
        }
    }

    /** Steps that do nothing to what comes. */
    private boolean pass(Step<?, ?> step) {
        if (step instanceof NoOpBarrierStep && type == RowType.VERTEX) {
            barriers.add(stages.size());
        }
        if (step instanceof NoOpBarrierStep || step instanceof IdentityStep) {
            at++;
            return true;
        }
        return false;
    }

    private boolean move(Step<?, ?> step) {
        boolean moves = moves(step);
        known &= !moves;
        return moves;
    }

    private boolean moves(Step<?, ?> step) {
        if (type == RowType.VERTEX && step.getClass() == VertexStep.class) {
            return hop((VertexStep<?>) step);
        }
        if (type == RowType.VERTEX && step instanceof LocalStep<?, ?> local) {
            Expand.Hop hop = limited(local);
            return hop != null && follow(hop, 1);
        }
        if (type == RowType.EDGE && step.getClass() == EdgeVertexStep.class) {
            return add(EdgeEnds.stage(((EdgeVertexStep) step).getDirection()), RowType.VERTEX, 1);
        }
        if (type == RowType.VERTEX && step instanceof RepeatStep<?> repeat) {
            Repeat.Loop loop = Loops.of(repeat);
            hops += 2; // or more: those who come to the same vertex are many
            return loop != null && add(loop.stage(), RowType.VERTEX, 1);
        }
        if (branch(step)) {
            return true;
        }
        Stage projection = Stages.projection(step, type);
        if (projection != null && type == RowType.VERTEX && hops > 1) {
            mergers.add(stages.size());
        }
        return projection != null && add(projection, RowType.VALUE, 1);
    }

    private boolean branch(Step<?, ?> step) {
        Branch.Kind kind = Stages.branching(step);
        List<Chain> chains = kind == null ? List.of() : Stages.branches(step, type);
        if (kind == null || chains.isEmpty()) {
            return false;
        }
        RowType then = chains.get(0).type();
        boolean alike = chains.stream().allMatch(chain -> chain.type() == then);
        return alike
                && (kind != Branch.Kind.OPTIONAL || then == type)
                && add(Branch.stage(kind, chains, then), then, 1);
    }

    private boolean hop(VertexStep<?> step) {
        Expand.Hop hop = hopOf(step);
        boolean through = hop.toEdges() && isOtherEnd(step, peek(1));
        if (through) {
            hop = hop.toVertices();
        }
        int taken = through ? 2 : 1;
        if (!inner && peek(taken) instanceof RangeGlobalStep<?> range && range.getHighRange() >= 0) {
            hop = hop.limited(range.getHighRange()); // no more of one vertex can be among those
        }
        return follow(hop, taken);
    }

    /** A hop, together with what makes one value of all that is behind it. */
    private boolean follow(Expand.Hop hop, int taken) {
        if (hops++ > 0) {
            mergers.add(stages.size());
        }
        Step<?, ?> behind = peek(taken);
        if (!inner && behind instanceof CountGlobalStep) {
            merges = true;
            return add(Totals.count(hop), RowType.VALUE, taken + 1);
        }
        if (!inner && !hop.toEdges() && behind instanceof IdStep && peek(taken + 1) instanceof SumGlobalStep) {
            merges = true;
            return add(Totals.sumOfIdentifiers(hop), RowType.VALUE, taken + 2);
        }
        Expand.Hop wanted = one && at + taken == steps.size() ? hop.limited(1) : hop;
        return add(wanted.stage(), hop.toEdges() ? RowType.EDGE : RowType.VERTEX, taken);
    }

    private static Expand.Hop hopOf(VertexStep<?> step) {
        return new Expand.Hop(step.getDirection(), labels(step), step.returnsEdge(), Long.MAX_VALUE);
    }

    /** Those that may be somewhere; one that is null is nowhere. */
    private static List<String> labels(VertexStep<?> step) {
        return Arrays.asList(step.getEdgeLabels().clone());
    }

    /** Whether a step goes on to the other end of the edges that a step before it has come to. */
    private static boolean isOtherEnd(VertexStep<?> edges, @Nullable Step<?, ?> next) {
        if (next instanceof EdgeOtherVertexStep) {
            return true;
        }
        return next != null
                && next.getClass() == EdgeVertexStep.class
                && edges.getDirection() != Direction.BOTH
                && ((EdgeVertexStep) next).getDirection()
                        == edges.getDirection().opposite();
    }

    /** {@code local(out().limit(n))} is a hop along so many edges of each vertex. */
    private static Expand.@Nullable Hop limited(LocalStep<?, ?> step) {
        List<Step<?, ?>> children = PlanCompiler.steps(step.getLocalChildren().get(0));
        boolean isPlain = children.size() == 2
                && children.get(0).getClass() == VertexStep.class
                && children.get(1) instanceof RangeGlobalStep<?>
                && children.get(0).getLabels().isEmpty()
                && children.get(1).getLabels().isEmpty();
        if (!isPlain) {
            return null;
        }
        RangeGlobalStep<?> range = (RangeGlobalStep<?>) children.get(1);
        return range.getLowRange() != 0 || range.getHighRange() < 0
                ? null
                : hopOf((VertexStep<?>) children.get(0)).limited(range.getHighRange());
    }

    private boolean leaveOut(Step<?, ?> step) {
        if (step instanceof RangeGlobalStep<?> range) {
            mergers.clear();
            barriers.clear();
            return !inner && add(Range.stage(range.getLowRange(), range.getHighRange()), type, 1);
        }
        Stage filter = Stages.filter(step, type, inner);
        merges |= filter != null && step instanceof DedupGlobalStep;
        known |= filter != null && step instanceof HasStep && type == RowType.VERTEX;
        return filter != null && add(filter, type, 1);
    }

    private boolean conclude(Step<?, ?> step) {
        List<Stage> total = inner ? List.of() : Stages.total(step, type);
        if (total.isEmpty()) {
            return false;
        }
        if (total.size() > 1 && type == RowType.VERTEX && hops > 1) {
            mergers.add(stages.size());
        }
        total.forEach(stage -> add(stage, RowType.VALUE, 0));
        merges = true;
        at++;
        return true;
    }
}

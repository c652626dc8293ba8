package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.process.step.BatchSize;
import io.pragh.tinkerpop.process.step.PraghGraphStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.LocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.RepeatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DedupGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.RangeGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.SampleGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.EdgeOtherVertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.EdgeVertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.IdStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.NoOpBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.OrderGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SumGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.UnfoldStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.IdentityStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.SackValueStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.jspecify.annotations.Nullable;

/** Compiles the steps of a traversal to stages, from the first one on, as far as it knows them. One thread. */
// Merging is decided at the end: it is correct where all later stages ask only how many traversers are at a place,
// not which; and it pays where no stage in between stops early.
final class StepReader {
    /** Traversers that Gremlin's own added barriers gather. */
    private static final int BARRIER = 2500;

    private final List<Step<?, ?>> steps;
    private final List<Stage> stages = new ArrayList<>();
    private final Begin from;
    private WayReader ways;
    /** Whether every place was needed before one value of all. */
    private boolean wereAll;

    private RowType type = RowType.VERTEX;
    private int at;

    /** Whether the plan ends here in any case, since steps behind look for names. */
    private boolean ended;

    private boolean one;
    /** Whether rows know their loop count. */
    private boolean inLoop;
    /** Whether it may drop vertices that came in an earlier loop. */
    private boolean leavesOut;
    /** Whether the vertices of the present rows were read. */
    private boolean known;

    private int hops;
    /** Stages before which rows of vertices may be merged, as far as is known. */
    private final List<Integer> mergers = new ArrayList<>();
    /** Stages before which Gremlin has put barriers, to merge traversers at one vertex. */
    private final List<Integer> barriers = new ArrayList<>();
    /** Whether a step has made one value of all, or has removed duplicates. */
    private boolean merges;
    /** Whether rows have an order. */
    private boolean ordered;
    /** Rows have their own paths from the first stage that records a place to the last that looks back. */
    private int apartFrom = Integer.MAX_VALUE;

    private int apartTo;
    /** The number of stages when a place was last recorded. */
    private int notedAt = -1;
    /** The stage behind which rows have sacks of their own. */
    private int sackedFrom = Integer.MAX_VALUE;

    private StepReader(List<Step<?, ?>> steps, Begin from, RowType type, WayReader ways) {
        this.steps = steps;
        this.from = from;
        this.type = type;
        this.ways = ways;
    }

    /** Reads a traversal that begins with {@code V} or {@code E}. */
    StepReader(List<Step<?, ?>> steps) {
        this(steps, Begin.SOURCE, RowType.VERTEX, WayReader.of(steps));
    }

    /** Reads a child that answers a question about each of some rows. */
    static StepReader alone(List<Step<?, ?>> steps, RowType type, WayReader ways) {
        return new StepReader(steps, Begin.ALONE, type, ways.inside());
    }

    /** Reads a child of which at most one traverser is needed behind the last step. */
    static StepReader test(List<Step<?, ?>> steps, RowType type, boolean inLoop, WayReader ways) {
        StepReader reader = alone(steps, type, ways);
        reader.one = true;
        reader.inLoop = inLoop;
        return reader;
    }

    /** Reads a child whose results continue, and with them the outer traversal's paths, if there are any. */
    static StepReader onward(List<Step<?, ?>> steps, RowType type, WayReader outer) {
        return new StepReader(steps, Begin.ONWARD, type, outer.inner());
    }

    /** As {@link #onward}, where each row stands for one traverser. */
    static StepReader apart(List<Step<?, ?>> steps, RowType type, WayReader outer) {
        return new StepReader(steps, Begin.APART, type, outer.inner());
    }

    /** Reads a child that is repeated; {@code leavesOut} when it may drop vertices of earlier loops. */
    static StepReader repeated(List<Step<?, ?>> steps, boolean leavesOut, WayReader outer) {
        StepReader reader = onward(steps, RowType.VERTEX, outer);
        reader.leavesOut = leavesOut;
        return reader;
    }

    /** The number of steps left. */
    int rest() {
        return steps.size() - at;
    }

    /** The first step whose place later steps can find: not before the latest value of all. */
    int rememberedFrom() {
        return ways.from();
    }

    /** Whether rows record their paths up to the last step read, for a later step that looks back. */
    boolean notesWays() {
        return ways.at(at);
    }

    /** The chain that begins with {@code V} or {@code E}; null when there is none. */
    @Nullable
    Chain source() {
        Step<?, ?> first = steps.get(0);
        boolean begins = first instanceof GraphStep<?, ?> start
                ? begin(start)
                : first instanceof GraphStepPlaceholder<?, ?> withParameters && begin(withParameters);
        if (!begins) {
            return null;
        }
        read();
        return chain();
    }

    /** The chain that begins with rows of an outer one; with {@link #rest} 0, all of the traversal. */
    Chain inner() {
        read();
        return chain();
    }

    private Chain chain() {
        if (rest() > 0 && ways.at(at)) {
            apartTo = stages.size() + 1; // a later step looks back
        }
        boolean few = !merges && at > 0 && at < steps.size() && BatchSize.mayEndEarly(steps.get(at - 1));
        for (int i = stages.size(); i > 0 && from == Begin.SOURCE; i--) {
            boolean apart = i > apartFrom && i < apartTo;
            boolean may = i <= sackedFrom && (!apart || !ways.all() && !wereAll);
            if (may && merges && mergers.contains(i)) {
                stages.add(i, Merge.stage(apart));
            } else if (may && !few && barriers.contains(i)) {
                stages.add(i, Merge.stage(BARRIER, i == stages.size(), apart));
            }
        }
        boolean sacks = sackedFrom < Integer.MAX_VALUE;
        return new Chain(stages, type, known, ways.places(), ways.all(), sacks);
    }

    /** A step further on, if neither it nor the present one has a label that matters. */
    private @Nullable Step<?, ?> peek(int further) {
        Step<?, ?> step = at + further < steps.size() ? steps.get(at + further) : null;
        boolean isPlain = step != null && (!ways.named() || step.getLabels().isEmpty());
        boolean first =
                further == 0 || !ways.named() || steps.get(at).getLabels().isEmpty();
        return isPlain && first ? step : null;
    }

    /** Adds a stage that leads to another place. */
    private boolean add(Stage stage, RowType then, int taken) {
        return add(stage, then, taken, true);
    }

    private boolean add(Stage stage, RowType then, int taken, boolean moved) {
        return add(stage, then, taken, moved, steps.get(at + taken - 1).getLabels());
    }

    private boolean add(Stage stage, RowType then, int taken, boolean moved, Set<String> labels) {
        stages.add(stage);
        type = then;
        at += taken;
        note(labels, moved);
        if (ways.at(at - 1)) {
            apartTo = stages.size();
        }
        forget();
        return true;
    }

    /** Behind one value of all, forgets the places before it: no step can look back at them. */
    private void forget() {
        if (from == Begin.SOURCE && at == ways.end()) {
            wereAll |= ways.all();
            ways = ways.behind(steps, at);
        }
    }

    private boolean begin(GraphStep<?, ?> start) {
        boolean isKnown = start.getClass() == GraphStep.class || start.getClass() == PraghGraphStep.class;
        Object[] ids = start.getIds();
        if (!isKnown || !start.isStartStep() || ids == null) {
            return false;
        }
        RowType elements = start.returnsVertex() ? RowType.VERTEX : RowType.EDGE;
        known = start.returnsVertex();
        int taken = 1;
        Set<String> labels = new HashSet<>(start.getLabels());
        List<HasContainer> tests = new ArrayList<>();
        if (start instanceof PraghGraphStep<?, ?> folded) {
            tests.addAll(folded.getHasContainers());
        }
        while (taken < steps.size() && steps.get(taken).getClass() == HasStep.class) {
            HasStep<?> has = (HasStep<?>) steps.get(taken++);
            tests.addAll(has.getHasContainers());
            labels.addAll(has.getLabels()); // it is the same place
        }
        if (tests.isEmpty() && ids.length == 0 && peek(1) instanceof CountGlobalStep) {
            return add(Sources.count(elements), RowType.VALUE, 2);
        }
        boolean byIdentifier = ids.length > 0 && tests.isEmpty() && elements == RowType.VERTEX;
        Stage source = byIdentifier
                ? Sources.byIdentifier(ids.clone(), Hops.followsEdges(peek(1)))
                : Sources.search(start, tests);
        return add(source, elements, taken, true, labels);
    }

    /** Vertices by parameters; other steps that begin with parameters are left to Gremlin until these have values. */
    private boolean begin(GraphStepPlaceholder<?, ?> start) {
        Object[] ids = start.getIdsAsGValues();
        boolean isPlain = start.isStartStep()
                && start.returnsVertex()
                && Holes.areScalars(ids)
                && !(steps.size() > 1 && steps.get(1).getClass() == HasStep.class);
        known = isPlain;
        return isPlain && add(Sources.byIdentifier(ids, Hops.followsEdges(peek(1))), RowType.VERTEX, 1);
    }

    /** Whether the rows are at most one vertex: the traversal begins with one identifier. */
    private boolean isAtOne() {
        return from == Begin.SOURCE && at == 1 && known && Hops.beginsAtOne(steps.get(0));
    }

    private void read() {
        boolean more = true;
        while (more && !ended && at < steps.size()) {
            Step<?, ?> step = steps.get(at);
            boolean isPlain = step.getLabels().isEmpty() || from == Begin.SOURCE || !ways.named();
            more = isPlain
                    && (pass(step) || move(step) || look(step) || leaveOut(step) || keep(step) || conclude(step));
        }
    }

    /** Steps without an effect on rows. */
    private boolean pass(Step<?, ?> step) {
        if (step instanceof NoOpBarrierStep && type == RowType.VERTEX && !ordered) {
            barriers.add(stages.size());
        }
        if (!(step instanceof NoOpBarrierStep) && !(step instanceof IdentityStep)) {
            return false;
        }
        at++;
        note(step.getLabels(), false);
        return true;
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
        Expand.Hop limited =
                type == RowType.VERTEX && step instanceof LocalStep<?, ?> local ? Hops.limited(local) : null;
        if (limited != null) {
            return follow(limited, 1);
        }
        if (type == RowType.EDGE && step.getClass() == EdgeVertexStep.class) {
            return add(EdgeEnds.stage(((EdgeVertexStep) step).getDirection()), RowType.VERTEX, 1);
        }
        if (type == RowType.EDGE && step instanceof EdgeOtherVertexStep && ways.all() && ways.at(at)) {
            return add(OtherEnd.stage(), RowType.VERTEX, 1);
        }
        if (type == RowType.VERTEX && step instanceof RepeatStep<?> repeat) {
            Repeat.Loop loop = Loops.of(repeat, isAtOne(), ways.ofChildren(at, true));
            hops += 2; // or more: many traversers come to the same vertex
            if (loop != null) {
                ways.placesOf(loop.body());
                sacked(loop.body().sacks());
            }
            return loop != null && add(loop.stage(), RowType.VERTEX, 1, false);
        }
        if (branch(step)) {
            return true;
        }
        if (inLoop && stages.isEmpty() && Loops.areAsked(step)) {
            return add(Keys.loops().stage(), RowType.VALUE, 1);
        }
        Stages.Ended projection = Stages.projection(step, type, ways.ofChildren(at, false));
        if (projection != null && type == RowType.VERTEX && hops > 1) {
            mayMerge();
        }
        ordered |= step instanceof UnfoldStep; // the order of a list, or of a map with an order
        return projection != null && add(projection.stages().get(0), projection.then(), 1);
    }

    private void mayMerge() {
        if (!ordered && stages.size() != notedAt) {
            mergers.add(stages.size());
        }
    }

    /** Records the place of the last step, if a later step looks back at it. */
    private void note(Set<String> labels, boolean moved) {
        Stage note = ways.note(labels, at - 1, type, moved);
        if (note == null) {
            return;
        }
        if (type == RowType.VERTEX && hops > 0) {
            mayMerge(); // behind it each row has its own path
        }
        apartFrom = Math.min(apartFrom, stages.size());
        stages.add(note);
        notedAt = stages.size();
    }

    /** Steps that look back at the path. */
    private boolean look(Step<?, ?> step) {
        WayReader.Look look = ways.look(step, at, type);
        known &= look == null || !look.moved();
        return look != null && add(look.stage(), look.then(), 1, look.moved());
    }

    private boolean branch(Step<?, ?> step) {
        Branches branches = Branches.of(step, at, type, ways);
        if (branches == null) {
            return false;
        }
        branches.chains().forEach(ways::placesOf);
        sacked(branches.sacks());
        return add(Branch.stage(branches, ordered), branches.then(), 1, !branches.goesOn());
    }

    private boolean hop(VertexStep<?> step) {
        Expand.Hop hop = Hops.of(step);
        boolean isNoted = ways.all() && ways.at(at + 1);
        boolean through = hop.toEdges() && !isNoted && Hops.isOtherEnd(step, peek(1));
        hop = through ? hop.toVertices() : hop;
        int taken = through ? 2 : 1;
        KnownEnds ends = KnownEnds.behind(step, hop, peek(taken));
        if (ends != null) {
            return follow(hop.to(ends), taken + 1);
        }
        if (!from.goesOn() && peek(taken) instanceof RangeGlobalStep<?> range && range.getHighRange() >= 0) {
            hop = hop.limited(range.getHighRange()); // later rows of the same vertex cannot be within the range
        }
        return follow(hop, taken);
    }

    /** A hop, together with the total over all its results. */
    private boolean follow(Expand.Hop hop, int taken) {
        if (hops++ > 0) {
            mayMerge();
        }
        Step<?, ?> behind = ways.at(at) || hop.ends() != null ? null : peek(taken);
        if (!from.goesOn() && behind instanceof CountGlobalStep) {
            merges = true;
            return add(from == Begin.SOURCE ? Totals.count(hop) : Each.count(hop), RowType.VALUE, taken + 1);
        }
        if (from == Begin.SOURCE
                && !hop.toEdges()
                && behind instanceof DedupGlobalStep<?> dedup
                && Stages.isPlain(dedup)
                && peek(taken + 1) instanceof CountGlobalStep) {
            merges = true;
            return add(Distinct.count(hop), RowType.VALUE, taken + 2);
        }
        if (from == Begin.SOURCE
                && !hop.toEdges()
                && behind instanceof IdStep
                && peek(taken + 1) instanceof SumGlobalStep) {
            merges = true;
            return add(Totals.sumOfIdentifiers(hop), RowType.VALUE, taken + 2);
        }
        boolean isOne = one && at + taken == steps.size() && hop.ends() == null;
        Expand.Hop wanted = isOne ? hop.limited(1) : hop;
        return add(wanted.stage(), hop.toEdges() ? RowType.EDGE : RowType.VERTEX, taken);
    }

    private boolean leaveOut(Step<?, ?> step) {
        if (leavesOut && type == RowType.VERTEX && step instanceof DedupGlobalStep<?> dedup && Stages.isPlain(dedup)) {
            return add(Dedup.inLoops(), type, 1, false);
        }
        if (from.goesOn() && (step instanceof RangeGlobalStep || step instanceof DedupGlobalStep)) {
            return false;
        }
        if (step instanceof RangeGlobalStep<?> range) {
            if (!ordered) {
                mergers.clear();
                barriers.clear();
            }
            long low = range.getLowRange();
            long high = range.getHighRange();
            return add(from == Begin.ALONE ? Each.range(low, high) : Range.stage(low, high), type, 1, false);
        }
        if (step instanceof OrderGlobalStep<?, ?> order) {
            Stage sorted =
                    from == Begin.SOURCE ? Bys.order(order, type, mostBehind(), ways.ofChildren(at, false)) : null;
            ordered |= sorted != null;
            return sorted != null && add(sorted, type, 1, false);
        }
        if (step instanceof SampleGlobalStep<?> sample) {
            Stage some = from == Begin.ONWARD ? null : Samples.global(sample, type, ways.ofChildren(at, false));
            merges |= some != null;
            return some != null && add(some, type, 1, false);
        }
        Stage filter = Stages.filter(step, type, from == Begin.ALONE, inLoop, ways.ofChildren(at, false));
        merges |= filter != null && step instanceof DedupGlobalStep;
        boolean counts = from == Begin.SOURCE && !ways.at(at) && peek(1) instanceof CountGlobalStep;
        if (filter != null && counts && step instanceof DedupGlobalStep) {
            return add(Distinct.count(), RowType.VALUE, 2);
        }
        known |= filter != null && step instanceof HasStep && type == RowType.VERTEX;
        return filter != null && add(filter, type, 1, false);
    }

    /** The most traversers that the next step takes. */
    private long mostBehind() {
        boolean isLimited = peek(1) instanceof RangeGlobalStep<?> range && range.getHighRange() >= 0;
        return isLimited ? ((RangeGlobalStep<?>) steps.get(at + 1)).getHighRange() : Long.MAX_VALUE;
    }

    /** Steps that gather their input, and pass it on. */
    private boolean keep(Step<?, ?> step) {
        Stage sack = step instanceof SackValueStep<?, ?, ?> value
                ? Sacks.change(value, type, ways.ofChildren(at, false))
                : null;
        if (sack != null) {
            sacked(true);
            return add(sack, type, 1, false);
        }
        Aggregate.Gathering gathering = from == Begin.SOURCE ? Aggregate.of(step, isAtOne(), type, ways) : null;
        if (gathering == null) {
            return false;
        }
        ways.gathers(gathering.name());
        return add(gathering.stage(), type, 1, false);
    }

    /** Records whether the next stage changes sacks. */
    private void sacked(boolean changes) {
        sackedFrom = changes ? Math.min(sackedFrom, stages.size()) : sackedFrom;
    }

    /** Whether one value of all makes no place forgotten that has a label or is needed without one. */
    private boolean forgetsNothing() {
        return from == Begin.SOURCE
                && !ways.all()
                && steps.subList(0, at + 1).stream().noneMatch(WayReader::hasName);
    }

    private boolean conclude(Step<?, ?> step) {
        boolean isLooked = ways.at(at + 1);
        Stages.Ended total = from.goesOn() || isLooked && !forgetsNothing()
                ? Stages.Ended.NOT
                : Stages.total(step, type, from == Begin.ALONE, ways.ofChildren(at, false));
        if (total.stages().isEmpty()) {
            return false;
        }
        if (total.stages().size() > 1 && type == RowType.VERTEX && hops > 1) {
            mayMerge();
        }
        stages.addAll(total.stages());
        if (ways.at(at)) {
            apartTo = stages.size();
        }
        type = total.then();
        merges = true;
        at++;
        ended = isLooked;
        forget();
        return true;
    }
}

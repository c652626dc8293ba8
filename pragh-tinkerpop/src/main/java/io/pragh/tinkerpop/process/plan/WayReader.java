package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pop;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.IdentityTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.PathProcessor;
import org.apache.tinkerpop.gremlin.process.traversal.step.Scoping;
import org.apache.tinkerpop.gremlin.process.traversal.step.TraversalParent;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.LocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DedupGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.PathFilterStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.WherePredicateStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.EdgeOtherVertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PathStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SelectOneStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SelectStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.SideEffectCapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.ReducingBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.process.traversal.util.ConnectiveP;
import org.jspecify.annotations.Nullable;

/**
 * Determines which steps look back at the paths of traversers, and which places have to be recorded for them. One
 * thread.
 */
final class WayReader {
    private static final WayReader NONE =
            new WayReader(0, Integer.MAX_VALUE, -1, false, Map.of(), Set.of(), Set.of(), false);

    /** The first step whose place can be found. */
    private final int from;
    /** Index behind the last step whose place it may record. */
    private final int end;
    /** The last step that looks back; those behind it need no way. */
    private final int last;
    /** Whether every place is needed, not only labelled ones. */
    private final boolean all;

    /** Types of the labelled places. */
    private final Map<String, RowType> types;
    /** Labels of places of several types. */
    private final Set<String> unclear;
    /** Names of side effects. */
    private final Set<String> gathered;
    /** Whether it reads a child that may look back at the outer traversal's path, and adds nothing to it. */
    private final boolean inside;

    private final Set<RowType> places = new HashSet<>();

    /** A stage that looks back, and the type of its results. */
    record Look(Stage stage, RowType then, boolean moved) {}

    private WayReader(
            int from,
            int end,
            int last,
            boolean all,
            Map<String, RowType> types,
            Set<String> unclear,
            Set<String> gathered,
            boolean inside) {
        this.from = from;
        this.end = end;
        this.last = last;
        this.all = all;
        this.types = types;
        this.unclear = unclear;
        this.gathered = gathered;
        this.inside = inside;
    }

    /** Examines the steps of a traversal, and of their children. */
    static WayReader of(List<Step<?, ?>> steps) {
        return of(steps, 0, new HashSet<>());
    }

    /** Examines the steps behind one value of all, whose traverser has no path. */
    WayReader behind(List<Step<?, ?>> all, int begin) {
        return of(all, begin, gathered);
    }

    private static WayReader of(List<Step<?, ?>> steps, int from, Set<String> gathered) {
        int last = -1;
        boolean all = false;
        int end = end(steps, from);
        for (int i = from; i < end; i++) {
            Step<?, ?> step = steps.get(i);
            if (step instanceof EdgeOtherVertexStep && !followsEdges(steps, i)) {
                all = true;
                last = i;
            } else if (step instanceof TraversalParent || step instanceof Scoping || step instanceof PathProcessor) {
                boolean whole = wantsPath(step);
                all |= whole;
                last = whole || looksForNames(step) ? i : last;
            }
        }
        return last < 0 && from == 0 && end == steps.size()
                ? NONE
                : new WayReader(from, end, last, all, new HashMap<>(), new HashSet<>(), gathered, false);
    }

    /**
     * Index behind the first step that makes one value of all and has no label; the last step if any behind it asks
     * for paths.
     */
    private static int end(List<Step<?, ?>> steps, int from) {
        int end = from;
        while (end < steps.size() && !isTotal(steps.get(end))) {
            end++;
        }
        boolean isEnd = end < steps.size()
                && steps.get(end).getLabels().isEmpty()
                && steps.subList(end + 1, steps.size()).stream().noneMatch(WayReader::asksForPath);
        return isEnd ? end + 1 : steps.size();
    }

    private static boolean isTotal(Step<?, ?> step) {
        return step instanceof ReducingBarrierStep && !(step instanceof SideEffectCapStep);
    }

    private static boolean asksForPath(Step<?, ?> step) {
        return step instanceof EdgeOtherVertexStep
                || (step instanceof TraversalParent || step instanceof PathProcessor) && wantsPath(step);
    }

    /**
     * Index behind the last step whose place it may record: the first one that makes one value of all, or the last
     * one.
     */
    int end() {
        return end;
    }

    /** The first step whose place can be found. */
    int from() {
        return from;
    }

    /** Whether the step before one leads to edges, so that both are one hop. */
    private static boolean followsEdges(List<Step<?, ?>> steps, int at) {
        return at > 0
                && steps.get(at - 1).getClass() == VertexStep.class
                && steps.get(at - 1).getLabels().isEmpty();
    }

    /**
     * Whether a step, or one in it, needs its traversers' whole path. TinkerPop collects the requirements of the
     * whole traversal, which takes longer than the rest of a small plan; {@code local} needs what its child needs.
     */
    private static boolean wantsPath(Step<?, ?> step) {
        if (step.getClass() == LocalStep.class) {
            return anyInside(step, WayReader::wantsPath);
        }
        return step.getRequirements().contains(TraverserRequirement.PATH);
    }

    /** Whether a step, or one in it, looks for places, side effects or entries of maps by their names. */
    static boolean looksForNames(Step<?, ?> step) {
        if (step instanceof DedupGlobalStep<?> dedup) {
            return !dedup.getScopeKeys().isEmpty();
        }
        return step instanceof Scoping || anyInside(step, WayReader::looksForNames);
    }

    /** Whether a step, or one in it, has a label. */
    static boolean hasName(Step<?, ?> step) {
        return !step.getLabels().isEmpty() || anyInside(step, WayReader::hasName);
    }

    private static boolean anyInside(Step<?, ?> step, Predicate<Step<?, ?>> test) {
        return step instanceof TraversalParent parent
                && (anyOf(parent.getLocalChildren(), test) || anyOf(parent.getGlobalChildren(), test));
    }

    private static boolean anyOf(List<? extends Traversal.Admin<?, ?>> children, Predicate<Step<?, ?>> test) {
        for (Traversal.Admin<?, ?> child : children) {
            for (Object step : child.getSteps()) {
                if (test.test((Step<?, ?>) step)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** For a child whose places are on the path, too. */
    WayReader inner() {
        return last < 0 ? this : new WayReader(from, end, Integer.MAX_VALUE, all, types, unclear, gathered, false);
    }

    /** For a child that may look back, and whose own places are not recorded. */
    WayReader inside() {
        return last < 0 ? this : new WayReader(from, end, -1, false, types, unclear, gathered, true);
    }

    /**
     * For the children of a step, whose places are on the path or are not; records nothing where no step looks back
     * from there on.
     */
    WayReader ofChildren(int step, boolean onWay) {
        return inside ? this : !at(step) ? NONE : onWay ? this : inside();
    }

    /** Whether a step, or one behind it, looks back. */
    boolean at(int step) {
        return step <= last;
    }

    /** Whether labels matter. */
    boolean named() {
        return last >= 0 || inside;
    }

    /** Whether every place matters. */
    boolean all() {
        return all;
    }

    Set<RowType> places() {
        return places;
    }

    /** Adds the places that a chain has recorded. */
    void placesOf(Chain chain) {
        if (last >= 0) {
            places.addAll(chain.places());
        }
    }

    /** Adds the name of a side effect, which later steps may read. */
    void gathers(String name) {
        if (this != NONE) {
            gathered.add(name);
        }
    }

    /** The stage that records the place of a step with its labels; null when it is not needed. */
    @Nullable
    Stage note(Set<String> labels, int index, RowType type, boolean moved) {
        if (!at(index + 1) || labels.isEmpty() && !(all && moved)) {
            return null;
        }
        places.add(type.plain());
        for (String label : labels) {
            RowType other = types.put(label, type);
            if (other != null && other.plain() != type.plain()) {
                unclear.add(label);
            }
        }
        Set<String> names = Set.copyOf(labels);
        return moved ? Track.moved(names) : Track.stayed(names);
    }

    /** The stage for a step that looks back; null when there is none. */
    @Nullable
    Look look(Step<?, ?> step, int index, RowType type) {
        if (step instanceof SelectOneStep<?, ?> select) {
            Key entry = Bys.entry(select, type);
            return entry == null ? selectOne(select, type) : new Look(entry.stage(), entry.made(), true);
        }
        if (!at(index) && !inside) {
            return null;
        }
        if (step instanceof PathStep<?> path) {
            return all ? path(path) : null;
        }
        if (step instanceof PathFilterStep<?> filter) {
            boolean isPlain =
                    filter.getLocalChildren().isEmpty() && filter.getFromLabel() == null && filter.getToLabel() == null;
            return all && isPlain ? new Look(Ways.simple(filter.isSimple()), type, false) : null;
        }
        if (step instanceof SelectStep<?, ?> select) {
            return select(select, type);
        }
        return step instanceof WherePredicateStep<?> where ? where(where, type) : null;
    }

    private @Nullable Look path(PathStep<?> step) {
        if (step.getFromLabel() != null || step.getToLabel() != null) {
            return null;
        }
        List<Map<RowType, Key>> keys = new ArrayList<>();
        for (Traversal.Admin<?, ?> by : step.getLocalChildren()) {
            Map<RowType, Key> ofTypes = new HashMap<>();
            for (RowType place : places) {
                Key key = Bys.key(by, place, NONE);
                if (key == null) {
                    return null;
                }
                ofTypes.put(place, key);
            }
            keys.add(ofTypes);
        }
        return new Look(Ways.path(keys).stage(), RowType.VALUE, true);
    }

    /**
     * The type of the places with a label; null when they have several types, or when the name can mean something
     * else.
     */
    private @Nullable RowType type(String label, RowType current, Step<?, ?> step) {
        boolean isClear = !current.isValue()
                && !unclear.contains(label)
                && !step.getTraversal().getSideEffects().exists(label);
        return isClear ? types.get(label) : null;
    }

    private @Nullable Look selectOne(SelectOneStep<?, ?> step, RowType current) {
        String label = step.getScopeKeys().iterator().next();
        RowType place = type(label, current, step);
        if (place == null || step.getPop() != Pop.last) {
            return null;
        }
        Traversal.Admin<?, ?> by = step.getLocalChildren().isEmpty()
                ? new IdentityTraversal<>()
                : step.getLocalChildren().get(0);
        if (by instanceof IdentityTraversal) {
            return new Look(Ways.select(label, place), place, true);
        }
        Key key = Bys.key(by, place, NONE);
        return key == null ? null : new Look(Ways.at(label, place, key).stage(), RowType.VALUE, true);
    }

    private @Nullable Look select(SelectStep<?, ?> step, RowType current) {
        List<? extends Traversal.Admin<?, ?>> bys = step.getLocalChildren();
        List<Key> keys = new ArrayList<>();
        for (String label : step.getSelectKeys()) {
            Key key = at(label, current, step, bys, keys.size());
            if (key == null) {
                return null;
            }
            keys.add(key);
        }
        return step.getPop() == Pop.last
                ? new Look(Ways.select(step.getSelectKeys(), keys).stage(), RowType.VALUE, true)
                : null;
    }

    /** The key for a labelled place, by the next one of some {@code by()} in turn. */
    private @Nullable Key at(
            String label, RowType current, Step<?, ?> step, List<? extends Traversal.Admin<?, ?>> bys, int turn) {
        RowType place = type(label, current, step);
        if (place == null) {
            return null;
        }
        Key key = by(bys, turn, place);
        return key == null ? null : Ways.at(label, place, key);
    }

    private static @Nullable Key by(List<? extends Traversal.Admin<?, ?>> bys, int turn, RowType type) {
        return bys.isEmpty() ? Keys.ITSELF : Bys.key(bys.get(turn % bys.size()), type, NONE);
    }

    private @Nullable Look where(WherePredicateStep<?> step, RowType current) {
        P<?> predicate = step.getPredicate().orElseThrow();
        if (predicate.getBiPredicate() instanceof Contains how) {
            return among(step, how, predicate.getValue(), current);
        }
        if (predicate instanceof ConnectiveP || !(predicate.getBiPredicate() instanceof Compare how)) {
            return null;
        }
        String start = step.getStartKey().orElse(null);
        String other = (String) predicate.getValue();
        List<? extends Traversal.Admin<?, ?>> bys = step.getLocalChildren();
        RowType left = start == null ? current : type(start, current, step);
        boolean isVertex = bys.isEmpty() && left == RowType.VERTEX && type(other, current, step) == RowType.VERTEX;
        if (isVertex && (how == Compare.eq || how == Compare.neq)) {
            return new Look(Ways.whereVertex(start, how, other), current, false);
        }
        Key one = start != null ? at(start, current, step, bys, 0) : left == null ? null : by(bys, 0, left);
        Key two = at(other, current, step, bys, 1);
        return one == null || two == null ? null : new Look(Ways.where(one, predicate, two), current, false);
    }

    /** A filter for vertices that are, or are not, among those gathered under a name. */
    private @Nullable Look among(WherePredicateStep<?> step, Contains how, Object names, RowType current) {
        boolean isPlain = current == RowType.VERTEX
                && step.getStartKey().isEmpty()
                && step.getLocalChildren().isEmpty()
                && names instanceof Collection<?> few
                && few.size() == 1
                && few.iterator().next() instanceof String name
                && gathered.contains(name);
        return isPlain
                ? new Look(
                        Aggregate.among(
                                (String) ((Collection<?>) names).iterator().next(), how),
                        current,
                        false)
                : null;
    }
}

package io.pragh.tinkerpop.process.step;

import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.Barrier;
import org.apache.tinkerpop.gremlin.process.traversal.step.LambdaHolder;
import org.apache.tinkerpop.gremlin.process.traversal.step.LocalBarrier;
import org.apache.tinkerpop.gremlin.process.traversal.step.Mutating;
import org.apache.tinkerpop.gremlin.process.traversal.step.Scoping;
import org.apache.tinkerpop.gremlin.process.traversal.step.SideEffectCapable;
import org.apache.tinkerpop.gremlin.process.traversal.step.TraversalParent;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.BranchStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.LocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.OptionalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.RepeatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DedupGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.RangeGlobalStepContract;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.TimeLimitStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.TraversalFlatMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.AggregateStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.EmptyStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.EmptyTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/**
 * How many traversers a step gathers before it reads: few at first where somebody behind it may want no more, many where all will be
 * wanted. Immutable.
 *
 * @param first how many at first
 * @param max how many at most, after doubling again and again
 */
public record BatchSize(int first, int max) {
    /** At first, when all results are wanted: what goes to other nodes in one batch of READs. */
    public static final int EAGER_FIRST = 256;
    /** At most: what a barrier of Gremlin's own gathers. */
    public static final int MOST = 2048;

    /** Steps that see what others do meanwhile. */
    static final BatchSize ALONE = new BatchSize(1, 1);

    static final BatchSize HESITANT = new BatchSize(1, MOST);
    static final BatchSize EAGER = new BatchSize(EAGER_FIRST, MOST);

    /** The size for a step in the traversal that it is in. Cost: a walk over all steps, once for a traversal that begins with a {@link Timed} one. */
    static BatchSize of(Step<?, ?> step) {
        Traversal.Admin<?, ?> root = TraversalHelper.getRootTraversal(step.getTraversal());
        if (root.getStartStep() instanceof Timed first ? first.isWatched() : isWatched(root)) {
            return ALONE;
        }
        return mayEndEarly(step) ? HESITANT : EAGER;
    }

    /** Whether elements change while they are traversed, or a step can tell how far those before it have come. */
    public static boolean isWatched(Traversal.Admin<?, ?> root) {
        if (TraversalHelper.anyStepRecursively(step -> step instanceof Mutating, root)) {
            return true;
        }
        return TraversalHelper.anyStepRecursively(BatchSize::leavesTraces, root)
                && TraversalHelper.anyStepRecursively(s -> s instanceof Scoping || s instanceof LambdaHolder, root);
    }

    /** Whether a step changes a side effect with every traverser, not with all of them at once. */
    private static boolean leavesTraces(Step<?, ?> step) {
        return step instanceof SideEffectCapable
                && !(step instanceof AggregateStep && TraversalHelper.isGlobalChild(step.getTraversal()));
    }

    /** Whether those behind a step may stop asking before it has given all. */
    public static boolean mayEndEarly(Step<?, ?> step) {
        Step<?, ?> next = step.getNextStep();
        Traversal.Admin<?, ?> traversal = step.getTraversal();
        while (true) {
            if (next instanceof EmptyStep) {
                TraversalParent parent = traversal.getParent();
                if (parent.asStep() instanceof EmptyStep || traversal instanceof EmptyTraversal) {
                    return false;
                }
                Step<?, ?> around = parent.asStep();
                if (!passesAllOn(around)) {
                    return true;
                }
                traversal = around.getTraversal();
                next = around.getNextStep();
            } else if (next instanceof RangeGlobalStepContract || next instanceof TimeLimitStep) {
                return true;
            } else if (drains(next)) {
                return false;
            } else {
                next = next.getNextStep();
            }
        }
    }

    /** Whether a step passes on all that its children find. */
    private static boolean passesAllOn(Step<?, ?> step) {
        return step instanceof RepeatStep
                || step instanceof BranchStep
                || step instanceof LocalStep
                || step instanceof OptionalStep
                || step instanceof TraversalFlatMapStep;
    }

    private static boolean drains(Step<?, ?> step) {
        return step instanceof LocalBarrier || step instanceof Barrier && !(step instanceof DedupGlobalStep);
    }
}

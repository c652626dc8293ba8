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
 * The number of traversers that a step gathers before it reads: few at first where a later step may stop early, many
 * where all are wanted. Immutable.
 *
 * @param first the first batch
 * @param max the greatest batch, after repeated doubling
 */
public record BatchSize(int first, int max) {
    /** The first batch when all results are wanted: the size that goes to other nodes in one batch of READs. */
    public static final int EAGER_FIRST = 256;
    /** The greatest batch: as many as a barrier of Gremlin gathers. */
    public static final int MOST = 2048;

    /** For steps that can see changes of other steps meanwhile. */
    static final BatchSize ALONE = new BatchSize(1, 1);

    static final BatchSize HESITANT = new BatchSize(1, MOST);
    static final BatchSize EAGER = new BatchSize(EAGER_FIRST, MOST);

    /**
     * The size for a step in the traversal that it is in. Cost: a walk over all steps, once for a traversal that
     * begins with a {@link Timed} one.
     */
    static BatchSize of(Step<?, ?> step) {
        Traversal.Admin<?, ?> root = TraversalHelper.getRootTraversal(step.getTraversal());
        if (root.getStartStep() instanceof Timed first ? first.isWatched() : isWatched(root)) {
            return ALONE;
        }
        return mayEndEarly(step) ? HESITANT : EAGER;
    }

    /** Whether elements change while they are traversed, or a step can observe the progress of earlier ones. */
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

    /** Whether steps behind this one may stop asking before it has given all its results. */
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

    /** Whether a step passes on all results of its children. */
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

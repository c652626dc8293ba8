package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.process.step.PraghGraphStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.AbstractLambdaTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValueHolder;
import org.apache.tinkerpop.gremlin.process.traversal.step.LambdaHolder;
import org.apache.tinkerpop.gremlin.process.traversal.step.Mutating;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.RepeatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.IsStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.IsStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.RangeGlobalStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.HasNextStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.ComputerAwareStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the first steps of a traversal by a plan, as far as plans can do the same; the remaining steps continue
 * with the plan's results. Stateless.
 */
public final class PlanCompiler {
    /** Steps that the language gremlin-lang also uses for constants. */
    private static final Set<Class<?>> CONSTANTS = Set.of(
            GraphStepPlaceholder.class,
            VertexStepPlaceholder.class,
            RangeGlobalStepPlaceholder.class,
            IsStepPlaceholder.class);

    /** The fewest steps for which a plan pays. */
    private static final int STEPS_MIN = 2;

    private PlanCompiler() {}

    /**
     * Replaces all steps, as the application has written them; false, and the traversal is unchanged, when it has
     * steps that plans do not know.
     */
    public static boolean compileWhole(Traversal.Admin<?, ?> traversal) {
        List<Step<?, ?>> steps = steps(traversal);
        if (steps.size() < STEPS_MIN || isCountCompared(steps)) {
            return false;
        }
        StepReader reader = new StepReader(steps);
        Chain plan = reader.source();
        if (plan == null || reader.rest() != 0) {
            return false;
        }
        replace(traversal, plan, steps.size(), false);
        return true;
    }

    /** Whether a traversal consists of one plan. */
    public static boolean isWhole(Traversal.Admin<?, ?> traversal) {
        return traversal.getSteps().size() == 1 && traversal.getStartStep() instanceof PlanStep;
    }

    /** Replaces as many steps as a plan can stand for. */
    public static void compilePrefix(Traversal.Admin<?, ?> traversal) {
        List<Step<?, ?>> steps = steps(traversal);
        if (steps.isEmpty() || isWatched(traversal)) {
            return;
        }
        StepReader reader = new StepReader(steps);
        Chain plan = reader.source();
        int taken = steps.size() - reader.rest();
        if (plan != null && taken >= STEPS_MIN) {
            Needs needs = Needs.of(
                    steps.subList(Math.min(taken, reader.rememberedFrom()), taken), steps.subList(taken, steps.size()));
            if (needs.areMet(plan, reader.notesWays())) {
                replace(traversal, plan, taken, needs.ways());
            }
        }
    }

    /** Whether Gremlin stops counting as early as it can, and so changes the result of {@code count()}. */
    private static boolean isCountCompared(List<Step<?, ?>> steps) {
        for (int i = 1; i < steps.size(); i++) {
            if (steps.get(i) instanceof IsStep && steps.get(i - 1) instanceof CountGlobalStep) {
                return true;
            }
        }
        return false;
    }

    /** The needs of the steps behind a plan: traversers' whole paths, or their labelled places. */
    private record Needs(boolean path, boolean names, boolean others) {
        static Needs of(List<Step<?, ?>> taken, List<Step<?, ?>> rest) {
            boolean named = taken.stream().anyMatch(WayReader::hasName);
            return new Needs(
                    rest.stream().anyMatch(step -> step.getRequirements().contains(TraverserRequirement.PATH)),
                    named && rest.stream().anyMatch(WayReader::looksForNames),
                    rest.stream().anyMatch(Needs::isOther));
        }

        /** Whether a step needs traversers one by one, or sacks that plans do not know. */
        private static boolean isOther(Step<?, ?> step) {
            Set<TraverserRequirement> all = step.getRequirements();
            return all.contains(TraverserRequirement.ONE_BULK)
                    || all.contains(TraverserRequirement.SACK) && !Sacks.areKnown(step);
        }

        boolean ways() {
            return path || names;
        }

        /**
         * Whether a plan's traversers meet these needs, given that rows record their paths up to its end, or do not.
         */
        boolean areMet(Chain plan, boolean noted) {
            return !others && (!path || noted && plan.hasPaths()) && (!names || noted);
        }
    }

    /**
     * Whether the traversal changes data that it reads, runs code that may, or has a step whose own metrics belong
     * among those of other steps.
     */
    private static boolean isWatched(Traversal.Admin<?, ?> traversal) {
        return TraversalHelper.anyStepRecursively(
                step -> step instanceof Mutating
                        || step instanceof LambdaHolder && !Sacks.isKnown(step)
                        || step instanceof Profiling && !(step instanceof PraghGraphStep),
                traversal);
    }

    /**
     * Its steps; a placeholder without parameters counts as the step that it will become, as long as that has no
     * children.
     */
    static List<Step<?, ?>> steps(Traversal.Admin<?, ?> traversal) {
        List<Step<?, ?>> steps = new ArrayList<>(traversal.getSteps().size());
        for (Object step : traversal.getSteps()) {
            steps.add(
                    step instanceof GValueHolder<?, ?> holder && CONSTANTS.contains(step.getClass())
                            ? constant(holder)
                            : (Step<?, ?>) step);
        }
        return steps;
    }

    private static Step<?, ?> constant(GValueHolder<?, ?> step) {
        return step.isParameterized() ? step : step.asConcreteStep();
    }

    private static void replace(Traversal.Admin<?, ?> traversal, Chain plan, int taken, boolean withWays) {
        for (int i = 0; i < taken; i++) {
            traversal.removeStep(0);
        }
        traversal.addStep(0, new PlanStep<>(traversal, plan, Map.of(), withWays));
    }

    /** The chain for a child that answers a question about each row, or null. */
    static @Nullable Chain child(Traversal.Admin<?, ?> traversal, RowType type, WayReader ways) {
        return whole(traversal, StepReader.alone(stepsOfChild(traversal), type, ways));
    }

    /**
     * The chain for a child that is only asked whether it has a result; {@code inLoop} when it may ask for the loop
     * count.
     */
    static @Nullable Chain test(Traversal.Admin<?, ?> traversal, RowType type, boolean inLoop, WayReader ways) {
        return whole(traversal, StepReader.test(stepsOfChild(traversal), type, inLoop, ways));
    }

    /** The chain for a child whose results continue in the outer traversal. */
    static @Nullable Chain onward(Traversal.Admin<?, ?> traversal, RowType type, WayReader ways) {
        return whole(traversal, StepReader.onward(stepsOfChild(traversal), type, ways));
    }

    /** The chain for a child whose results continue, for one traverser after the other. */
    static @Nullable Chain apart(Traversal.Admin<?, ?> traversal, RowType type, WayReader ways) {
        return whole(traversal, StepReader.apart(stepsOfChild(traversal), type, ways));
    }

    /**
     * The chain for a child that is repeated, from vertices; {@code leavesOut} when it may drop vertices that came in
     * an earlier loop.
     */
    static @Nullable Chain repeated(Traversal.Admin<?, ?> traversal, boolean leavesOut, WayReader ways) {
        return whole(traversal, StepReader.repeated(stepsOfChild(traversal), leavesOut, ways));
    }

    private static @Nullable Chain whole(Traversal.Admin<?, ?> traversal, StepReader reader) {
        if (traversal instanceof AbstractLambdaTraversal) {
            return null; // it has no steps, and is not empty
        }
        Chain chain = reader.inner();
        return reader.rest() == 0 ? chain : null;
    }

    static List<Step<?, ?>> stepsOfChild(Traversal.Admin<?, ?> traversal) {
        List<Step<?, ?>> steps = steps(traversal);
        int last = steps.size() - 1;
        if (last >= 0 && isEnd(steps.get(last))) {
            steps.remove(last);
        }
        return steps;
    }

    /** Whether a step only returns to the parent step, or tells it whether there is a result. */
    private static boolean isEnd(Step<?, ?> step) {
        return step instanceof RepeatStep.RepeatEndStep
                || step instanceof ComputerAwareStep.EndStep
                || step instanceof HasNextStep;
    }
}

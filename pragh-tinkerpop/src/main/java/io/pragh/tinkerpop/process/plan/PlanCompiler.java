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
 * Puts a plan in the place of the steps that a traversal begins with, as far as plans can do the same; what is left of the traversal goes on with what the
 * plan gives. Stateless.
 */
public final class PlanCompiler {
    /** Steps that the language gremlin-lang makes of constants, too. */
    private static final Set<Class<?>> CONSTANTS = Set.of(
            GraphStepPlaceholder.class,
            VertexStepPlaceholder.class,
            RangeGlobalStepPlaceholder.class,
            IsStepPlaceholder.class);

    /** A plan for so few steps gains nothing. */
    private static final int STEPS_MIN = 2;

    private PlanCompiler() {}

    /** Puts a plan in the place of all steps, as the application has written them; false when the traversal has others, and is as it was. */
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

    /** Whether a traversal is nothing but a plan. */
    public static boolean isWhole(Traversal.Admin<?, ?> traversal) {
        return traversal.getSteps().size() == 1 && traversal.getStartStep() instanceof PlanStep;
    }

    /** Puts a plan in the place of as many steps as it can stand for. */
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

    /** Whether Gremlin does not count further than it has to, and so changes what comes out of {@code count()}. */
    private static boolean isCountCompared(List<Step<?, ?>> steps) {
        for (int i = 1; i < steps.size(); i++) {
            if (steps.get(i) instanceof IsStep && steps.get(i - 1) instanceof CountGlobalStep) {
                return true;
            }
        }
        return false;
    }

    /** What the steps behind a plan need of its traversers: their whole way, or the places on it that have names. */
    private record Needs(boolean path, boolean names, boolean others) {
        static Needs of(List<Step<?, ?>> taken, List<Step<?, ?>> rest) {
            boolean named = taken.stream().anyMatch(WayReader::hasName);
            return new Needs(
                    rest.stream().anyMatch(step -> step.getRequirements().contains(TraverserRequirement.PATH)),
                    named && rest.stream().anyMatch(WayReader::looksForNames),
                    rest.stream().anyMatch(Needs::isOther));
        }

        /** Whether a step wants traversers one by one, or with sacks that plans do not know. */
        private static boolean isOther(Step<?, ?> step) {
            Set<TraverserRequirement> all = step.getRequirements();
            return all.contains(TraverserRequirement.ONE_BULK)
                    || all.contains(TraverserRequirement.SACK) && !Sacks.areKnown(step);
        }

        boolean ways() {
            return path || names;
        }

        /** Whether traversers out of a plan have it, when rows have noted their ways up to its end, or have not. */
        boolean areMet(Chain plan, boolean noted) {
            return !others && (!path || noted && plan.hasPaths()) && (!names || noted);
        }
    }

    /** Whether the traversal changes what it reads, runs code that may, or has a step whose own metrics have their place among those of others. */
    private static boolean isWatched(Traversal.Admin<?, ?> traversal) {
        return TraversalHelper.anyStepRecursively(
                step -> step instanceof Mutating
                        || step instanceof LambdaHolder && !Sacks.isKnown(step)
                        || step instanceof Profiling && !(step instanceof PraghGraphStep),
                traversal);
    }

    /** Its steps; those that could have parameters and have none as what they will be, as long as that is nobody's parent. */
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

    /** For a child that finds something out about each row: the chain that it is, or null. */
    static @Nullable Chain child(Traversal.Admin<?, ?> traversal, RowType type, WayReader ways) {
        return whole(traversal, StepReader.alone(stepsOfChild(traversal), type, ways));
    }

    /** The same for a child of which nobody asks more than whether it comes to something; {@code inLoop} when it may ask how many loops there were. */
    static @Nullable Chain test(Traversal.Admin<?, ?> traversal, RowType type, boolean inLoop, WayReader ways) {
        return whole(traversal, StepReader.test(stepsOfChild(traversal), type, inLoop, ways));
    }

    /** The same for a child that leads on. */
    static @Nullable Chain onward(Traversal.Admin<?, ?> traversal, RowType type, WayReader ways) {
        return whole(traversal, StepReader.onward(stepsOfChild(traversal), type, ways));
    }

    /** The same for a child that leads on from one traverser after the other. */
    static @Nullable Chain apart(Traversal.Admin<?, ?> traversal, RowType type, WayReader ways) {
        return whole(traversal, StepReader.apart(stepsOfChild(traversal), type, ways));
    }

    /** The same for a child that is repeated, from vertices; {@code leavesOut} when it may leave out what has come in a loop before. */
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

    /** Whether a step only leads back to the one that it is a child of, or tells it whether there is anything. */
    private static boolean isEnd(Step<?, ?> step) {
        return step instanceof RepeatStep.RepeatEndStep
                || step instanceof ComputerAwareStep.EndStep
                || step instanceof HasNextStep;
    }
}

package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pick;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.AbstractLambdaTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.IdentityTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.PredicateTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.TokenTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.TraversalParent;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.BranchStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.ChooseStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.LocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.OptionalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.UnionStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CoalesceStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.FoldStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.HasNextStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.IdStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.LabelStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.TraversalFlatMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.IdentityStep;
import org.javatuples.Pair;
import org.jspecify.annotations.Nullable;

/**
 * The chains of a step that branches, or of a step with one child. Immutable.
 *
 * @param kind determines which of them count
 * @param chains all of them
 * @param choice selects the chains of each row; null where the kind determines them
 * @param then type of their results
 * @param goesOn whether the places within the chains, and their changes of sacks, belong to the results
 */
record Branches(
        Branch.Kind kind, List<Chain> chains, @Nullable Choice choice, RowType then, boolean goesOn) {
    /**
     * The chains of the step at an index; null where it is no such step, or one of its children cannot be a chain.
     */
    static @Nullable Branches of(Step<?, ?> step, int index, RowType type, WayReader ways) {
        Branch.Kind kind = kind(step);
        if (kind == null) {
            return null;
        }
        boolean goesOn = kind.goesOn() && !(step instanceof TraversalFlatMapStep);
        WayReader inner = ways.ofChildren(index, goesOn);
        Choice choice =
                step instanceof BranchStep<?, ?, ?> branch && kind.isChoice() ? choice(branch, type, inner) : null;
        List<Chain> chains =
                choice != null ? choice.chains() : kind.isChoice() ? List.of() : chains(step, kind, type, inner);
        if (chains.isEmpty() || !goesOn && chains.stream().anyMatch(Chain::sacks)) {
            return null; // the steps behind keep the sacks from before the step
        }
        RowType first = kind == Branch.Kind.OPTIONAL ? type : chains.get(0).type();
        boolean isOneType = chains.stream().allMatch(chain -> chain.type().plain() == first.plain());
        boolean isSame = chains.stream().allMatch(chain -> chain.type() == first);
        return isOneType || !inner.named() // a recorded place has one type
                ? new Branches(kind, chains, choice, isSame ? first : isOneType ? first.plain() : RowType.VALUE, goesOn)
                : null;
    }

    /** Whether any chain changes sacks. */
    boolean sacks() {
        return chains.stream().anyMatch(Chain::sacks);
    }

    private static Branch.@Nullable Kind kind(Step<?, ?> step) {
        if (step.getClass() == UnionStep.class) {
            return ((UnionStep<?, ?>) step).isStart() ? null : Branch.Kind.UNION;
        }
        if (step instanceof LocalStep<?, ?> local) {
            return Samples.areIn(local) ? Branch.Kind.LOCAL : Branch.Kind.UNION;
        }
        if (step instanceof TraversalFlatMapStep) {
            return Branch.Kind.UNION;
        }
        if (step instanceof CoalesceStep) {
            return Branch.Kind.COALESCE;
        }
        if (step instanceof OptionalStep) {
            return Branch.Kind.OPTIONAL;
        }
        if (step instanceof ChooseStep) {
            return Branch.Kind.CHOOSE;
        }
        return step.getClass() == BranchStep.class ? Branch.Kind.BRANCH : null;
    }

    private static List<Chain> chains(Step<?, ?> step, Branch.Kind kind, RowType type, WayReader ways) {
        TraversalParent parent = (TraversalParent) step;
        List<Chain> chains = new ArrayList<>();
        for (Traversal.Admin<?, ?> child :
                step instanceof UnionStep ? parent.<Object, Object>getGlobalChildren() : parent.getLocalChildren()) {
            Chain chain = switch (kind) {
                case LOCAL -> PlanCompiler.apart(child, type, ways);
                case COALESCE -> PlanCompiler.child(child, type, ways);
                case UNION, OPTIONAL, CHOOSE, BRANCH -> PlanCompiler.onward(child, type, ways);
            };
            if (chain == null) {
                return List.of();
            }
            chains.add(chain);
        }
        return chains;
    }

    private static @Nullable Choice choice(BranchStep<?, ?, ?> step, RowType type, WayReader ways) {
        Traversal.Admin<?, ?> branch = step.getBranchTraversal();
        if (!(branch.getEndStep() instanceof HasNextStep)) {
            Key value = Bys.first(branch, type, ways.inside());
            return value == null ? null : options(step, value, type, ways);
        }
        boolean isPlain = step instanceof ChooseStep<?, ?, ?> choose
                && choose.getChooseSemantics() == ChooseStep.ChooseSemantics.IF_THEN
                && choose.getTraversalOptions().size() == 2;
        Chain test = isPlain ? PlanCompiler.test(branch, type, false, ways.inside()) : null;
        List<Chain> chains = new ArrayList<>();
        for (Pair<? extends Traversal.Admin<?, ?>, ? extends Traversal.Admin<?, ?>> option :
                step.getTraversalOptions()) {
            Chain chain = test == null ? null : PlanCompiler.onward(option.getValue1(), type, ways);
            if (chain == null) {
                return null;
            }
            chains.add(chain);
        }
        return test == null ? null : new Choice.IfThen(test, List.copyOf(chains));
    }

    private static @Nullable Choice options(BranchStep<?, ?, ?> step, Key value, RowType type, WayReader ways) {
        boolean hasValue = hasValue(step.getBranchTraversal());
        List<Choice.Option> options = new ArrayList<>();
        for (Pair<? extends Traversal.Admin<?, ?>, ? extends Traversal.Admin<?, ?>> option :
                step.getTraversalOptions()) {
            Chain chain = PlanCompiler.onward(option.getValue1(), type, ways);
            P<?> test = test(option.getValue0());
            if (chain == null || test == null) {
                return null;
            }
            options.add(new Choice.Option(test, null, chain));
        }
        for (Pick pick : Pick.values()) {
            boolean isFor = !(hasValue && pick == Pick.unproductive);
            for (Traversal.Admin<?, ?> child : isFor
                    ? step.getTraversalPickOptions().getOrDefault(pick, List.of())
                    : List.<Traversal.Admin<?, ?>>of()) {
                Chain chain = PlanCompiler.onward(child, type, ways);
                if (chain == null) {
                    return null;
                }
                options.add(new Choice.Option(null, pick, chain));
            }
        }
        return new Choice.Options(value, hasValue, step instanceof ChooseStep, List.copyOf(options));
    }

    /**
     * The predicate that a value is compared with; null where it is a traversal or code of the application, or has a
     * parameter.
     */
    private static @Nullable P<?> test(Traversal.Admin<?, ?> token) {
        return token instanceof PredicateTraversal<?> tested
                        && tested.getPredicate() instanceof P<?> predicate
                        && !predicate.isParameterized()
                ? predicate
                : null;
    }

    /** Whether it has a result from everywhere. */
    private static boolean hasValue(Traversal.Admin<?, ?> branch) {
        if (branch instanceof AbstractLambdaTraversal) {
            return branch instanceof TokenTraversal || branch instanceof IdentityTraversal;
        }
        Step<?, ?> last = branch.getEndStep();
        return last instanceof CountGlobalStep
                || last instanceof FoldStep
                || branch.getSteps().size() == 1
                        && (last instanceof IdStep || last instanceof LabelStep || last instanceof IdentityStep);
    }
}

package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.IdentityTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.TokenTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.AndStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.ConnectiveStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DedupGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.IsStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.NotStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.OrStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.TraversalFilterStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.FoldStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GroupCountStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GroupStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.IdStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.LabelStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MaxGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MeanGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MinGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertiesStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SumGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.UnfoldStep;
import org.apache.tinkerpop.gremlin.structure.PropertyType;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/** Finds the stage for a step; null where there is none. Stateless. */
final class Stages {
    private Stages() {}

    private static boolean isElement(RowType type) {
        return type == RowType.VERTEX || type == RowType.EDGE;
    }

    /**
     * For steps that filter traversers; {@code alone} where each row of an outer chain is processed separately,
     * {@code inLoop} where the step may ask for the loop count.
     */
    static @Nullable Stage filter(Step<?, ?> step, RowType type, boolean alone, boolean inLoop, WayReader ways) {
        if (step.getClass() == HasStep.class) {
            return isElement(type) ? Filters.has(((HasStep<?>) step).getHasContainers()) : null;
        }
        if (step instanceof IsStep<?> is) {
            return isElement(type) ? null : Filters.is(is.getPredicate());
        }
        if (step instanceof DedupGlobalStep<?> dedup) {
            return isPlain(dedup) ? (alone ? Each.dedup() : Dedup.stage()) : null;
        }
        if (step instanceof TraversalFilterStep<?> where) {
            return where(where.getFilterTraversal(), type, true, inLoop, ways);
        }
        if (step instanceof NotStep<?> not) {
            return where(not.getLocalChildren().get(0), type, false, inLoop, ways);
        }
        return step instanceof AndStep || step instanceof OrStep
                ? connect((ConnectiveStep<?>) step, type, inLoop, ways)
                : null;
    }

    /** Whether it compares the incoming objects themselves. */
    static boolean isPlain(DedupGlobalStep<?> dedup) {
        return dedup.getScopeKeys().isEmpty() && dedup.getLocalChildren().isEmpty();
    }

    private static @Nullable Stage where(
            Traversal.Admin<?, ?> child, RowType type, boolean wanted, boolean inLoop, WayReader ways) {
        Chain chain = PlanCompiler.test(child, type, inLoop, ways);
        return chain == null ? null : Filters.where(chain, wanted);
    }

    private static @Nullable Stage connect(ConnectiveStep<?> step, RowType type, boolean inLoop, WayReader ways) {
        List<Chain> chains = new ArrayList<>();
        for (Traversal.Admin<?, ?> child : step.getLocalChildren()) {
            Chain chain = PlanCompiler.test(child, type, inLoop, ways);
            if (chain == null) {
                return null;
            }
            chains.add(chain);
        }
        return chains.isEmpty() ? null : Filters.connect(chains, step instanceof AndStep);
    }

    /** Stages, and the type of their results. */
    record Ended(List<Stage> stages, RowType then) {
        static final Ended NOT = new Ended(List.of(), RowType.VALUE);
    }

    /** For steps from elements to their properties, and from values to other values. */
    static @Nullable Ended projection(Step<?, ?> step, RowType type, WayReader ways) {
        Key map = Bys.map(step, type, ways);
        if (map != null) {
            return new Ended(List.of(map.stage()), map.made());
        }
        if (step instanceof UnfoldStep) {
            RowType each = type.unfolded();
            return isElement(type) ? null : new Ended(List.of(Unfold.stage(each)), each);
        }
        Stage read = read(step, type);
        return read == null ? null : new Ended(List.of(read), RowType.VALUE);
    }

    private static @Nullable Stage read(Step<?, ?> step, RowType type) {
        if (!isElement(type)) {
            return null;
        }
        if (step instanceof IdStep) {
            return Projections.identifiers();
        }
        if (step instanceof LabelStep) {
            return Keys.label().stage();
        }
        return step instanceof PropertiesStep<?> properties && properties.getReturnType() == PropertyType.VALUE
                ? Projections.values(properties.getPropertyKeys())
                : null;
    }

    /**
     * For steps that make one value of all input, or of all that comes from an outer row; without stages where there
     * are none.
     */
    static Ended total(Step<?, ?> step, RowType type, boolean alone, WayReader ways) {
        Total.Kind kind = totalKind(step, type);
        if (kind != null) {
            boolean isCount = step instanceof CountGlobalStep;
            Stage total = alone ? Each.total(kind) : isCount ? Totals.count() : Totals.of(kind);
            return new Ended(List.of(total), typeOf(step, type));
        }
        if (step instanceof GroupCountStep<?, ?> group) {
            return groupCount(group, type, alone, ways);
        }
        Ended group = !alone && step instanceof GroupStep<?, ?, ?> groups ? Bys.group(groups, type, ways) : null;
        return group == null ? Ended.NOT : group;
    }

    /** The type of the result of such a step on input of a type. */
    static RowType typeOf(Step<?, ?> total, RowType type) {
        return total instanceof FoldStep ? RowType.collection(type) : RowType.VALUE;
    }

    /** The total for a step that makes one value of all input; null for other steps. */
    static Total.@Nullable Kind totalKind(Step<?, ?> step, RowType type) {
        Total.Kind kind = null;
        if (step instanceof CountGlobalStep) {
            kind = Total.count();
        } else if (step instanceof SumGlobalStep) {
            kind = Total.sum();
        } else if (step instanceof MeanGlobalStep) {
            kind = Total.mean();
        } else if (step instanceof MaxGlobalStep || step instanceof MinGlobalStep) {
            kind = Total.extreme(step instanceof MaxGlobalStep);
        } else if (step instanceof FoldStep<?, ?> fold && fold.isListFold()) {
            kind = Total.fold();
        }
        return kind != null && (kind.ofElements() || !isElement(type)) ? kind : null;
    }

    private static Ended groupCount(GroupCountStep<?, ?> step, RowType type, boolean alone, WayReader ways) {
        Stage each = alone ? Each.total(Total.countEach()) : Totals.countEach();
        boolean isItself =
                step.getLocalChildren().isEmpty() || step.getLocalChildren().get(0) instanceof IdentityTraversal;
        if (isItself && !isElement(type)) {
            return new Ended(List.of(each), RowType.map(type, RowType.VALUE));
        }
        Traversal.Admin<?, ?> by =
                isItself ? new IdentityTraversal<>() : step.getLocalChildren().get(0);
        if (by instanceof TokenTraversal<?, ?> token && token.getToken() == T.id && isElement(type)) {
            return new Ended(List.of(Projections.identifiers(), each), RowType.map(RowType.VALUE, RowType.VALUE));
        }
        Key key = Bys.key(by, type, ways);
        return key == null
                ? Ended.NOT
                : new Ended(List.of(key.of(RowType.VALUE).stage(), each), RowType.map(key.made(), RowType.VALUE));
    }
}

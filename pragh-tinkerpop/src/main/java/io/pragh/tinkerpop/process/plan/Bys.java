package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.ColumnTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.IdentityTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.TokenTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.ValueTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ConstantStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ElementMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GroupStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.OrderGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ProjectStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertiesStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertyMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SackStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SampleLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SelectOneStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.TraversalMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.WithOptions;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.PropertyType;
import org.apache.tinkerpop.gremlin.structure.T;
import org.javatuples.Pair;
import org.jspecify.annotations.Nullable;

/** Finds the keys and stages for {@code by()} modulators; null where there is none. Stateless. */
final class Bys {
    private Bys() {}

    /** The key of a {@code by()} on rows of a type. */
    // Gremlin's strategies take by(values("k")) for by("k"), which refuses a vertex with several values.
    static @Nullable Key key(Traversal.Admin<?, ?> by, RowType type, WayReader ways) {
        boolean isValueOfKey = isElement(type)
                && by.getSteps().size() == 1
                && by.getStartStep() instanceof PropertiesStep<?> values
                && values.getReturnType() == PropertyType.VALUE
                && values.getPropertyKeys().length == 1
                && values.getLabels().isEmpty();
        return isValueOfKey
                ? Keys.value(((PropertiesStep<?>) (Step<?, ?>) by.getStartStep()).getPropertyKeys()[0])
                : first(by, type, ways);
    }

    private static boolean isElement(RowType type) {
        return type == RowType.VERTEX || type == RowType.EDGE;
    }

    /** The key for the first result of a child on rows of a type. */
    static @Nullable Key first(Traversal.Admin<?, ?> by, RowType type, WayReader ways) {
        boolean isElement = isElement(type);
        if (by instanceof IdentityTraversal) {
            return Keys.ITSELF.of(type);
        }
        if (by instanceof ColumnTraversal column) {
            return isElement ? null : Keys.column(column.getColumn()).of(type.of(column.getColumn()));
        }
        if (by instanceof TokenTraversal<?, ?> token) {
            return !isElement
                    ? null
                    : token.getToken() == T.id ? Keys.identifier() : token.getToken() == T.label ? Keys.label() : null;
        }
        if (by instanceof ValueTraversal<?, ?> value) {
            boolean isPlain = isElement
                    && by.getClass() == ValueTraversal.class
                    && by.getSteps().isEmpty();
            return isPlain ? Keys.value(value.getPropertyKey()) : null;
        }
        Key entry = entry(by, type);
        if (entry != null) {
            return entry;
        }
        if (by.getSteps().size() == 1
                && (by.getStartStep() instanceof SackStep || by.getStartStep() instanceof ConstantStep)
                && by.getStartStep().getLabels().isEmpty()) {
            return map(by.getStartStep(), type, ways);
        }
        Chain chain = PlanCompiler.child(by, type, ways);
        return chain == null ? null : Keys.first(chain);
    }

    /** The key for a map's entry of a name, where the name can have no other meaning. */
    private static @Nullable Key entry(Traversal.Admin<?, ?> by, RowType type) {
        boolean selects = by.getSteps().size() == 1 && by.getStartStep() instanceof SelectOneStep;
        return selects ? entry((SelectOneStep<?, ?>) (Step<?, ?>) by.getStartStep(), type) : null;
    }

    /** As {@link #entry(Traversal.Admin, RowType)}, for a step. */
    static @Nullable Key entry(SelectOneStep<?, ?> step, RowType type) {
        String name = step.getScopeKeys().iterator().next();
        boolean isPlain = type.isValue()
                && step.getLocalChildren().stream().allMatch(IdentityTraversal.class::isInstance)
                && !isUsed(name, step.getTraversal());
        return isPlain ? Keys.entry(name).of(type.of(name)) : null;
    }

    /** Whether anything in a traversal, or in an enclosing one, has a name. */
    static boolean isUsed(String name, Traversal.Admin<?, ?> traversal) {
        Traversal.Admin<?, ?> root = TraversalHelper.getRootTraversal(traversal);
        return root.getSideEffects().exists(name)
                || TraversalHelper.anyStepRecursively(step -> step.getLabels().contains(name), root);
    }

    /** The keys of several {@code by()}. */
    static @Nullable List<Key> keys(List<? extends Traversal.Admin<?, ?>> bys, RowType type, WayReader ways) {
        List<Key> keys = new ArrayList<>();
        for (Traversal.Admin<?, ?> by : bys) {
            Key key = key(by, type, ways);
            if (key == null) {
                return null;
            }
            keys.add(key);
        }
        return keys;
    }

    /** The key of a step that makes one value of each row. */
    static @Nullable Key map(Step<?, ?> step, RowType type, WayReader ways) {
        if (step instanceof ProjectStep<?, ?> project) {
            List<Key> keys = keys(project.getLocalChildren(), type, ways);
            return keys == null
                    ? null
                    : Keys.project(project.getProjectKeys(), keys.isEmpty() ? List.of(Keys.ITSELF.of(type)) : keys);
        }
        if (step instanceof TraversalMapStep<?, ?> map) {
            return first(map.getLocalChildren().get(0), type, ways);
        }
        if (step instanceof ConstantStep<?, ?> constant) {
            return Keys.constant(constant.getConstant());
        }
        if (step instanceof SackStep) {
            return Sacks.value(step);
        }
        if (step instanceof SampleLocalStep<?> sample) {
            return Samples.local(sample, type);
        }
        if (!isElement(type)) {
            return Scalars.key(step, type);
        }
        if (step.getClass() == PropertyMapStep.class) {
            return valueMap((PropertyMapStep<?, ?>) step, type);
        }
        if (step.getClass() != ElementMapStep.class) {
            return null;
        }
        String[] keys = ((ElementMapStep<?, ?>) step).getPropertyKeys();
        return type == RowType.EDGE ? EdgeMaps.elements(keys) : Keys.elementMap(keys);
    }

    private static @Nullable Key valueMap(PropertyMapStep<?, ?> step, RowType type) {
        boolean isPlain = step.getReturnType() == PropertyType.VALUE
                && step.getPropertyTraversal() == null
                && step.getLocalChildren().isEmpty();
        int tokens = step.getIncludedTokens();
        boolean isKnown =
                (tokens & ~(WithOptions.ids | WithOptions.labels | WithOptions.keys | WithOptions.values)) == 0;
        if (!isPlain || !isKnown) {
            return null;
        }
        String[] keys = step.getPropertyKeys();
        boolean withIdentifier = (tokens & WithOptions.ids) != 0;
        boolean withLabel = (tokens & WithOptions.labels) != 0;
        return type == RowType.EDGE
                ? EdgeMaps.values(keys, withIdentifier, withLabel)
                : Keys.valueMap(keys, withIdentifier, withLabel);
    }

    /** The stage that sorts rows, of which at most so many are needed. */
    static @Nullable Stage order(OrderGlobalStep<?, ?> step, RowType type, long most, WayReader ways) {
        List<Sort.By> order = new ArrayList<>();
        for (Pair<Traversal.Admin<?, ?>, Comparator<?>> each : comparators(step)) {
            Key key = key(each.getValue0(), type, ways);
            Comparator<?> how = each.getValue1();
            if (key == null || !(how == Order.asc || how == Order.desc)) {
                return null;
            }
            order.add(new Sort.By(key, (Order) how));
        }
        return Sort.stage(order, most);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the comparators' types are those of the step
    private static List<Pair<Traversal.Admin<?, ?>, Comparator<?>>> comparators(OrderGlobalStep<?, ?> step) {
        return (List) step.getComparators();
    }

    /** The stages of a group step whose groups have one value each. */
    static Stages.@Nullable Ended group(GroupStep<?, ?, ?> step, RowType type, WayReader ways) {
        Traversal.Admin<?, ?> by = step.getKeyTraversal();
        Key key = by == null ? Keys.ITSELF.of(type) : key(by, type, ways);
        Optional<Reduced> value = Reduced.of(step.getValueTraversal(), type, ways);
        return key == null || value.isEmpty()
                ? null
                : new Stages.Ended(
                        List.of(Group.stage(key, value.get())),
                        RowType.map(key.made(), value.get().type()));
    }
}

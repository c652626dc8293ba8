package io.pragh.tinkerpop.process.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.PBiPredicate;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.apache.tinkerpop.gremlin.process.traversal.step.TraversalParent;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.jspecify.annotations.Nullable;

/**
 * The places of a plan whose values may differ in each execution: identifiers, and the values of a {@code has}.
 * Stateless.
 */
final class Holes {
    private static final Set<Class<?>> SCALARS = Set.of(
            String.class,
            Long.class,
            Integer.class,
            Short.class,
            Byte.class,
            Double.class,
            Float.class,
            Boolean.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class);

    /** Steps that take an identifier, or a value to compare with. */
    private static final Set<String> MAY_HAVE_HOLES = Set.of(
            GraphTraversal.Symbols.V,
            GraphTraversal.Symbols.has,
            GraphTraversal.Symbols.hasId,
            GraphTraversal.Symbols.hasLabel);

    private Holes() {}

    /**
     * Whether a value can fill a hole: a collection, or a value that Gremlin takes for a predicate or a traversal,
     * would make another traversal.
     */
    static boolean isScalar(@Nullable Object value) {
        return value != null && SCALARS.contains(value.getClass());
    }

    /** Whether identifiers are such values, or parameters with such a value. */
    static boolean areScalars(Object[] ids) {
        for (Object id : ids) {
            if (!isScalar(GValue.valueOf(id))) {
                return false;
            }
        }
        return true;
    }

    /** The identifiers for one execution. */
    static Object[] filled(Object[] ids, Map<String, Object> values) {
        Object[] filled = new Object[ids.length];
        for (int i = 0; i < ids.length; i++) {
            filled[i] = ids[i] instanceof GValue<?> parameter ? value(parameter, values) : ids[i];
        }
        return filled;
    }

    private static Object value(GValue<?> parameter, Map<String, Object> values) {
        String name = parameter.getName(); // null for a plain identifier beside parameters
        Object told = name == null ? null : values.get(name);
        return told == null ? parameter.get() : told;
    }

    /** The tests for one execution. */
    static List<HasContainer> filled(List<HasContainer> tests, Map<String, Object> values) {
        if (values.isEmpty()) {
            return tests;
        }
        List<HasContainer> filled = new ArrayList<>(tests.size());
        for (HasContainer test : tests) {
            GValue<?> parameter = parameter(test);
            filled.add(parameter == null ? test : with(test, value(parameter, values)));
        }
        return filled;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // a predicate checks what it can compare
    private static HasContainer with(HasContainer test, Object value) {
        return new HasContainer(test.getKey(), new P<>((PBiPredicate) test.getBiPredicate(), value));
    }

    /** The parameter that a test compares with; null when it has none, or an unknown predicate. */
    private static @Nullable GValue<?> parameter(HasContainer test) {
        P<?> predicate = test.getPredicate();
        boolean isPlain = predicate.getClass() == P.class && predicate.getBiPredicate() instanceof Compare;
        return isPlain && predicate.getGValues().size() == 1
                ? predicate.getGValues().iterator().next()
                : null;
    }

    /**
     * Whether all parameters of an uncompiled traversal are in holes, so that no other part of its plan depends on
     * one. The bytecode names the parameters of which Gremlin keeps only the value, as {@code constant} does; steps
     * tell how the others are compared.
     */
    static boolean areAll(Traversal.Admin<?, ?> traversal) {
        return areAll(traversal.getBytecode()) && areCompared(traversal);
    }

    private static boolean areAll(Bytecode written) {
        for (Bytecode.Instruction step : written.getStepInstructions()) {
            for (Object argument : step.getArguments()) {
                boolean isHole = MAY_HAVE_HOLES.contains(step.getOperator()) && argument instanceof Bytecode.Binding;
                if (!isHole && hasOther(argument)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean hasOther(Object argument) {
        return argument instanceof Bytecode.Binding
                || argument instanceof Bytecode child && !areAll(child)
                || argument instanceof Object[] array && Arrays.stream(array).anyMatch(Holes::hasOther)
                || argument instanceof Collection<?> several && several.stream().anyMatch(Holes::hasOther)
                || argument instanceof Map<?, ?> map
                        && (hasOther(map.keySet()) || hasOther(new ArrayList<Object>(map.values())));
    }

    private static boolean areCompared(Traversal.Admin<?, ?> traversal) {
        for (Step<?, ?> step : PlanCompiler.steps(traversal)) {
            boolean isCompared = step.getClass() != HasStep.class
                    || ((HasStep<?>) step)
                            .getHasContainers().stream()
                                    .allMatch(
                                            test -> !test.getPredicate().isParameterized() || parameter(test) != null);
            boolean areChildren = !(step instanceof TraversalParent parent)
                    || parent.getLocalChildren().stream().allMatch(Holes::areCompared)
                            && parent.getGlobalChildren().stream()
                                    .allMatch(child -> areCompared((Traversal.Admin<?, ?>) child));
            if (!isCompared || !areChildren) {
                return false;
            }
        }
        return true;
    }

    /** How often each parameter is in a hole, in an uncompiled traversal. */
    static Map<String, Integer> of(Traversal.Admin<?, ?> traversal) {
        Map<String, Integer> holes = new HashMap<>();
        count(traversal, holes);
        return holes;
    }

    private static void count(Traversal.Admin<?, ?> traversal, Map<String, Integer> holes) {
        for (Step<?, ?> step : PlanCompiler.steps(traversal)) {
            if (step instanceof GraphStepPlaceholder<?, ?> start) {
                for (GValue<?> id : start.getIdsAsGValues()) {
                    count(id, holes);
                }
            } else if (step.getClass() == HasStep.class) {
                ((HasStep<?>) step).getHasContainers().forEach(test -> count(parameter(test), holes));
            } else if (step instanceof TraversalParent parent) {
                parent.getLocalChildren().forEach(child -> count(child, holes));
                parent.getGlobalChildren().forEach(child -> count((Traversal.Admin<?, ?>) child, holes));
            }
        }
    }

    private static void count(@Nullable GValue<?> parameter, Map<String, Integer> holes) {
        if (parameter != null && parameter.isVariable()) {
            holes.merge(parameter.getName(), 1, Integer::sum);
        }
    }
}

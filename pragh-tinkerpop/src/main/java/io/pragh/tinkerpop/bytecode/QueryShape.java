package io.pragh.tinkerpop.bytecode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.OptionsStrategy;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.function.Lambda;
import org.jspecify.annotations.Nullable;

/** What the steps of a traversal say about it. Stateless. */
public final class QueryShape {
    private static final Set<String> CHANGING =
            Set.of("addV", "addE", "mergeV", "mergeE", "property", "drop", "call", "io", "program");

    private static final Set<String> TO_NEIGHBOURS = Set.of("out", "in", "both", "outE", "inE", "bothE", "to", "toE");

    private static final String VERTICES = "V";

    private QueryShape() {}

    /** Whether a traversal surely changes nothing and runs no code of the client's, wherever it is executed, and however often. */
    public static boolean onlyReads(Bytecode traversal) {
        return traversal.getSourceInstructions().stream().allMatch(QueryShape::onlySetsOptions)
                && all(traversal, step -> !CHANGING.contains(step.getOperator()));
    }

    /** As {@code with("evaluationTimeout", 500)} does: options of the request, which no step looks at. */
    private static boolean onlySetsOptions(Bytecode.Instruction source) {
        return Arrays.stream(source.getArguments()).allMatch(OptionsStrategy.class::isInstance);
    }

    /** Whether it has none of these steps, at any depth. */
    public static boolean hasNone(Bytecode traversal, Set<String> steps) {
        return all(traversal, step -> !steps.contains(step.getOperator()));
    }

    /** Whether a step goes from vertices to their edges or neighbours. */
    public static boolean goesToNeighbours(Bytecode traversal) {
        return !hasNone(traversal, TO_NEIGHBOURS);
    }

    /** The identifiers of the vertices with which it begins; empty when it begins otherwise, or does not say it one by one. */
    public static List<Object> firstVertices(Bytecode traversal) {
        List<Bytecode.Instruction> steps = traversal.getStepInstructions();
        if (steps.isEmpty() || !steps.get(0).getOperator().equals(VERTICES)) {
            return List.of();
        }
        List<Object> ids = new ArrayList<>();
        for (Object argument : steps.get(0).getArguments()) {
            Object value = argument instanceof Bytecode.Binding<?> bound ? bound.value() : argument;
            Object id = value instanceof Vertex vertex ? vertex.id() : value;
            if (id == null
                    || id instanceof Iterable
                    || id instanceof Map
                    || id instanceof Bytecode
                    || id.getClass().isArray()) {
                return List.of();
            }
            ids.add(id);
        }
        return ids;
    }

    private static boolean all(Bytecode traversal, Predicate<Bytecode.Instruction> accepted) {
        return traversal.getStepInstructions().stream()
                .allMatch(step -> accepted.test(step)
                        && Arrays.stream(step.getArguments()).allMatch(argument -> all(argument, accepted)));
    }

    private static boolean all(@Nullable Object argument, Predicate<Bytecode.Instruction> accepted) {
        if (argument instanceof Bytecode inner) {
            return all(inner, accepted);
        }
        if (argument instanceof Bytecode.Binding<?> bound) {
            return all(bound.value(), accepted);
        }
        Stream<?> parts = argument instanceof Iterable<?> several
                ? stream(several)
                : argument instanceof Map<?, ?> map
                        ? Stream.concat(map.keySet().stream(), map.values().stream())
                        : argument instanceof Object[] array ? Arrays.stream(array) : Stream.empty();
        return !(argument instanceof Lambda) && parts.allMatch(part -> all(part, accepted));
    }

    private static Stream<?> stream(Iterable<?> several) {
        List<Object> list = new ArrayList<>();
        several.forEach(list::add);
        return list.stream();
    }
}

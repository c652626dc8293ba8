package io.pragh.tinkerpop.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.OptionsStrategy;
import org.apache.tinkerpop.gremlin.util.function.Lambda;
import org.jspecify.annotations.Nullable;

/** Analyses the steps of a traversal. Stateless. */
final class QueryShape {
    private static final Set<String> CHANGING =
            Set.of("addV", "addE", "mergeV", "mergeE", "property", "drop", "call", "io", "program");

    private QueryShape() {}

    /**
     * Whether a traversal certainly changes nothing and runs no code of the client, wherever and however often it is
     * executed.
     */
    static boolean onlyReads(Bytecode traversal) {
        return traversal.getSourceInstructions().stream().allMatch(QueryShape::onlySetsOptions) && stepsRead(traversal);
    }

    /**
     * Whether a source instruction, such as {@code with("evaluationTimeout", 500)}, only sets options of the request,
     * which no step reads.
     */
    private static boolean onlySetsOptions(Bytecode.Instruction source) {
        return Arrays.stream(source.getArguments()).allMatch(OptionsStrategy.class::isInstance);
    }

    private static boolean stepsRead(Bytecode traversal) {
        return traversal.getStepInstructions().stream()
                .allMatch(step -> !CHANGING.contains(step.getOperator())
                        && Arrays.stream(step.getArguments()).allMatch(QueryShape::isHarmless));
    }

    private static boolean isHarmless(@Nullable Object argument) {
        if (argument instanceof Bytecode inner) {
            return stepsRead(inner);
        }
        if (argument instanceof Bytecode.Binding<?> bound) {
            return isHarmless(bound.value());
        }
        Stream<?> parts = argument instanceof Iterable<?> several
                ? stream(several)
                : argument instanceof Map<?, ?> map
                        ? Stream.concat(map.keySet().stream(), map.values().stream())
                        : argument instanceof Object[] array ? Arrays.stream(array) : Stream.empty();
        return !(argument instanceof Lambda) && parts.allMatch(QueryShape::isHarmless);
    }

    private static Stream<?> stream(Iterable<?> several) {
        List<Object> list = new ArrayList<>();
        several.forEach(list::add);
        return list.stream();
    }
}

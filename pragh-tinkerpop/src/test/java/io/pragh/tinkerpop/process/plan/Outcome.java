package io.pragh.tinkerpop.process.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** The results of a traversal, or its failure. Immutable. */
final class Outcome {
    private final List<Object> results;
    private final @Nullable RuntimeException error;

    private Outcome(List<Object> results, @Nullable RuntimeException error) {
        this.results = results;
        this.error = error;
    }

    /** Builds a traversal and takes all its results. */
    static Outcome of(Supplier<? extends GraphTraversal<?, ?>> traversal) {
        return ofList(() -> traversal.get().toList());
    }

    /** Executes a supplier, and takes all its results. */
    static Outcome ofList(Supplier<? extends List<?>> execution) {
        try {
            return new Outcome(new ArrayList<>(execution.get()), null);
        } catch (RuntimeException failure) {
            return new Outcome(List.of(), failure);
        }
    }

    boolean failed() {
        return error != null;
    }

    int size() {
        return results.size();
    }

    /** How this outcome breaks a promise, or null if it keeps it. */
    @Nullable
    String breaks(Promise promise, Outcome expected, Supplier<Outcome> withoutLimits) {
        if (error != null || expected.error != null) {
            return sameError(expected) ? null : "failed differently";
        }
        return switch (promise) {
            case ALL -> sorted(false).equals(expected.sorted(false)) ? null : "other results";
            case EQUAL_NUMBERS -> sorted(true).equals(expected.sorted(true)) ? null : "other results";
            case IN_ORDER -> shown(false).equals(expected.shown(false)) ? null : "other results, or another order";
            case EQUAL_NUMBERS_IN_ORDER ->
                shown(true).equals(expected.shown(true)) ? null : "other results, or another order";
            case SO_MANY ->
                size() == expected.size() ? among(withoutLimits.get()) : "not as many as without strategies";
            case SOME -> among(withoutLimits.get());
        };
    }

    private @Nullable String among(Outcome all) {
        List<String> left = new ArrayList<>(all.shown(false));
        for (String result : shown(false)) {
            if (!left.remove(result)) {
                return "not among what there is without limits, or too often: " + result;
            }
        }
        return null;
    }

    private boolean sameError(Outcome other) {
        if (error == null || other.error == null || error.getClass() != other.error.getClass()) {
            return false;
        }
        boolean isTheirs = isTinkerPops(error) && isTinkerPops(other.error);
        return !isTheirs || Objects.equals(error.getMessage(), other.error.getMessage());
    }

    private static boolean isTinkerPops(RuntimeException error) {
        StackTraceElement[] trace = error.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().startsWith("org.apache.tinkerpop.");
    }

    private List<String> shown(boolean equalNumbers) {
        return results.stream().map(result -> show(result, equalNumbers)).toList();
    }

    private List<String> sorted(boolean equalNumbers) {
        return shown(equalNumbers).stream().sorted().toList();
    }

    private static String show(@Nullable Object result, boolean equalNumbers) {
        if (result instanceof Vertex vertex) {
            return "v[" + vertex.id() + "]";
        } else if (result instanceof Edge edge) {
            return "e[" + edge.id() + "][" + edge.outVertex().id() + "-" + edge.label() + "->"
                    + edge.inVertex().id() + "]";
        } else if (result instanceof Property<?> property) {
            return property.key() + "=" + show(property.value(), equalNumbers);
        } else if (result instanceof Path path) {
            return path.objects().stream().map(each -> show(each, equalNumbers)).toList() + " "
                    + path.labels().stream()
                            .map(labels -> labels.stream().sorted().toList())
                            .toList();
        } else if (result instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(e -> show(e.getKey(), equalNumbers) + ":" + show(e.getValue(), equalNumbers))
                    .sorted()
                    .toList()
                    .toString();
        } else if (result instanceof Collection<?> several) {
            return several.stream()
                    .map(each -> show(each, equalNumbers))
                    .sorted()
                    .toList()
                    .toString();
        } else if (result instanceof Number number) {
            return equalNumbers
                    ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
                    : number + number.getClass().getSimpleName();
        }
        return String.valueOf(result);
    }

    @Override
    public String toString() {
        if (error == null) {
            return shown(false).toString();
        }
        StackTraceElement[] trace = error.getStackTrace();
        return error + (trace.length > 0 ? " at " + trace[0] : "");
    }
}

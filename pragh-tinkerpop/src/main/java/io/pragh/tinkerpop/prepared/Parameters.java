package io.pragh.tinkerpop.prepared;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.jspecify.annotations.Nullable;

/** Gives whoever spawns a prepared traversal its parameters. One thread. */
public final class Parameters {
    private final Map<String, @Nullable Object> examples = new LinkedHashMap<>();
    /** Those of one execution; null where the traversal is prepared. */
    private final @Nullable Map<String, ?> values;

    private Parameters(@Nullable Map<String, ?> values) {
        this.values = values;
    }

    /** Parameters that have their examples for values. */
    static Parameters examples() {
        return new Parameters(null);
    }

    /** Parameters of one execution. */
    static Parameters of(Map<String, ?> values) {
        return new Parameters(values);
    }

    /**
     * A parameter, to be given to Gremlin as it is: {@code g.V(parameters.of("id", 1L))}. At how many places it stands does not matter. What its {@code get()} returns
     * must not become a part of the traversal: it is a value of one execution.
     *
     * @param example a value as others will be, of the type that Gremlin wants at its place
     * @throws IllegalArgumentException when the parameter was asked for with another example
     */
    @SuppressWarnings("unchecked") // what Gremlin cannot use it refuses, as if it had been written there
    public <V> GValue<V> of(String name, @Nullable V example) {
        boolean isKnown = examples.containsKey(name);
        Object known = examples.put(name, example);
        if (isKnown && !String.valueOf(known).equals(String.valueOf(example))) {
            throw new IllegalArgumentException("a parameter has one example; give another parameter another name: name="
                    + name + " examples=[" + known + ", " + example + "]");
        }
        if (values == null) {
            return GValue.of(name, example);
        }
        if (!values.containsKey(name)) {
            throw new IllegalStateException(
                    "the function of a prepared traversal has to ask for the same parameters each time: name=" + name
                            + " names=" + PreparedTraversal.sorted(values.keySet()));
        }
        return GValue.of(name, (V) values.get(name));
    }

    /** What was asked for, and with which examples. */
    Map<String, @Nullable Object> asked() {
        return examples;
    }
}

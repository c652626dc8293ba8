package io.pragh.tinkerpop.prepared;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.jspecify.annotations.Nullable;

/** Gives a {@link PreparedTraversal.Spawn} its parameters. One thread. */
public final class Parameters {
    private final Map<String, @Nullable Object> examples = new LinkedHashMap<>();
    /** Values of one execution; null while the traversal is prepared. */
    private final @Nullable Map<String, ?> values;

    private Parameters(@Nullable Map<String, ?> values) {
        this.values = values;
    }

    /** Parameters with their examples as values. */
    static Parameters examples() {
        return new Parameters(null);
    }

    /** Parameters of one execution. */
    static Parameters of(Map<String, ?> values) {
        return new Parameters(values);
    }

    /**
     * A parameter, to be given to Gremlin as it is: {@code g.V(parameters.of("id", 1L))}. It may occur any number of
     * times. The result of its {@code get()} must not become a part of the traversal: it is a value of one execution.
     *
     * @param example a typical value, of the type that Gremlin needs at its place
     * @throws IllegalArgumentException when there is no name, or the parameter has another example already
     */
    @SuppressWarnings("unchecked") // Gremlin refuses values that it cannot use, as if written there
    public <V> GValue<V> of(@Nullable String name, @Nullable V example) {
        if (name == null) {
            throw new IllegalArgumentException("a parameter needs a name: name=null example=" + example);
        }
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

    /** The parameters used so far, with their examples. */
    Map<String, @Nullable Object> asked() {
        return examples;
    }
}

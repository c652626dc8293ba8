package io.pragh.tinkerpop.structure;

import java.util.Optional;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.util.GraphVariableHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** The graph's variables: read and written in transactions, like elements. Any thread. */
public final class PraghVariables implements Graph.Variables {
    private final ElementStore store;

    /** The variables of a graph. */
    public PraghVariables(ElementStore store) {
        this.store = store;
    }

    @Override
    public Set<String> keys() {
        return Set.copyOf(store.transaction().variables().keySet());
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> Optional<R> get(String key) {
        return Optional.ofNullable(
                (R) store.values().seen(store.transaction().variables().get(key)));
    }

    @Override
    public void set(String key, Object value) {
        GraphVariableHelper.validateVariable(key, value);
        store.transaction().variable(key, stored(value));
    }

    private @Nullable Object stored(Object value) {
        try {
            return store.values().stored(value);
        } catch (IllegalArgumentException refused) {
            throw Graph.Variables.Exceptions.dataTypeOfVariableValueNotSupported(value, refused);
        }
    }

    @Override
    public void remove(String key) {
        store.transaction().variable(key, null);
    }

    @Override
    public String toString() {
        return StringFactory.graphVariablesString(this);
    }
}

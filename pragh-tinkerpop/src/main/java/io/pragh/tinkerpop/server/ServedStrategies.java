package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.process.strategy.PraghStrategies;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.OptionsStrategy;
import org.apache.tinkerpop.gremlin.util.Tokens;

/**
 * The strategies of a served graph, one of which a request can neither remove nor replace. One thread, as all
 * strategies of a source.
 */
final class ServedStrategies implements TraversalStrategies {
    private static final long serialVersionUID = 1;

    private final TraversalStrategies set;
    private final FilesStrategy kept;

    private ServedStrategies(TraversalStrategies set, FilesStrategy kept) {
        this.set = set;
        this.kept = kept;
    }

    /**
     * Adds the permanent strategy. The strategies of a Pragh graph still count as those that come with the graph: the
     * added one only examines a step that no plan has.
     */
    static ServedStrategies of(TraversalStrategies strategies, FilesStrategy kept) {
        TraversalStrategies all = strategies.clone().addStrategies(kept);
        return new ServedStrategies(strategies instanceof PraghStrategies ? new PraghStrategies(all) : all, kept);
    }

    /** Whether a traversal with these strategies may become a plan before any of them is applied. */
    boolean areRegistered() {
        return set instanceof PraghStrategies pragh && pragh.areRegistered();
    }

    @Override
    public ServedStrategies clone() {
        return new ServedStrategies(set.clone(), kept);
    }

    @Override
    public TraversalStrategies addStrategies(TraversalStrategy<?>... strategies) {
        set.addStrategies(strategies);
        set.addStrategies(kept);
        return this;
    }

    @Override
    @SafeVarargs
    @SuppressWarnings({"rawtypes", "varargs"}) // as it is inherited
    public final TraversalStrategies removeStrategies(Class<? extends TraversalStrategy>... classes) {
        set.removeStrategies(classes);
        set.addStrategies(kept);
        return this;
    }

    @Override
    public List<TraversalStrategy<?>> toList() {
        return set.toList();
    }

    /**
     * As inherited; without the time-out in a request's options: the server enforces it, and ends the request in the
     * way that clients know.
     */
    @Override
    @SuppressWarnings("rawtypes")
    public <T extends TraversalStrategy> Optional<T> getStrategy(Class<T> type) {
        Optional<T> found = set.getStrategy(type);
        return type == OptionsStrategy.class
                ? found.map(options -> type.cast(withoutTime((OptionsStrategy) options)))
                : found;
    }

    private static OptionsStrategy withoutTime(OptionsStrategy asked) {
        OptionsStrategy.Builder rest = OptionsStrategy.build();
        asked.getOptions().forEach((key, value) -> {
            if (!key.equals(Tokens.ARGS_EVAL_TIMEOUT)) {
                rest.with(key, value);
            }
        });
        return rest.create();
    }

    @Override
    public Iterator<TraversalStrategy<?>> iterator() {
        return set.iterator();
    }

    @Override
    public String toString() {
        return set.toString();
    }
}

package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.process.strategy.PraghStrategies;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.OptionsStrategy;
import org.apache.tinkerpop.gremlin.util.Tokens;

/** The strategies of a served graph, one of which no request can leave out or replace. One thread, as all strategies of a source. */
final class ServedStrategies implements TraversalStrategies {
    private static final long serialVersionUID = 1;

    private final TraversalStrategies set;
    private final FilesStrategy kept;

    private ServedStrategies(TraversalStrategies set, FilesStrategy kept) {
        this.set = set;
        this.kept = kept;
    }

    /**
     * These, and the one that is kept. With it those of a Pragh graph are still those that come with the graph: it looks at one step only, which no plan has.
     */
    static ServedStrategies of(TraversalStrategies strategies, FilesStrategy kept) {
        TraversalStrategies all = strategies.clone().addStrategies(kept);
        return new ServedStrategies(strategies instanceof PraghStrategies ? new PraghStrategies(all) : all, kept);
    }

    /** Whether a traversal of these may be a plan before any of them sees it. */
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

    /** As it is; of options without the time that a request has asked for: the server looks at it, and ends the request as clients know it. */
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

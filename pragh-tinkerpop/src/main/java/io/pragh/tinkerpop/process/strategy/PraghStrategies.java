package io.pragh.tinkerpop.process.strategy;

import io.pragh.tinkerpop.process.plan.PlanCompiler;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.OptionsStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The strategies of a graph, shared by all its traversals until one is added or removed. Their application ends early
 * for a traversal in which no registered strategy has anything to do: one that is a plan, and one of
 * {@link PlainWrites}. Any thread may copy it.
 */
// A traversal asks for one strategy after the other, and applies each before it asks for the next one
// (DefaultTraversal.applyStrategies). So the first one that it gets examines the traversal, and decides whether there
// is a second one.
public final class PraghStrategies implements TraversalStrategies {
    private static final long serialVersionUID = 1L;

    private TraversalStrategies set;
    /** Whether the set is shared, so that it must not be changed. */
    private boolean shared;
    /** Whether it is as it was registered: the effects of other strategies on steps are unknown. */
    private boolean registered;

    /** The strategy that every execution asks for, looked up once while the set is as it was registered. */
    private final @Nullable OptionsStrategy options;

    /** These strategies, which do not change any more. */
    public PraghStrategies(TraversalStrategies registered) {
        this(registered, true, registered.getStrategy(OptionsStrategy.class).orElse(null));
    }

    private PraghStrategies(TraversalStrategies set, boolean registered, @Nullable OptionsStrategy options) {
        this.options = options;
        this.set = set;
        this.shared = true;
        this.registered = registered;
    }

    @Override
    public PraghStrategies clone() {
        if (!shared) {
            shared = true;
        }
        return new PraghStrategies(set, registered, options);
    }

    /** Whether no strategy was added or removed, so that a traversal may become a plan before any of them sees it. */
    public boolean areRegistered() {
        return registered;
    }

    private TraversalStrategies own() {
        if (shared) {
            set = set.clone();
            shared = false;
        }
        registered = false;
        return set;
    }

    @Override
    public TraversalStrategies addStrategies(TraversalStrategy<?>... strategies) {
        own().addStrategies(strategies);
        return this;
    }

    @Override
    @SafeVarargs
    @SuppressWarnings({"rawtypes", "varargs"})
    public final TraversalStrategies removeStrategies(Class<? extends TraversalStrategy>... classes) {
        own().removeStrategies(classes);
        return this;
    }

    @Override
    public List<TraversalStrategy<?>> toList() {
        return set.toList();
    }

    @Override
    @SuppressWarnings("rawtypes")
    public <T extends TraversalStrategy> Optional<T> getStrategy(Class<T> type) {
        return registered && type == OptionsStrategy.class
                ? Optional.ofNullable(options).map(type::cast)
                : set.getStrategy(type);
    }

    @Override
    public Iterator<TraversalStrategy<?>> iterator() {
        return registered ? new Shortcut(set) : set.iterator();
    }

    @Override
    public String toString() {
        return set.toString();
    }

    /** The first strategy of a traversal, which hides the others if they would do nothing. One thread. */
    private static final class Shortcut extends AbstractTraversalStrategy<TraversalStrategy.DecorationStrategy>
            implements TraversalStrategy.DecorationStrategy, Iterator<TraversalStrategy<?>> {
        private static final long serialVersionUID = 1L;

        private final transient TraversalStrategies all;
        private transient Iterator<TraversalStrategy<?>> rest =
                List.<TraversalStrategy<?>>of().iterator();
        private boolean begun;
        private boolean ended;

        Shortcut(TraversalStrategies all) {
            this.all = all;
        }

        @Override
        public void apply(Traversal.Admin<?, ?> traversal) {
            if (!traversal.isRoot()) {
                return;
            }
            if (PlanCompiler.isWhole(traversal)
                    || PlanCompiler.compileWhole(traversal)
                    || PlainWrites.prepare(traversal)) {
                ended = true;
            }
        }

        @Override
        public boolean hasNext() {
            return !begun || !ended && rest.hasNext();
        }

        @Override
        public TraversalStrategy<?> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            if (!begun) {
                begun = true;
                rest = all.iterator();
                return this;
            }
            return rest.next();
        }
    }
}

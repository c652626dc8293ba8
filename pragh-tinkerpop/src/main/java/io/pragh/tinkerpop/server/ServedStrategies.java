package io.pragh.tinkerpop.server;

import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.DefaultTraversalStrategies;

/** The strategies of a served graph, one of which no request can leave out or replace. One thread, as all strategies of a source. */
final class ServedStrategies extends DefaultTraversalStrategies {
    private static final long serialVersionUID = 1;

    private final FilesStrategy kept;

    private ServedStrategies(FilesStrategy kept) {
        this.kept = kept;
    }

    /** These, and the one that is kept. */
    static ServedStrategies of(TraversalStrategies strategies, FilesStrategy kept) {
        ServedStrategies served = new ServedStrategies(kept);
        served.addStrategies(strategies.toList().toArray(TraversalStrategy<?>[]::new));
        return served;
    }

    @Override
    public TraversalStrategies addStrategies(TraversalStrategy<?>... strategies) {
        super.addStrategies(strategies);
        return super.addStrategies(kept);
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as it is inherited
    public TraversalStrategies removeStrategies(Class<? extends TraversalStrategy>... classes) {
        super.removeStrategies(classes);
        return super.addStrategies(kept);
    }
}

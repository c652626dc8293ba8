package io.pragh.tinkerpop.server;

import java.util.Optional;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;

/**
 * The traversal source for clients' requests. Bytecode with a kept plan is replaced by bytecode of one step here,
 * {@code planned}, which Gremlin Server executes like all bytecode: with its time-outs, transactions, sessions and
 * answers. Public because Gremlin calls steps by reflection. Any thread.
 */
@SuppressWarnings("try") // close() declares any exception, as it is inherited
public final class ServedSource extends GraphTraversalSource {
    private static final String PLANNED = "planned";

    ServedSource(Graph graph, TraversalStrategies strategies) {
        super(graph, strategies);
    }

    /** Holds a traversal, so that Gremlin does not take it for bytecode. */
    record Planned(Traversal.Admin<?, ?> traversal) {
        @Override
        public String toString() {
            return traversal.toString();
        }
    }

    /** Begins anonymous traversals. */
    public static final class Anonymous {
        private Anonymous() {}

        /** An anonymous traversal without steps. */
        public static GraphTraversal<?, ?> start() {
            return __.start();
        }
    }

    /**
     * The class whose {@code start} Gremlin looks up in each request, by reflection: a class without other methods is
     * searched faster than Gremlin's.
     */
    @Override
    public Optional<Class<?>> getAnonymousTraversalClass() {
        return Optional.of(Anonymous.class);
    }

    /** Bytecode for a traversal of this source, to be executed once. */
    static Bytecode planned(Traversal.Admin<?, ?> traversal) {
        Bytecode bytecode = new Bytecode();
        bytecode.addStep(PLANNED, new Planned(traversal));
        return bytecode;
    }

    /** The traversal; a client cannot send one. */
    public Traversal.Admin<?, ?> planned(Planned planned) {
        return planned.traversal;
    }
}

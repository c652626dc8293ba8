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
 * The source of what clients send. For bytecode whose plan is kept there is bytecode of one step here, {@code planned}, which Gremlin Server executes by the
 * way of all bytecode: with its time-outs, transactions, sessions and answers. Public because Gremlin calls steps by reflection. Any thread.
 */
@SuppressWarnings("try") // close() may throw whatever it likes, as it is inherited
public final class ServedSource extends GraphTraversalSource {
    private static final String PLANNED = "planned";

    ServedSource(Graph graph, TraversalStrategies strategies) {
        super(graph, strategies);
    }

    /** A traversal that is not to be taken for bytecode. */
    record Planned(Traversal.Admin<?, ?> traversal) {
        @Override
        public String toString() {
            return traversal.toString();
        }
    }

    /** Begins anonymous traversals. */
    public static final class Anonymous {
        private Anonymous() {}

        /** One without steps. */
        public static GraphTraversal<?, ?> start() {
            return __.start();
        }
    }

    /** The class whose {@code start} Gremlin looks for in each request, by reflection: one that has no other method is searched sooner than Gremlin's. */
    @Override
    public Optional<Class<?>> getAnonymousTraversalClass() {
        return Optional.of(Anonymous.class);
    }

    /** Bytecode that is a traversal of this source, once. */
    static Bytecode planned(Traversal.Admin<?, ?> traversal) {
        Bytecode bytecode = new Bytecode();
        bytecode.addStep(PLANNED, new Planned(traversal));
        return bytecode;
    }

    /** The traversal; no client can send one. */
    public Traversal.Admin<?, ?> planned(Planned planned) {
        return planned.traversal;
    }
}

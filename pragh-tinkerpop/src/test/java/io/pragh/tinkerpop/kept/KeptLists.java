package io.pragh.tinkerpop.kept;

import io.pragh.core.base.PraghException;
import io.pragh.history.ListStore;
import io.pragh.history.Outcome;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;

/**
 * The lists of the checker, as properties of vertices, through Gremlin. Any thread; an attempt is the transaction of
 * its thread.
 */
final class KeptLists implements ListStore {
    static final String LABEL = "list";

    private static final String ELEMENT = "element";
    private static final long PAUSE_NANOS = 10_000_000;

    private final GraphTraversalSource g;

    KeptLists(PraghGraph graph) {
        g = graph.traversal();
    }

    static String vertex(long key) {
        return LABEL + " " + key;
    }

    /** Whether there is a list; waits for nodes that are away. */
    boolean exists(long key) {
        while (true) {
            try {
                return g.V(vertex(key)).hasNext();
            } catch (PraghException away) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } finally {
                g.tx().rollback();
            }
        }
    }

    @Override
    public Attempt begin(int process, Intent intent) {
        return new Gremlin();
    }

    private final class Gremlin implements Attempt {
        @Override
        public long[] read(long key) {
            try {
                return g.V(vertex(key)).values(ELEMENT).toList().stream()
                        .mapToLong(element -> (Long) element)
                        .toArray();
            } catch (PraghException away) {
                LockSupport.parkNanos(PAUSE_NANOS);
                throw new AttemptFailedException(away);
            }
        }

        @Override
        public void append(long key, long element) {
            try {
                String id = vertex(key);
                if (!g.V(id).hasNext()) {
                    g.addV(LABEL).property(T.id, id).iterate();
                }
                g.V(id).property(Cardinality.list, ELEMENT, element).iterate();
            } catch (PraghException away) {
                LockSupport.parkNanos(PAUSE_NANOS);
                throw new AttemptFailedException(away);
            }
        }

        @Override
        public Outcome commit() {
            try {
                g.tx().commit();
                return Outcome.COMMITTED;
            } catch (CommitConflictException nothingHappened) {
                return Outcome.ABORTED;
            } catch (PraghException perhaps) {
                return Outcome.UNKNOWN;
            }
        }

        @Override
        public void rollback() {
            g.tx().rollback();
        }
    }
}

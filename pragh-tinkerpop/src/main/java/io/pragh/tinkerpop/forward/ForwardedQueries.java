package io.pragh.tinkerpop.forward;

import io.pragh.core.inquiry.Answerer;
import io.pragh.tinkerpop.serial.SerializableClasses;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.tinkerpop.gremlin.jsr223.JavaTranslator;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.server.util.TraverserIterator;
import org.apache.tinkerpop.gremlin.structure.Transaction;

/** Executes queries of other nodes' clients, each in a transaction of its own, as a server does. Any thread. */
public final class ForwardedQueries implements Answerer {
    private final GraphTraversalSource g;
    private final QueryCodec codec;

    /**
     * Executes with this source, which must not forward anything itself: so no query can circle.
     *
     * @param classes whose objects may be in queries and results
     */
    public ForwardedQueries(GraphTraversalSource g, SerializableClasses classes) {
        this.g = g;
        this.codec = new QueryCodec(classes);
    }

    @Override
    public void answer(ByteBuffer question, OutputStream answer) throws Exception {
        Transaction transaction = g.getGraph().tx();
        Traversal.Admin<?, ?> traversal = JavaTranslator.of(g).translate(codec.query(question));
        try {
            execute(traversal, answer);
        } finally {
            traversal.close();
            if (transaction.isOpen()) {
                transaction.rollback();
            }
        }
    }

    private void execute(Traversal.Admin<?, ?> traversal, OutputStream answer) throws Exception {
        long results = 0;
        try {
            traversal.applyStrategies();
            TraverserIterator each = new TraverserIterator(traversal);
            while (each.hasNext()) {
                if (Thread.interrupted()) {
                    throw new TraversalInterruptedException();
                }
                Traverser<?> result = (Traverser<?>) each.next();
                codec.write(QueryCodec.RESULT, result.bulk(), result.get(), answer);
                results++;
                answer.flush();
            }
            Transaction transaction = g.getGraph().tx();
            if (transaction.isOpen()) {
                transaction.commit();
            }
        } catch (Exception failed) {
            if (results == 0) {
                throw failed; // nobody has seen anything yet: the asker executes it
            }
            codec.writeFailure(failed, answer);
        }
    }
}

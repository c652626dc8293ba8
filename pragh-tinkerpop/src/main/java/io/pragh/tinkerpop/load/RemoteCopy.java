package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import java.util.function.LongConsumer;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.util.Tokens;

/**
 * Copies a graph through traversals into one on a server, in one transaction. Edges get new identifiers. Stateless.
 */
public final class RemoteCopy {
    private RemoteCopy() {}

    /**
     * Copies all or nothing.
     *
     * @param copied receives the number of elements just sent
     * @throws LoadException when it took longer than the server keeps snapshots, or has a value that would arrive as
     *     another one; nothing was copied
     * @throws PraghException when the answer to the commit was lost; after anything else that is thrown, nothing was
     *     copied
     */
    public static void copy(Graph from, GraphTraversalSource into, LongConsumer copied) {
        Transaction transaction = into.tx();
        // However busy the server is, only the transaction as a whole may take too long, not one of its requests.
        GraphTraversalSource g = transaction.<GraphTraversalSource>begin().with(Tokens.ARGS_EVAL_TIMEOUT, 0L);
        long began = System.nanoTime();
        try {
            ElementRequests requests = new ElementRequests(g, copied);
            from.vertices().forEachRemaining(vertex -> {
                SentValues.check(vertex);
                requests.add(vertex);
            });
            requests.end(); // before the first edge
            from.edges().forEachRemaining(edge -> {
                SentValues.check(edge);
                requests.add(edge);
            });
            requests.end();
        } catch (RuntimeException failed) {
            try {
                transaction.rollback();
            } catch (RuntimeException lost) {
                failed.addSuppressed(lost); // the server rolls it back together with the session
            }
            throw explained(failed, began);
        } finally {
            from.tx().rollback();
        }
        try {
            commit(transaction);
        } catch (RuntimeException failed) {
            throw explained(failed, began);
        }
    }

    /** Adds the snapshot limit as the reason: trying again would end the same way. */
    private static RuntimeException explained(RuntimeException failed, long began) {
        return SnapshotLimit.ended(failed)
                ? new LoadException(
                        "the server took nothing: " + SnapshotLimit.sentence(began)
                                + "; raise it there, or start the server with the files: pragh server --load",
                        failed)
                : failed;
    }

    private static void commit(Transaction transaction) {
        try {
            transaction.commit();
        } catch (RuntimeException failed) {
            for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
                if (cause instanceof ResponseException) {
                    throw failed; // the server itself says that it did not commit
                }
            }
            throw new PraghException("the server did not say whether it committed; look before loading again", failed);
        }
    }
}

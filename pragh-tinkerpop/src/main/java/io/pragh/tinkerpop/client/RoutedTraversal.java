package io.pragh.tinkerpop.client;

import java.util.Objects;
import org.apache.tinkerpop.gremlin.process.remote.traversal.AbstractRemoteTraversal;
import org.apache.tinkerpop.gremlin.process.remote.traversal.RemoteTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a traversal; before the first result, another server may take over, if the traversal only reads. One
 * thread.
 */
final class RoutedTraversal<S, E> extends AbstractRemoteTraversal<S, E> {
    private static final long serialVersionUID = 1L;

    private final transient RoutedQuery<E> query;
    private transient @Nullable RemoteTraversal<?, E> answer;
    private transient @Nullable Throwable failure;
    private boolean begun;

    RoutedTraversal(RoutedQuery<E> query, @Nullable RemoteTraversal<?, E> answer, @Nullable Throwable failure) {
        this.query = query;
        this.answer = answer;
        this.failure = failure;
    }

    /** The answer, once a server has begun it. */
    private RemoteTraversal<?, E> begun() {
        while (!begun) {
            Throwable lost = failure;
            if (lost != null) {
                answer = query.again(lost);
                failure = null;
            }
            try {
                var unused = Objects.requireNonNull(answer).hasNext();
                begun = true;
            } catch (RuntimeException failed) {
                failure = failed;
            }
        }
        return Objects.requireNonNull(answer);
    }

    @Override
    public boolean hasNext() {
        return begun().hasNext();
    }

    @Override
    public E next() {
        return begun().next();
    }

    @Override
    public Traverser.Admin<E> nextTraverser() {
        return begun().nextTraverser();
    }

    /** Does nothing: the driver drops results that are not requested. */
    @Override
    public void close() {
        // no resource is held here
    }
}

package io.pragh.tinkerpop.forward;

import io.pragh.core.base.PraghException;
import io.pragh.core.inquiry.Inquiry;
import io.pragh.core.inquiry.InquiryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.tinkerpop.gremlin.jsr223.JavaTranslator;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.B_O_Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.server.util.TraverserIterator;
import org.jspecify.annotations.Nullable;

/**
 * The results of a query that another node executes. When that does not come to a first result, whatever the reason, the query is
 * executed here. One thread.
 */
final class ForwardedResults implements Iterator<Traverser.Admin<?>>, AutoCloseable {
    // The other node may fail where this one would not: it is closed, or has lost a partition. So until somebody has
    // seen a result its
    // failures are not worth telling apart; a failure of the traversal itself happens again here, and is told as it is
    // here.

    private final Forwarder forwarder;
    private final QueryCodec codec;
    private final Inquiry inquiry;
    private final Bytecode query;
    /** What has arrived and was not read, from its position on. */
    private ByteBuffer arrived = ByteBuffer.allocate(0);

    private Traverser.@Nullable Admin<?> next;
    private boolean begun;
    private Traversal.@Nullable Admin<?, ?> here;
    private @Nullable Iterator<Object> resultsHere;

    ForwardedResults(Forwarder forwarder, QueryCodec codec, Inquiry inquiry, Bytecode query) {
        this.forwarder = forwarder;
        this.codec = codec;
        this.inquiry = inquiry;
        this.query = query;
    }

    /** The node that was asked. */
    int node() {
        return inquiry.node();
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            next = advance();
        }
        return next != null;
    }

    @Override
    public Traverser.Admin<?> next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        Traverser.Admin<?> result = next;
        next = null;
        return result;
    }

    private Traverser.@Nullable Admin<?> advance() {
        if (resultsHere != null) {
            return resultHere(resultsHere);
        }
        try {
            Traverser.Admin<?> result = read();
            begun = true;
            return result;
        } catch (InterruptedException stop) {
            throw new TraversalInterruptedException(); // as Gremlin's own steps do; the interruption is told by it
        } catch (InquiryException unanswered) {
            forwarder.unanswered(inquiry.node(), unanswered);
            return instead(unanswered);
        } catch (IOException unreadable) {
            return instead(new PraghException(
                    "a result of another node cannot be read; do all nodes run one version? node=" + inquiry.node(),
                    unreadable));
        }
    }

    private Traverser.@Nullable Admin<?> instead(PraghException failure) {
        inquiry.close();
        if (begun) {
            throw failure;
        }
        Traversal.Admin<?, ?> traversal = JavaTranslator.of(forwarder.plain()).translate(query);
        here = traversal;
        traversal.applyStrategies();
        resultsHere = new TraverserIterator(traversal);
        return resultHere(resultsHere);
    }

    private static Traverser.@Nullable Admin<?> resultHere(Iterator<Object> results) {
        if (!results.hasNext()) {
            return null;
        }
        Traverser<?> result = (Traverser<?>) results.next();
        return new B_O_Traverser<>(result.get(), result.bulk());
    }

    /** The next result of the other node, or null when there is none; throws what its traversal has thrown. */
    private Traverser.@Nullable Admin<?> read() throws InterruptedException, IOException {
        if (!fill(QueryCodec.HEAD_BYTES)) {
            if (arrived.hasRemaining()) {
                throw new IOException("the last record is cut short: bytes=" + arrived.remaining());
            }
            return null;
        }
        int head = arrived.position();
        int bytes = arrived.getInt(head + QueryCodec.BYTES_OFFSET);
        int kind = arrived.getInt(head + QueryCodec.KIND_OFFSET);
        long bulk = arrived.getLong(head + QueryCodec.BULK_OFFSET);
        if (bytes < 0 || bulk <= 0 || !fill(QueryCodec.HEAD_BYTES + bytes)) {
            throw new IOException("a record is none: bytes=" + bytes + " bulk=" + bulk);
        }
        head = arrived.position();
        Object value = codec.value(arrived.slice(head + QueryCodec.HEAD_BYTES, bytes));
        arrived.position(head + QueryCodec.HEAD_BYTES + bytes);
        if (kind == QueryCodec.FAILURE) {
            throw thrown(value);
        }
        return new B_O_Traverser<>(value, bulk);
    }

    private static RuntimeException thrown(@Nullable Object value) {
        return value instanceof RuntimeException runtime
                ? runtime
                : new IllegalStateException(
                        value instanceof Throwable other ? other : new IOException("no failure: " + value));
    }

    /** Waits until so many bytes are there; false when there will not be so many. */
    private boolean fill(int bytes) throws InterruptedException {
        while (arrived.remaining() < bytes) {
            ByteBuffer piece = inquiry.next();
            if (piece == null) {
                return false;
            }
            if (!arrived.hasRemaining()) {
                arrived = piece;
                continue;
            }
            if (arrived.isReadOnly() || arrived.capacity() - arrived.limit() < piece.remaining()) {
                int room = Math.max(bytes, arrived.remaining() + piece.remaining());
                arrived = ByteBuffer.allocate(room + piece.remaining())
                        .put(arrived)
                        .flip();
            }
            int end = arrived.limit();
            arrived.limit(end + piece.remaining()).put(end, piece, piece.position(), piece.remaining());
        }
        return true;
    }

    @Override
    public void close() {
        inquiry.close();
        Traversal.Admin<?, ?> executed = here;
        if (executed != null) {
            try {
                executed.close();
            } catch (Exception failed) {
                throw new PraghException("a traversal did not end in order", failed);
            }
        }
    }
}

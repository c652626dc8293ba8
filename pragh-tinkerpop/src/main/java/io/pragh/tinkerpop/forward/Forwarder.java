package io.pragh.tinkerpop.forward;

import io.pragh.core.address.HomeMap;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.inquiry.Inquiries;
import io.pragh.core.inquiry.Inquiry;
import io.pragh.core.inquiry.InquiryException;
import io.pragh.core.property.VertexHomes;
import io.pragh.tinkerpop.bytecode.QueryShape;
import io.pragh.tinkerpop.serial.SerializableClasses;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.jspecify.annotations.Nullable;

/** Decides which queries of a server are executed by another node, and asks that. Any thread. */
public final class Forwarder {
    private static final int HERE = -1;
    /** A node that has too much to do is not asked for so long. */
    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** A node that does not answer is not asked for so long. */
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(1);
    /**
     * Steps whose results would come back as something else: properties without the element that they belong to, times and steps of
     * another node, a graph of its own.
     */
    private static final Set<String> OF_THE_PLACE =
            Set.of("properties", "propertyMap", "profile", "explain", "subgraph");

    private final Seat seat;
    private final Inquiries inquiries;
    private final GraphTraversalSource plain;
    private final QueryCodec codec;
    private final ConcurrentHashMap<Integer, Pause> pauses = new ConcurrentHashMap<>();
    private final ThreadLocal<Turn> turns = ThreadLocal.withInitial(Turn::new);

    /** Where this node is: which vertices are at home where. */
    public record Seat(int self, HomeMap homes, Supplier<ClusterView> view) {}

    /** A node is not asked until then. */
    private record Pause(long beganNanos, long nanos) {}

    /** What a thread of the server is about. */
    private static final class Turn {
        private boolean permitted;
        private @Nullable Inquiry open;
    }

    /**
     * Forwards from this seat.
     *
     * @param plain what executes a query here when another node does not; it must not forward anything
     * @param classes whose objects may be in queries and results
     */
    public Forwarder(Seat seat, Inquiries inquiries, GraphTraversalSource plain, SerializableClasses classes) {
        this.seat = seat;
        this.inquiries = inquiries;
        this.plain = plain;
        this.codec = new QueryCodec(classes);
    }

    /**
     * A request begins on this thread. Whatever a former one left open is ended.
     *
     * @param mayForward whether its traversal may be executed elsewhere: it is no script's, which goes on with what it gets, and no
     *     session's, which is to see what it has written
     */
    public void begin(boolean mayForward) {
        end();
        turns.get().permitted = mayForward;
    }

    /** The request of this thread has ended. */
    public void end() {
        Turn turn = turns.get();
        Inquiry open = turn.open;
        turn.permitted = false;
        turn.open = null;
        if (open != null) {
            open.close();
        }
    }

    /** The results of a traversal that another node is to execute, or null when it is to be executed here. Sends nothing yet. */
    @Nullable
    ForwardedResults forward(Bytecode traversal) {
        Turn turn = turns.get();
        if (!turn.permitted) {
            return null;
        }
        turn.permitted = false; // one traversal for each request
        int node = host(traversal);
        if (node == HERE || isPaused(node)) {
            return null;
        }
        ByteBuffer question = codec.query(traversal);
        if (question == null || question.remaining() > Inquiries.QUESTION_BYTES_MAX) {
            return null;
        }
        Inquiry inquiry = inquiries.ask(node, question);
        turn.open = inquiry;
        return new ForwardedResults(this, codec, inquiry, traversal);
    }

    /** The node that is to execute a traversal. */
    private int host(Bytecode traversal) {
        if (plain.getGraph().tx().isOpen()
                || !QueryShape.goesToNeighbours(traversal)
                || !QueryShape.onlyReads(traversal)
                || !QueryShape.hasNone(traversal, OF_THE_PLACE)) {
            return HERE;
        }
        List<Object> ids = QueryShape.firstVertices(traversal);
        ClusterView view = seat.view.get();
        int host = HERE;
        for (Object id : ids) {
            int node = home(view, id);
            if (node == HERE || host != HERE && node != host) {
                return HERE;
            }
            host = node;
        }
        return host;
    }

    private int home(ClusterView view, Object id) {
        int node;
        try {
            node = view.nodeOf(VertexHomes.partition(seat.homes, id));
        } catch (RuntimeException noIdentifier) {
            return HERE; // of a type that no identifier has: the traversal itself is to say so
        }
        return node == seat.self || node == ClusterView.NOBODY ? HERE : node;
    }

    private boolean isPaused(int node) {
        Pause pause = pauses.get(node);
        if (pause == null) {
            return false;
        }
        boolean over = System.nanoTime() - pause.beganNanos >= pause.nanos;
        if (over) {
            pauses.remove(node, pause);
        }
        return !over;
    }

    /** A node did not answer: it is left alone for a while, unless it was the query's fault. */
    void unanswered(int node, InquiryException why) {
        long nanos = switch (why.why()) {
            case FAILED -> 0;
            case REFUSED -> BUSY_NANOS;
            case LOST -> LOST_NANOS;
        };
        if (nanos > 0) {
            pauses.put(node, new Pause(System.nanoTime(), nanos));
        }
    }

    /** What executes queries here. */
    GraphTraversalSource plain() {
        return plain;
    }
}

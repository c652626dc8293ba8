package io.pragh.tinkerpop.process.computer;

import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.computer.MessageCombiner;
import org.apache.tinkerpop.gremlin.process.computer.MessageScope;
import org.apache.tinkerpop.gremlin.process.computer.Messenger;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStepContract;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalUtil;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.wrapped.WrappedVertex;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * Sends and receives for a worker's present vertex. A message in a local scope is put along the sender's edges at
 * once: the edges are those that the sender sees, so an edge filter holds for messages too. Their ends are cached.
 * One thread.
 */
final class ShareMessenger<M> implements Messenger<M> {
    /** The function of a scope that was made without one: a single lambda, as it captures nothing. */
    private static final Object UNCHANGED = MessageScope.Local.of(__::outE).getEdgeFunction();

    private final MessageBoard board;
    private final VertexTable table;
    private final ComputerSource.Reader reader;
    private final ReceiverCache receivers;
    private final @Nullable MessageCombiner<M> combiner;
    private final IdentityHashMap<MessageScope.Local<?>, Traversal.Admin<Vertex, Edge>> traversals =
            new IdentityHashMap<>();
    private @Nullable ViewVertex sender;

    ShareMessenger(MessageBoard board, VertexTable table, Share share, @Nullable MessageCombiner<M> combiner) {
        this.board = board;
        this.table = table;
        this.reader = share.reader();
        this.receivers = new ReceiverCache(share.first(), share.end());
        this.combiner = combiner;
    }

    /** Sets the present vertex. */
    void at(ViewVertex vertex) {
        sender = vertex;
    }

    @Override
    public Iterator<M> receiveMessages() {
        return board.messages(current().index());
    }

    @Override
    public void sendMessage(MessageScope scope, M message) {
        if (scope instanceof MessageScope.Local<?> local) {
            @SuppressWarnings("unchecked")
            MessageScope.Local<M> typed = (MessageScope.Local<M>) local;
            sendAlong(typed, message);
        } else {
            ((MessageScope.Global) scope).vertices().forEach(receiver -> put(indexOf(receiver), message));
        }
    }

    private void sendAlong(MessageScope.Local<M> scope, M message) {
        ViewVertex from = current();
        Traversal.Admin<Vertex, Edge> traversal = traversals.computeIfAbsent(
                scope, s -> s.getIncidentTraversal().get().asAdmin());
        // outE() and its like, by far the most frequent, need no traversal; nor an edge, if the message does not
        // depend on it.
        if (traversal.getSteps().size() == 1
                && traversal.getStartStep() instanceof VertexStepContract<?> step
                && step.returnsEdge()) {
            if (scope.getEdgeFunction() == UNCHANGED) {
                sendToAll(from, step, message);
            } else {
                sendAlong(from.edges(step.getDirection(), step.getEdgeLabels()), from, scope, message);
            }
        } else {
            List<Edge> edges = IteratorUtils.list(TraversalUtil.applyAll((Vertex) from, traversal));
            sendAlong(edges.iterator(), from, scope, message);
        }
    }

    private void sendToAll(ViewVertex from, VertexStepContract<?> step, M message) {
        List<String> labels = List.of(step.getEdgeLabels());
        for (int receiver : receivers.receivers(from, step.getDirection(), labels, edge -> otherEnd(edge, from))) {
            board.put(receiver, message, combiner);
        }
    }

    private void sendAlong(Iterator<Edge> edges, ViewVertex from, MessageScope.Local<M> scope, M message) {
        while (edges.hasNext()) {
            Edge edge = edges.next();
            put(otherEnd(edge, from), scope.getEdgeFunction().apply(message, edge));
        }
    }

    private int otherEnd(Edge edge, ViewVertex from) {
        long out = reader.numberOf(edge.outVertex());
        return table.indexOf(out == table.number(from.index()) ? reader.numberOf(edge.inVertex()) : out);
    }

    private int indexOf(Vertex receiver) {
        Vertex vertex = receiver;
        while (vertex instanceof WrappedVertex<?> wrapped && wrapped.getBaseVertex() instanceof Vertex base) {
            vertex = base;
        }
        return vertex instanceof ViewVertex view ? view.index() : table.indexOf(reader.numberOf(vertex));
    }

    private void put(int receiver, M message) {
        if (receiver != VertexTable.MISSING) {
            board.put(receiver, message, combiner);
        }
    }

    private ViewVertex current() {
        if (sender == null) {
            throw new IllegalStateException("messages are sent and received while a vertex executes");
        }
        return sender;
    }
}

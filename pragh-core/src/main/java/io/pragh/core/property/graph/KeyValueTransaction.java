package io.pragh.core.property.graph;

import io.pragh.core.api.Attempt;
import io.pragh.core.api.ReadCounts;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.EdgeVisitor;
import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphSessions;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Hops;
import io.pragh.core.property.NewEdges;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.VertexSearch;
import io.pragh.core.property.catalogue.Variables;
import io.pragh.core.property.change.CommitWriter;
import io.pragh.core.property.change.EdgeChanges;
import io.pragh.core.property.change.Identities;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.change.VertexChanges;
import io.pragh.core.property.element.NaturalEdgeId;
import io.pragh.core.property.read.EdgeCounts;
import io.pragh.core.property.read.EdgeReads;
import io.pragh.core.property.read.Expansion;
import io.pragh.core.property.read.IndexReads;
import io.pragh.core.property.read.VertexCounts;
import io.pragh.core.property.read.VertexReads;
import io.pragh.core.property.value.ValueCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Implements a property graph's transaction with a transaction of the store. One thread at a time. */
// All changes stay in this object until commit, and are merged into the results of reads; at commit they become
// updates. So reads never have to evaluate updates, and an element that was added and removed again leaves no trace.
final class KeyValueTransaction implements GraphTransaction {
    private final KeyValueGraph graph;
    private final GraphSessions.Session session;
    private final TransactionOptions options;
    private final Transaction transaction;
    private final Scope scope;
    private final VertexChanges vertexChanges = new VertexChanges();
    private final ListChanges listChanges = new ListChanges();
    private final NewEdges newEdges = new NewEdges();
    private final Identities identities;
    private final Variables variables;
    private final VertexReads vertexReads;
    private final OwnVertices ownVertices;
    private final EdgeChanges edgeChanges;
    private final EdgeReads edgeReads;
    private @Nullable Hops hops;
    private final EdgeCounts edgeCounts;
    private final IndexReads indexReads;
    private final List<Consumer<Boolean>> listeners = new ArrayList<>(1);
    private final AtomicBoolean open = new AtomicBoolean(true);
    private long changeCount;

    KeyValueTransaction(
            KeyValueGraph graph, GraphSessions.Session session, TransactionOptions options, Transaction transaction) {
        this.graph = graph;
        this.session = session;
        this.options = options;
        this.transaction = transaction;
        this.scope = graph.scope(session, transaction);
        this.identities = new Identities(transaction);
        this.variables = new Variables(transaction, scope.homes(), scope.bodyBytesMax());
        this.vertexReads = new VertexReads(scope, vertexChanges, listChanges, !options.readOnly());
        this.ownVertices = new OwnVertices(graph, scope, vertexReads, vertexChanges, identities);
        this.edgeChanges = new EdgeChanges(scope, listChanges, identities, newEdges);
        this.edgeReads = new EdgeReads(scope, vertexReads, listChanges);
        this.edgeCounts = new EdgeCounts(scope, listChanges);
        this.indexReads = new IndexReads(scope);
    }

    @Override
    public boolean isExpired() {
        try {
            transaction.checkFresh();
            return false;
        } catch (SnapshotTooOldException late) {
            return true;
        }
    }

    @Override
    public GraphTransaction reader() {
        checkOpen();
        return graph.begin(options.reading(), session -> session.beginBeside(transaction));
    }

    private void checkOpen() {
        if (!open.get()) {
            graph.checkNotClosed();
            throw new PraghException("the transaction has ended; begin another one");
        }
    }

    /** Called before every change. */
    private void checkWritable() {
        checkOpen();
        changeCount++;
        if (options.readOnly()) {
            throw new PraghException("a transaction that was begun for reading cannot write");
        }
    }

    private void checkMine(@Nullable Object reader, Supplier<Object> id) {
        if (reader != scope) {
            throw new PraghException(
                    "an element as another transaction saw it cannot be changed; read it again: id=" + id.get());
        }
    }

    // ---- vertices

    @Override
    public VertexRecord addVertex(String label, @Nullable Object id) {
        checkWritable();
        return ownVertices.add(label, id);
    }

    @Override
    public @Nullable VertexRecord vertex(long vid) {
        checkOpen();
        return vertexReads.read(vid);
    }

    @Override
    public @Nullable VertexRecord[] vertices(long[] vids) {
        checkOpen();
        return vertexReads.read(vids);
    }

    @Override
    public void readAhead(long[] vids) {
        checkOpen();
        vertexReads.readAhead(vids);
    }

    @Override
    public @Nullable VertexRecord vertexOf(Object id) {
        checkOpen();
        return ownVertices.find(id);
    }

    @Override
    public @Nullable Object nameOf(long vid) {
        checkOpen();
        return vertexReads.look(vid);
    }

    @Override
    public long numberOf(Object id) {
        checkOpen();
        return ownVertices.number(id, vertexReads::look);
    }

    @Override
    public Iterator<VertexRecord> scanVertices(int partition, VertexSearch search) {
        checkOpen();
        return vertexReads.scan(partition, search);
    }

    @Override
    public long countVertices() {
        checkOpen();
        return VertexCounts.countAll(scope, vertexChanges);
    }

    @Override
    public void change(VertexRecord vertex) {
        checkWritable();
        checkMine(vertex.reader(), vertex::id);
        ownVertices.change(vertex);
    }

    @Override
    public VertexRecord current(VertexRecord vertex) {
        return ownVertices.current(vertex);
    }

    @Override
    public long nextPropertyNumber(VertexRecord vertex) {
        return ownVertices.nextPropertyNumber(vertex);
    }

    @Override
    public void removeVertex(VertexRecord vertex) {
        checkWritable();
        VertexRecord now = vertex.isRemoved() ? null : vertexReads.read(vertex.vid());
        if (now == null) {
            vertex.remove();
            return;
        }
        edgeChanges.remove(edgeReads.allOf(now.vid()));
        ownVertices.removeLists(now.vid(), listChanges);
        vertex.remove();
        ownVertices.remove(now);
    }

    // ---- edges

    @Override
    public EdgeRef addEdge(long out, String label, long in, @Nullable Object id) {
        checkWritable();
        if (isRemoved(out) || isRemoved(in)) {
            throw new PraghException("this transaction has removed the vertex: vid=" + (isRemoved(out) ? out : in));
        }
        if (id != null) {
            ValueCodec.check(id);
            if (edgeOf(id) != null) {
                throw new ElementExistsException(ElementKind.EDGE, id);
            }
        }
        int number = scope.edgeLabel(label);
        long eid = graph.newEdge(out, scope.source()) | (id == null ? EdgeRef.PENDING : EdgeRef.NAMED);
        EdgeRef edge = new EdgeRef(out, number, in, eid);
        edgeChanges.add(edge, id);
        return edge;
    }

    @Override
    public NewEdges newEdges() {
        return newEdges;
    }

    @Override
    public Object idOf(EdgeRef edge) {
        checkOpen();
        return edge.isNamed() ? edgeChanges.record(edge).id() : NaturalEdgeId.of(newEdges.settle(edge));
    }

    @Override
    public @Nullable EdgeRef edgeOf(Object id) {
        checkOpen();
        return edgeReads.find(id, identities);
    }

    @Override
    public @Nullable EdgeRef[] findAgain(List<EdgeRef> edges) {
        checkOpen();
        return edgeReads.findAgain(edges);
    }

    @Override
    public EdgeRecord record(EdgeRef edge) {
        checkOpen();
        return edgeChanges.record(edge);
    }

    @Override
    public List<EdgeRecord> records(List<EdgeRef> edges) {
        checkOpen();
        return edgeChanges.records(edges);
    }

    @Override
    public boolean isRemoved(long vid) {
        return vertexChanges.isRemoved(vid);
    }

    @Override
    public @Nullable VertexRecord removed(long vid) {
        return vertexChanges.removed(vid);
    }

    @Override
    public boolean isRemoved(EdgeRef edge) {
        return listChanges.isGone(edge);
    }

    @Override
    public void change(EdgeRecord edge) {
        checkWritable();
        checkMine(edge.reader(), edge::id); // without the identifier, the edge's number stays undecided
        edge.properties().values().forEach(ValueCodec::check);
        edgeChanges.change(edge);
    }

    @Override
    public EdgeRecord current(EdgeRecord edge) {
        return edgeChanges.current(edge);
    }

    @Override
    public void removeEdge(EdgeRef edge) {
        checkWritable();
        edgeChanges.remove(List.of(edge));
    }

    @Override
    public void edges(long[] vids, boolean out, boolean in, int @Nullable [] labels, long limit, EdgeVisitor visitor) {
        checkOpen();
        edgeReads.visit(vids, out, in, labels, limit, visitor);
    }

    @Override
    public Hops hops() {
        checkOpen();
        Hops known = hops;
        if (known == null) {
            known = new Expansion(scope, vertexReads, listChanges, graph::hasLost);
            hops = known;
        }
        return known;
    }

    @Override
    public boolean isCalledByNumbers() {
        checkOpen();
        return !ownVertices.isAnyIdentified() && !scope.mayBeIdentified();
    }

    @Override
    public long[] degrees(long[] vids, boolean out, boolean in, int @Nullable [] labels) {
        checkOpen();
        return edgeReads.degrees(vids, out, in, labels);
    }

    @Override
    public Iterator<EdgeRef> scanEdges(int partition) {
        checkOpen();
        return edgeReads.scan(partition);
    }

    @Override
    public long countEdges() {
        checkOpen();
        return edgeCounts.countAll();
    }

    // ---- indexes, variables

    @Override
    public List<VertexRecord> verticesByIndex(String key, Object value) {
        checkOpen();
        return indexReads.vertices(key, value, vertexReads, vertexChanges);
    }

    @Override
    public List<EdgeRef> edgesByIndex(String key, Object value) {
        checkOpen();
        return indexReads.edges(key, value, edgeChanges, listChanges);
    }

    @Override
    public Iterator<VertexRecord> verticesWithAny(String key, Collection<?> values) {
        checkOpen();
        return indexReads.verticesWithAny(key, values, vertexReads, vertexChanges);
    }

    @Override
    public Iterator<EdgeRef> edgesWithAny(String key, Collection<?> values) {
        checkOpen();
        return indexReads.edgesWithAny(key, values, edgeChanges, listChanges);
    }

    @Override
    public long countWithAny(ElementKind kind, String key, Collection<?> values) {
        checkOpen();
        return indexReads.count(kind, key, values, edgeCounts);
    }

    @Override
    public Set<String> indexes(ElementKind kind) {
        checkOpen();
        return indexReads.keys(kind);
    }

    @Override
    public Map<String, Object> variables() {
        checkOpen();
        return variables.all();
    }

    @Override
    public void variable(String key, @Nullable Object value) {
        checkWritable();
        variables.set(key, value);
    }

    // ---- end

    @Override
    public boolean isChanged() {
        return !vertexChanges.isEmpty() || !edgeChanges.isEmpty() || variables.isChanged();
    }

    @Override
    public long changeCount() {
        return changeCount;
    }

    @Override
    public ReadCounts readCounts() {
        return transaction.readCounts();
    }

    @Override
    public void commit() {
        checkOpen();
        boolean committed = false;
        try {
            synchronized (newEdges) { // a thread that asks for an edge's identifier meanwhile waits for the outcome
                if (isChanged()) {
                    graph.keeper().change(this::commitChanges);
                } else {
                    commitChanges();
                }
                newEdges.ended(true);
            }
            committed = true;
        } finally {
            end(committed);
        }
    }

    private void commitChanges() {
        long[] spared = {};
        if (isChanged()) {
            vertexReads.readRelied();
            vertexReads.relyOnLooked();
            if (graph.hasLost()) {
                newEdges.numberAll(); // a list may name vertices that are gone, and whose own lists are lost
            }
            spared = new CommitWriter(
                            scope,
                            vertexChanges,
                            listChanges,
                            edgeChanges,
                            newEdges,
                            out -> graph.newEdge(out, scope.source()))
                    .write();
            identities.write();
            variables.write();
        }
        transaction.commit();
        if (transaction.attempt() == Attempt.CAUTIOUS) {
            newEdges.numberAll();
        } else {
            graph.giveBack(spared);
        }
    }

    @Override
    public void rollback() {
        end(false);
    }

    private void end(boolean committed) {
        if (open.getAndSet(false)) {
            newEdges.ended(false); // no effect after a commit
            vertexReads.forget();
            transaction.rollback();
            ended(committed);
        }
    }

    /**
     * Rolls back, even while another thread is in a call: that call soon ends with an exception, and keeps the memory
     * that it reads until then.
     */
    void abandon() {
        if (open.getAndSet(false)) {
            transaction.abandon();
            ended(false);
        }
    }

    private void ended(boolean committed) {
        graph.ended(this, session, committed);
        session.giveBack();
        listeners.forEach(listener -> listener.accept(committed));
    }

    @Override
    public boolean isOpen() {
        return open.get();
    }

    @Override
    public void whenEnded(Consumer<Boolean> listener) {
        listeners.add(listener);
    }
}

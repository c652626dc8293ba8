package io.pragh.tinkerpop.structure;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.EdgeVisitor;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Hops;
import io.pragh.core.property.NewEdges;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.VertexSearch;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that several threads use at once: each call waits for the one before it. A caller that changes a
 * record holds this object's monitor from reading it to {@code change}. Any thread.
 */
public final class SharedTransaction implements GraphTransaction {
    private final GraphTransaction one;

    /** Shares a transaction among several threads. */
    public SharedTransaction(GraphTransaction one) {
        this.one = one;
    }

    @Override
    public synchronized boolean isExpired() {
        return one.isExpired();
    }

    @Override
    public synchronized GraphTransaction reader() {
        return one.reader();
    }

    @Override
    public synchronized VertexRecord addVertex(String label, @Nullable Object id) {
        return one.addVertex(label, id);
    }

    @Override
    public synchronized @Nullable VertexRecord vertex(long vid) {
        return one.vertex(vid);
    }

    @Override
    public synchronized @Nullable VertexRecord[] vertices(long[] vids) {
        return one.vertices(vids);
    }

    @Override
    public synchronized void readAhead(long[] vids) {
        one.readAhead(vids);
    }

    @Override
    public synchronized @Nullable VertexRecord vertexOf(Object id) {
        return one.vertexOf(id);
    }

    @Override
    public synchronized @Nullable Object nameOf(long vid) {
        return one.nameOf(vid);
    }

    @Override
    public synchronized long numberOf(Object id) {
        return one.numberOf(id);
    }

    @Override
    public synchronized Iterator<VertexRecord> scanVertices(int partition, VertexSearch search) {
        return inTurn(one.scanVertices(partition, search));
    }

    @Override
    public synchronized long countVertices() {
        return one.countVertices();
    }

    @Override
    public synchronized void change(VertexRecord vertex) {
        one.change(vertex);
    }

    @Override
    public synchronized VertexRecord current(VertexRecord vertex) {
        return one.current(vertex);
    }

    @Override
    public synchronized long nextPropertyNumber(VertexRecord vertex) {
        return one.nextPropertyNumber(vertex);
    }

    @Override
    public synchronized void removeVertex(VertexRecord vertex) {
        one.removeVertex(vertex);
    }

    @Override
    public synchronized boolean isRemoved(long vid) {
        return one.isRemoved(vid);
    }

    @Override
    public synchronized @Nullable VertexRecord removed(long vid) {
        return one.removed(vid);
    }

    @Override
    public synchronized EdgeRef addEdge(long out, String label, long in, @Nullable Object id) {
        return one.addEdge(out, label, in, id);
    }

    @Override
    public NewEdges newEdges() {
        return one.newEdges();
    }

    @Override
    public synchronized Object idOf(EdgeRef edge) {
        return one.idOf(edge);
    }

    @Override
    public synchronized @Nullable EdgeRef edgeOf(Object id) {
        return one.edgeOf(id);
    }

    @Override
    public synchronized @Nullable EdgeRef[] findAgain(List<EdgeRef> edges) {
        return one.findAgain(edges);
    }

    @Override
    public synchronized EdgeRecord record(EdgeRef edge) {
        return one.record(edge);
    }

    @Override
    public synchronized List<EdgeRecord> records(List<EdgeRef> edges) {
        return one.records(edges);
    }

    @Override
    public synchronized boolean isRemoved(EdgeRef edge) {
        return one.isRemoved(edge);
    }

    @Override
    public synchronized void change(EdgeRecord edge) {
        one.change(edge);
    }

    @Override
    public synchronized void removeEdge(EdgeRef edge) {
        one.removeEdge(edge);
    }

    @Override
    public synchronized void edges(
            long[] vids, boolean out, boolean in, int @Nullable [] labels, long limit, EdgeVisitor visitor) {
        one.edges(vids, out, in, labels, limit, visitor);
    }

    @Override
    public synchronized long[] degrees(long[] vids, boolean out, boolean in, int @Nullable [] labels) {
        return one.degrees(vids, out, in, labels);
    }

    /** The caller holds this object's monitor while it reads with them. */
    @Override
    public synchronized Hops hops() {
        return one.hops();
    }

    @Override
    public synchronized boolean isCalledByNumbers() {
        return one.isCalledByNumbers();
    }

    @Override
    public synchronized Iterator<EdgeRef> scanEdges(int partition) {
        return inTurn(one.scanEdges(partition));
    }

    @Override
    public synchronized long countEdges() {
        return one.countEdges();
    }

    @Override
    public synchronized List<VertexRecord> verticesByIndex(String key, Object value) {
        return one.verticesByIndex(key, value);
    }

    @Override
    public synchronized List<EdgeRef> edgesByIndex(String key, Object value) {
        return one.edgesByIndex(key, value);
    }

    @Override
    public synchronized Iterator<VertexRecord> verticesWithAny(String key, Collection<?> values) {
        return inTurn(one.verticesWithAny(key, values));
    }

    @Override
    public synchronized Iterator<EdgeRef> edgesWithAny(String key, Collection<?> values) {
        return inTurn(one.edgesWithAny(key, values));
    }

    @Override
    public synchronized long countWithAny(ElementKind kind, String key, Collection<?> values) {
        return one.countWithAny(kind, key, values);
    }

    @Override
    public synchronized EdgeRecord current(EdgeRecord edge) {
        return one.current(edge);
    }

    @Override
    public synchronized long changeCount() {
        return one.changeCount();
    }

    @Override
    public synchronized ReadCounts readCounts() {
        return one.readCounts();
    }

    @Override
    public synchronized Set<String> indexes(ElementKind kind) {
        return one.indexes(kind);
    }

    @Override
    public synchronized Map<String, Object> variables() {
        return Map.copyOf(one.variables());
    }

    @Override
    public synchronized void variable(String key, @Nullable Object value) {
        one.variable(key, value);
    }

    @Override
    public synchronized boolean isChanged() {
        return one.isChanged();
    }

    @Override
    public synchronized void commit() {
        one.commit();
    }

    @Override
    public synchronized void rollback() {
        one.rollback();
    }

    @Override
    public synchronized boolean isOpen() {
        return one.isOpen();
    }

    @Override
    public synchronized void whenEnded(Consumer<Boolean> listener) {
        one.whenEnded(listener);
    }

    @Override
    public synchronized void close() {
        one.close();
    }

    private <E> Iterator<E> inTurn(Iterator<E> of) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                synchronized (SharedTransaction.this) {
                    return of.hasNext();
                }
            }

            @Override
            public E next() {
                synchronized (SharedTransaction.this) {
                    return of.next();
                }
            }
        };
    }
}

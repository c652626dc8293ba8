package io.pragh.core.property.bulk;

import io.pragh.core.property.element.PropertyTable;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueOutput;
import org.jspecify.annotations.Nullable;

/** The properties of the vertex or edge that is being gathered, as they are stored. One thread. */
final class PropertyBuffer {
    private final PropertyTable ofVertex = new PropertyTable();
    private final ValueOutput ofEdge = new ValueOutput();
    private int countOfEdge;

    void clear() {
        ofVertex.clear();
        ofEdge.clear();
        countOfEdge = 0;
    }

    int count() {
        return ofVertex.count() + countOfEdge;
    }

    /** No fewer bytes than they take so far. */
    int length() {
        return ofVertex.bytesMax() + ofEdge.length();
    }

    /** The next one of a vertex; its value is to be written to what this returns. */
    ValueOutput ofVertex(int key) {
        return ofVertex.add(key);
    }

    /** The same; with an identifier of its own. */
    ValueOutput ofVertex(int key, Object id) {
        return ofVertex.add(key, id);
    }

    /** Something that is said of the last one. */
    void own(int key, @Nullable Object value) {
        ofVertex.addOwn(key, value);
    }

    /** One of an edge. */
    void ofEdge(int key, @Nullable Object value) {
        ValueCodec.write(ofEdge.putCount(key), value);
        countOfEdge++;
    }

    /** Those of a vertex. */
    PropertyTable ofVertex() {
        return ofVertex;
    }

    /** Those of an edge, to be read before the next one is written. */
    ValueOutput ofEdge() {
        return ofEdge;
    }
}

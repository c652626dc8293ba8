package io.pragh.core.property.bulk;

import io.pragh.core.property.element.PropertyTable;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueOutput;
import org.jspecify.annotations.Nullable;

/** Encodes the properties of the vertex or edge that is being gathered. One thread. */
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

    /** An upper bound for the bytes of the properties so far. */
    int length() {
        return ofVertex.bytesMax() + ofEdge.length();
    }

    /** Adds a property to the vertex; the caller writes its value to the output returned. */
    ValueOutput ofVertex(int key) {
        return ofVertex.add(key);
    }

    /** As {@link #ofVertex(int)}, for a property with an identifier of its own. */
    ValueOutput ofVertex(int key, Object id) {
        return ofVertex.add(key, id);
    }

    /** Adds a property to the last property's own. */
    void own(int key, @Nullable Object value) {
        ofVertex.addOwn(key, value);
    }

    /** Adds a property to the edge. */
    void ofEdge(int key, @Nullable Object value) {
        ValueCodec.write(ofEdge.putCount(key), value);
        countOfEdge++;
    }

    /** The properties of the vertex. */
    PropertyTable ofVertex() {
        return ofVertex;
    }

    /** The properties of the edge, to be read before the next one is added. */
    ValueOutput ofEdge() {
        return ofEdge;
    }
}

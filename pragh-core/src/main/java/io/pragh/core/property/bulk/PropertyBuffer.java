package io.pragh.core.property.bulk;

import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueOutput;
import org.jspecify.annotations.Nullable;

/** The properties of the vertex or edge that is being gathered, as they are stored. One thread. */
final class PropertyBuffer {
    /** Ended ones, but for what is said of the last one. */
    private final ValueOutput properties = new ValueOutput();

    private final ValueOutput own = new ValueOutput();
    private int count;
    private int ownCount;
    private boolean openProperty;

    void clear() {
        properties.clear();
        own.clear();
        count = 0;
        ownCount = 0;
        openProperty = false;
    }

    int count() {
        return count;
    }

    /** Bytes so far. */
    int length() {
        return properties.length() + own.length();
    }

    /** The next one of a vertex; its value is to be written to what this returns. */
    ValueOutput ofVertex(int key) {
        return begun(0).putCount(key);
    }

    /** The same; with an identifier of its own. */
    ValueOutput ofVertex(int key, Object id) {
        ValueCodec.write(begun(1), id);
        return properties.putCount(key);
    }

    private ValueOutput begun(int supplied) {
        endProperty();
        openProperty = true;
        return properties.putCount(count++).putByte(supplied);
    }

    boolean hasProperty() {
        return openProperty;
    }

    /** Something that is said of the last one. */
    void own(int key, @Nullable Object value) {
        ValueCodec.write(own.putCount(key), value);
        ownCount++;
    }

    /** One of an edge. */
    void ofEdge(int key, @Nullable Object value) {
        ValueCodec.write(properties.putCount(key), value);
        count++;
    }

    private void endProperty() {
        if (openProperty) {
            properties.putCount(ownCount).putBytes(own.buffer(), 0, own.length());
            own.clear();
            ownCount = 0;
            openProperty = false;
        }
    }

    /** All of them, to be read before the next one is written. */
    ValueOutput ended() {
        endProperty();
        return properties;
    }
}

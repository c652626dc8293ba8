package io.pragh.tinkerpop.process.computer;

import java.io.Serializable;

/** Identifier of a property that was computed, not stored. Immutable. */
record ComputedId(Object vertex, String key, int place) implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public String toString() {
        return vertex + "/" + key + "/" + place;
    }
}

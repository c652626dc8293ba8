package io.pragh.core.property;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values that an element has under a key, as bytes: equal when value and type are. Stateless. */
final class IndexedValues {
    private IndexedValues() {}

    static Set<EncodedValue> of(@Nullable VertexRecord vertex, String key) {
        Set<EncodedValue> values = new LinkedHashSet<>(2);
        if (vertex != null) {
            for (VertexPropertyRecord property : vertex.properties()) {
                if (property.key().equals(key)) {
                    values.add(EncodedValue.of(property.value()));
                }
            }
        }
        return values;
    }

    static Set<EncodedValue> of(@Nullable EdgeRecord edge, String key) {
        return edge == null || !edge.properties().containsKey(key)
                ? Set.of()
                : Set.of(EncodedValue.of(edge.properties().get(key)));
    }
}

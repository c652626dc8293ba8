package io.pragh.tinkerpop.load;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arrays among values: one is equal to itself alone, and not every format has them. Stateless. */
public final class NestedArrays {
    private NestedArrays() {}

    /** Whether a value is an array, or has one among its elements, at any depth. */
    public static boolean areIn(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return areIn(map.keySet()) || areIn(map.values());
        }
        return value instanceof Collection<?> several
                ? several.stream().anyMatch(NestedArrays::areIn)
                : value != null && value.getClass().isArray();
    }
}

package io.pragh.core.property;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.graph.ListOperations;
import java.util.List;
import java.util.stream.Stream;

/** What can be done to the values of a property graph where they lie. Stateless. */
public final class PropertyOperations {
    /** Code: a vertex exists, and its directory has a word. */
    public static final int ENSURE_LABEL = 20;
    /** Code: a value where there is none. */
    public static final int CREATE = 21;

    /** All operations of a graph, those of its lists included: for the nodes that hold it. */
    public static final List<ValueOperation> ALL = Stream.concat(
                    ListOperations.ALL.stream(), Stream.of(new EnsureLabel(), new CreateValue()))
            .toList();

    private PropertyOperations() {}

    static Update ensureLabel(long vid, int word) {
        return new Update(ENSURE_LABEL, ElementKeys.vertex(vid), word, 0);
    }

    static Update create(long key, byte[] body) {
        return new Update(CREATE, key, 0, 0, body);
    }
}

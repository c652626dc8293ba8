package io.pragh.core.property.read;

import io.pragh.core.property.element.StoredVertex;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The vertices that one transaction has only looked at, so that its commit does not depend on them yet. One thread.
 */
final class LookedVertices {
    private static final int CAPACITY_FIRST = 4;

    /** Their stored forms, as far as they are kept. */
    private final RecentVertices seen = new RecentVertices();
    /** Their numbers, possibly with duplicates, including vertices that are no longer kept. */
    private long[] vids = new long[CAPACITY_FIRST];

    private int count;

    void add(StoredVertex vertex) {
        seen.add(vertex);
        vids = count == vids.length ? Arrays.copyOf(vids, 2 * count) : vids;
        vids[count++] = vertex.vid();
    }

    /** The stored form of a vertex, or null. */
    @Nullable
    StoredVertex find(long vid) {
        return seen.find(vid);
    }

    /** Visits all vertices except those that match. */
    void others(LongPredicate without, LongConsumer visitor) {
        for (int i = 0; i < count; i++) {
            if (!without.test(vids[i])) {
                visitor.accept(vids[i]);
            }
        }
    }
}

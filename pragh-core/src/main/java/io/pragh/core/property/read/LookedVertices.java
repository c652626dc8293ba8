package io.pragh.core.property.read;

import io.pragh.core.property.element.StoredVertex;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Vertices that one transaction has only looked at: nothing of them is relied on yet. One thread. */
final class LookedVertices {
    private static final int CAPACITY_FIRST = 4;

    /** What was seen of them. */
    private final RecentVertices seen = new RecentVertices();
    /** Which ones, some perhaps twice: also those of which nothing is kept. */
    private long[] vids = new long[CAPACITY_FIRST];

    private int count;

    void add(StoredVertex vertex) {
        seen.add(vertex);
        vids = count == vids.length ? Arrays.copyOf(vids, 2 * count) : vids;
        vids[count++] = vertex.vid();
    }

    /** What was seen of a vertex, or null. */
    @Nullable
    StoredVertex find(long vid) {
        return seen.find(vid);
    }

    /** Hands over all but some. */
    void others(LongPredicate without, LongConsumer visitor) {
        for (int i = 0; i < count; i++) {
            if (!without.test(vids[i])) {
                visitor.accept(vids[i]);
            }
        }
    }
}

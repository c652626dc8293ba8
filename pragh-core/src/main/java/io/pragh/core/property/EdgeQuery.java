package io.pragh.core.property;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Directions, labels and limit that select edges of vertices. Immutable by agreement.
 *
 * @param out whether edges that leave the vertices are wanted
 * @param in whether edges that arrive are wanted
 * @param labels numbers of the labels wanted, 0 for a label that no edge ever had; null for all
 * @param limit most edges of each vertex; those that leave come before those that arrive
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EdgeQuery(boolean out, boolean in, int @Nullable [] labels, long limit) {
    /**
     * Whether a label in the query has no number yet. The read then depends on the label's absence from the
     * catalogue.
     */
    public boolean hasUnknownLabel() {
        return labels != null && Arrays.stream(labels).anyMatch(label -> label == 0);
    }
}

package io.pragh.core.property;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which edges of vertices are wanted. Immutable by agreement.
 *
 * @param out whether those that leave the vertices
 * @param in whether those that arrive
 * @param labels numbers of the labels wanted, 0 for one that no edge ever had; null for all
 * @param limit most edges of each vertex, those that leave before those that arrive
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
public record EdgeQuery(boolean out, boolean in, int @Nullable [] labels, long limit) {
    /** Whether one of the labels is that of no edge so far: that there is none is part of what is read. */
    public boolean hasUnknownLabel() {
        return labels != null && Arrays.stream(labels).anyMatch(label -> label == 0);
    }
}

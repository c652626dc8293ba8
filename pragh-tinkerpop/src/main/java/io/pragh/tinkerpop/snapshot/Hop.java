package io.pragh.tinkerpop.snapshot;

import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Direction;

/**
 * A step along edges, from a vertex to its neighbours. Immutable.
 *
 * @param direction outgoing edges, incoming ones, or both: a loop counts twice then, as in Gremlin
 * @param labels of the edges, where repeated ones count once; empty for all
 * @param limit most edges of each vertex, outgoing before incoming ones; the graph selects them, always the same in a
 *     snapshot
 */
public record Hop(Direction direction, List<String> labels, long limit) {
    /** Checks the limit, and copies the labels. */
    public Hop {
        if (limit < 0) {
            throw new IllegalArgumentException("a hop cannot follow fewer than no edges: limit=" + limit);
        }
        labels = List.copyOf(labels);
    }

    /** Along outgoing edges, with one of these labels, or any if none is given. */
    public static Hop out(String... labels) {
        return new Hop(Direction.OUT, List.of(labels), Long.MAX_VALUE);
    }

    /** Along incoming edges. */
    public static Hop in(String... labels) {
        return new Hop(Direction.IN, List.of(labels), Long.MAX_VALUE);
    }

    /** Along outgoing and incoming edges. */
    public static Hop both(String... labels) {
        return new Hop(Direction.BOTH, List.of(labels), Long.MAX_VALUE);
    }

    /** A copy with so many edges of each vertex at most. */
    public Hop limit(long most) {
        return new Hop(direction, labels, most);
    }
}

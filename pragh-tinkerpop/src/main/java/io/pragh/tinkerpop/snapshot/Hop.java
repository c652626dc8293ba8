package io.pragh.tinkerpop.snapshot;

import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Direction;

/**
 * Which edges of a vertex are followed. Immutable.
 *
 * @param direction whether edges that leave the vertex, those that arrive, or both: a loop counts twice then, as in Gremlin
 * @param labels of the edges, of which one that is named twice counts once; empty for all
 * @param limit most edges of each vertex, those that leave before those that arrive; which ones is up to the graph, but always the same
 *     in a snapshot
 */
public record Hop(Direction direction, List<String> labels, long limit) {
    /** Checks the limit, and copies the labels. */
    public Hop {
        if (limit < 0) {
            throw new IllegalArgumentException("a hop cannot follow fewer than no edges: limit=" + limit);
        }
        labels = List.copyOf(labels);
    }

    /** Along edges that leave, with one of these labels, or any if none is named. */
    public static Hop out(String... labels) {
        return new Hop(Direction.OUT, List.of(labels), Long.MAX_VALUE);
    }

    /** Along edges that arrive. */
    public static Hop in(String... labels) {
        return new Hop(Direction.IN, List.of(labels), Long.MAX_VALUE);
    }

    /** Along edges that leave and edges that arrive. */
    public static Hop both(String... labels) {
        return new Hop(Direction.BOTH, List.of(labels), Long.MAX_VALUE);
    }

    /** The same with so many edges of each vertex at most. */
    public Hop limit(long most) {
        return new Hop(direction, labels, most);
    }
}

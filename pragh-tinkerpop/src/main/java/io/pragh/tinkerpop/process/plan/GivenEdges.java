package io.pragh.tinkerpop.process.plan;

import io.pragh.core.address.GraphKey;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.Neighbours;
import io.pragh.core.property.NewEdges;
import java.util.ArrayList;
import java.util.List;

/**
 * The edges of one vertex that were given page by page: how many, and a digest of them in their order, by which
 * another transaction recognizes whether its list begins with the same ones. One thread.
 */
// The digest is a sum with a term for each place, so that an edge that was new when it was given can be added later,
// with the identity that it has after the commit. Two sequences of edges have the same digest by an accident of one
// in 2^64.
final class GivenEdges {
    private static final long FIRST_FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final long SECOND_FACTOR = 0xBF58_476D_1CE4_E5B9L;
    private static final int FIRST_SHIFT = 32;
    private static final int SECOND_SHIFT = 29;

    private final long vid;
    private final List<New> added = new ArrayList<>(0);
    private long count;
    private long digest;

    /** An edge that the transaction had added itself, and its place. */
    private record New(long place, long key, EdgeRef edge) {}

    /** None yet, of the vertex with this number. */
    GivenEdges(long vid) {
        this.vid = vid;
    }

    /** How many there are. */
    long count() {
        return count;
    }

    /** Adds a page with the ids of its edges. */
    void add(Neighbours page) {
        for (int list = 0; list < page.lists(); list++) {
            long key = page.key(list);
            for (int entry = page.from(list); entry < page.to(list); entry++) {
                long neighbour = page.neighbours()[entry];
                long eid = page.edgeIds()[entry];
                if (EdgeRef.isPending(eid)) {
                    added.add(new New(count, key, edge(key, neighbour, eid)));
                } else {
                    add(count, key, neighbour, eid);
                }
                count++;
            }
        }
    }

    private EdgeRef edge(long key, long neighbour, long eid) {
        return GraphKey.direction(key) == GraphKey.OUT
                ? new EdgeRef(vid, GraphKey.label(key), neighbour, eid)
                : new EdgeRef(neighbour, GraphKey.label(key), vid, eid);
    }

    private void add(long place, long key, long neighbour, long eid) {
        digest += mixed(mixed(mixed(mixed(place) + key) + neighbour) + eid);
    }

    private static long mixed(long word) {
        long once = (word ^ word >>> FIRST_SHIFT) * FIRST_FACTOR;
        return (once ^ once >>> SECOND_SHIFT) * SECOND_FACTOR;
    }

    /** Gives the edges that the transaction had added the identities that they have after its end. */
    void settle(NewEdges ended) {
        for (New each : added) {
            EdgeRef now = ended.now(each.edge);
            add(each.place, each.key, now.out() == vid ? now.in() : now.out(), now.eid());
        }
        added.clear();
    }

    /** Whether these are the same edges in the same order; both are settled. */
    boolean isSame(GivenEdges others) {
        return count == others.count && digest == others.digest && added.isEmpty() && others.added.isEmpty();
    }
}

package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.EdgeVisitor;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.change.Identities;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.NaturalEdgeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads edges of vertices and of partitions, as one transaction sees them. One thread at a time. */
public final class EdgeReads {
    private final Scope scope;
    private final VertexReads vertices;
    private final ListChanges changes;

    /** Reads in one transaction. */
    public EdgeReads(Scope scope, VertexReads vertices, ListChanges changes) {
        this.scope = scope;
        this.vertices = vertices;
        this.changes = changes;
    }

    /** As {@link io.pragh.core.property.GraphTransaction#edges}. */
    public void visit(long[] vids, boolean out, boolean in, int @Nullable [] labels, long limit, EdgeVisitor visitor) {
        for (int from = 0; from < vids.length && limit > 0; from += Bodies.AT_ONCE) {
            int to = Math.min(vids.length, from + Bodies.AT_ONCE);
            ListKeys lists = new ListKeys();
            lists.fill(scope, vertices, vids, from, to, new EdgeQuery(out, in, labels, limit));
            visit(lists, limit, visitor);
        }
    }

    private void visit(ListKeys lists, long limit, EdgeVisitor visitor) {
        long[] keys = lists.keys();
        ListWalk walk = new ListWalk(scope, changes, keys, limit);
        int owner = -1;
        long visited = 0;
        while (walk.next()) {
            int list = walk.list();
            if (lists.owner(list) != owner) {
                owner = lists.owner(list);
                visited = 0;
            }
            boolean leaves = GraphKey.direction(keys[list]) == GraphKey.OUT;
            visitor.edge(owner, walk.neighbour(), GraphKey.label(keys[list]), walk.eid(), leaves);
            if (++visited >= limit) {
                walk.skipTo(lists.behindOwner(list));
            }
        }
    }

    /** As {@link io.pragh.core.property.GraphTransaction#degrees}. */
    public long[] degrees(long[] vids, boolean out, boolean in, int @Nullable [] labels) {
        ListKeys lists = new ListKeys();
        lists.fill(scope, vertices, vids, 0, vids.length, new EdgeQuery(out, in, labels, Long.MAX_VALUE));
        long[] counts = new EdgeCounts(scope, changes).counts(lists.keys());
        long[] degrees = new long[vids.length];
        for (int list = 0; list < counts.length; list++) {
            degrees[lists.owner(list)] += counts[list];
        }
        return degrees;
    }

    /**
     * Looks up edges as they are now, each in the shorter of the lists of its two vertices; null where there is none.
     */
    public @Nullable EdgeRef[] find(List<EdgeRef> edges) {
        long[] lists = new long[2 * edges.size()];
        for (int i = 0; i < edges.size(); i++) {
            lists[2 * i] = ElementKeys.outList(edges.get(i));
            lists[2 * i + 1] = ElementKeys.inList(edges.get(i));
        }
        long[] degrees = new EdgeCounts(scope, changes).counts(lists);
        Set<EdgeRef> sought = new HashSet<>();
        Set<Long> shorter = new LinkedHashSet<>();
        for (int i = 0; i < edges.size(); i++) {
            sought.add(edges.get(i));
            shorter.add(degrees[2 * i] <= degrees[2 * i + 1] ? lists[2 * i] : lists[2 * i + 1]);
        }
        Map<EdgeRef, EdgeRef> found = new HashMap<>();
        long[] keys = shorter.stream().mapToLong(key -> key).toArray();
        ListWalk walk = new ListWalk(scope, changes, keys, Long.MAX_VALUE);
        while (walk.next() && found.size() < sought.size()) {
            EdgeRef edge = edge(keys[walk.list()], walk);
            if (sought.contains(edge)) {
                found.put(edge, edge);
            }
        }
        return edges.stream().map(found::get).toArray(EdgeRef[]::new);
    }

    /**
     * Finds the edge with an identifier, made of its ends or supplied by the application; null when there is none.
     */
    public @Nullable EdgeRef find(Object id, Identities identities) {
        EdgeRef natural = id instanceof String text ? NaturalEdgeId.parse(text) : null;
        EdgeRef found = natural == null ? null : find(List.of(natural))[0];
        if (found != null) {
            return found;
        }
        EdgeRef named = identities.edge(id);
        return named == null || changes.isGone(named) ? null : named;
    }

    /** As {@link io.pragh.core.property.GraphTransaction#findAgain}. */
    public @Nullable EdgeRef[] findAgain(List<EdgeRef> edges) {
        @Nullable EdgeRef[] seen = new EdgeRef[edges.size()];
        @Nullable
        EdgeRef[] found = find(edges.stream().filter(EdgeRef::wasUnnumbered).toList());
        int at = 0;
        for (int i = 0; i < seen.length; i++) {
            EdgeRef edge = edges.get(i);
            boolean isElsewhere = edge.isPending() && !changes.isOwn(edge);
            seen[i] = edge.wasUnnumbered() ? found[at++] : isElsewhere || changes.isGone(edge) ? null : edge;
        }
        return seen;
    }

    private static EdgeRef edge(long list, ListWalk walk) {
        long vid = GraphKey.vid(list);
        int label = GraphKey.label(list);
        return GraphKey.direction(list) == GraphKey.OUT
                ? new EdgeRef(vid, label, walk.neighbour(), walk.eid())
                : new EdgeRef(walk.neighbour(), label, vid, walk.eid());
    }

    /** All edges of a vertex, for its removal; a loop comes once. */
    public List<EdgeRef> allOf(long vid) {
        List<EdgeRef> edges = new ArrayList<>();
        visit(new long[] {vid}, true, true, null, Long.MAX_VALUE, (index, neighbour, label, eid, out) -> {
            if (out) {
                edges.add(new EdgeRef(vid, label, neighbour, eid));
            } else if (neighbour != vid) {
                edges.add(new EdgeRef(neighbour, label, vid, eid));
            }
        });
        return edges;
    }

    /** All edges that leave a vertex of a partition. */
    public Iterator<EdgeRef> scan(int partition) {
        return new Scan(partition);
    }

    /** Iterates over the lists of batches of keys, then over those that this transaction has begun. */
    private final class Scan implements Iterator<EdgeRef> {
        private final KeyBatches batches;
        private final Set<Long> own = new HashSet<>();
        private long[] keys = {};
        private ListWalk walk = new ListWalk(scope, changes, keys, Long.MAX_VALUE);
        private boolean ended;
        private @Nullable EdgeRef next;

        Scan(int partition) {
            scope.transaction().watch(ElementRolls.edges(scope.homes(), partition));
            this.batches = new KeyBatches(scope, partition, GraphKey.KIND_ADJACENCY);
            for (long key : changes.keys()) {
                if (GraphKey.direction(key) == GraphKey.OUT && scope.homes().home(key) == partition) {
                    own.add(key);
                }
            }
        }

        @Override
        public boolean hasNext() {
            while (next == null) {
                if (walk.next()) {
                    next = edge(keys[walk.list()], walk);
                } else if (!nextBatch()) {
                    return false;
                }
            }
            if (changes.isGone(next)) { // removed since it was found
                next = null;
                return hasNext();
            }
            return true;
        }

        private boolean nextBatch() {
            if (batches.hasNext()) {
                keys = outgoing(batches.next());
                for (long key : keys) {
                    own.remove(key);
                }
            } else if (!ended) {
                ended = true;
                keys = own.stream().mapToLong(key -> key).toArray();
            } else {
                return false;
            }
            walk = new ListWalk(scope, changes, keys, Long.MAX_VALUE);
            return true;
        }

        @Override
        public EdgeRef next() {
            EdgeRef found = hasNext() ? next : null;
            if (found == null) {
                throw new NoSuchElementException();
            }
            next = null;
            return found;
        }
    }

    /** The keys of lists of outgoing edges among the given ones; may be the given array. */
    public static long[] outgoing(long[] keys) {
        int count = 0;
        for (long key : keys) {
            if (GraphKey.direction(key) == GraphKey.OUT) {
                keys[count++] = key;
            }
        }
        return java.util.Arrays.copyOf(keys, count);
    }
}

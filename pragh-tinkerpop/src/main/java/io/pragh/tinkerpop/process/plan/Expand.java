package io.pragh.tinkerpop.process.plan;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgePages;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Neighbours;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.jspecify.annotations.Nullable;

/**
 * An operator from vertices along their edges, to the vertices at the other ends or to the edges themselves; many
 * vertices in one batch of READs, and a vertex with very many edges page by page. One thread.
 */
// When the transaction changes something between two pages, the rows given of the vertex stand, and the next page
// omits removed edges. When another transaction has begun by then, the vertex is read from its beginning, and the
// edges that were given are skipped. If its lists do not begin with the same edges any more, the query ends with an
// error: which edges are left could be told only with a memory of all that were given, however many they are.
final class Expand extends PerRow {
    /** Approximate rows at a time, if all are wanted. */
    private static final int ROWS = 1 << 15;
    /** Vertices that are expanded together before their number of edges is known. */
    private static final int FIRST = 256;
    /** Rows at a time of a vertex with very many edges. */
    static final int PAGE = 4096;

    private final Run run;
    private final Hop hop;
    private final EdgeQuery query;
    private final Neighbours found = new Neighbours();
    private final Neighbours skipped = new Neighbours();
    /** Vertices expanded so far, and rows that they gave. */
    private long expanded = 1;

    private long given = 1;

    /** The remaining pages of the present vertex; null when it is not read by pages. */
    private @Nullable EdgePages pages;
    /** The row of that vertex, the transaction that reads it, and the edges given of it. */
    private Rows pagedFrom = new Rows();

    private int paged;
    private @Nullable GraphTransaction pagedIn;
    private GivenEdges pagedEdges = new GivenEdges(-1);
    /** Whether the last rows continue a vertex of which rows were given before. */
    private boolean goesOn;

    /**
     * Determines which edges are followed.
     *
     * @param toEdges whether the results are the edges, not the vertices
     * @param limit most edges of each vertex; ignored where the ends are known
     * @param ends where the edges have to end; null for anywhere
     */
    record Hop(
            Direction direction,
            List<String> labels,
            boolean toEdges,
            long limit,
            @Nullable KnownEnds ends) {
        /** A hop with fewer edges of each vertex. */
        Hop limited(long most) {
            return new Hop(direction, labels, toEdges, Math.min(limit, most), ends);
        }

        /** A hop to the vertices at the other ends. */
        Hop toVertices() {
            return new Hop(direction, labels, false, limit, ends);
        }

        /** A hop that only follows edges to some vertices. */
        Hop to(KnownEnds some) {
            return new Hop(direction, labels, toEdges, limit, some);
        }

        EdgeQuery query(Run run) {
            return new EdgeQuery(direction != Direction.IN, direction != Direction.OUT, run.numbers(labels), limit);
        }

        String text() {
            String name = direction.name().toLowerCase(Locale.ROOT) + (toEdges ? "E" : "");
            String which = labels.isEmpty() ? "()" : labels.toString();
            String where = ends == null ? "" : " to " + ends;
            return name + which + (limit == Long.MAX_VALUE ? "" : " ≤" + limit) + where;
        }

        Stage stage() {
            return new Stage(this::text, (run, before) -> new Expand(run, before, this));
        }
    }

    private Expand(Run run, Operator before, Hop hop) {
        super(run, before);
        this.run = run;
        this.hop = hop;
        this.query = hop.query(run);
    }

    @Override
    int make(Rows from, int start, int wanted) {
        KnownEnds ends = hop.ends;
        if (ends != null) {
            return between(from, start, wanted, ends.numbers(run));
        }
        GraphTransaction transaction = run.transaction();
        goesOn = pages != null;
        int end = start;
        if (!goesOn) {
            synchronized (transaction) {
                int last = start + window(from.count - start, wanted);
                end = transaction.hops().expandSome(from.numbers, start, last, query, hop.toEdges, found);
            }
        }
        if (end == start) {
            end = page(transaction, from, start);
        } else {
            expanded += end - start;
            given += found.count();
        }
        take(from);
        return end;
    }

    /** Follows the edges to these vertices. */
    private int between(Rows from, int start, int wanted, long[] others) {
        GraphTransaction transaction = run.transaction();
        int last = start + window(from.count - start, wanted);
        int end;
        synchronized (transaction) {
            end = transaction.hops().between(from.numbers, start, last, others, query, hop.toEdges, found);
        }
        take(from);
        return end;
    }

    /** Gives one page of a vertex; returns the index behind the last vertex that is done. */
    private int page(GraphTransaction transaction, Rows from, int row) {
        synchronized (transaction) {
            if (pages == null) {
                pagedFrom = from;
                paged = row;
                pagedEdges = new GivenEdges(from.numbers[row]);
                pagedIn = transaction;
            }
            EdgePages now = pages(transaction);
            pages = now.next(PAGE, found) ? now : null;
            pagedEdges.add(found);
        }
        return pages == null ? row + 1 : row;
    }

    /** The remaining pages of the present vertex, as a transaction sees them. */
    private EdgePages pages(GraphTransaction transaction) {
        EdgePages known = pages;
        if (known != null && pagedIn == transaction) {
            return known;
        }
        EdgePages all =
                transaction.hops().pages(pagedFrom.numbers, paged, query, true); // ids tell parallel edges apart
        if (known != null) {
            skip(all);
        }
        pagedIn = transaction;
        return all;
    }

    /** Skips the edges that were given in a transaction that has ended. */
    private void skip(EdgePages all) {
        long vid = pagedFrom.numbers[paged];
        pagedEdges.settle(Objects.requireNonNull(pagedIn).newEdges());
        GivenEdges again = new GivenEdges(vid);
        boolean more = true;
        while (more && again.count() < pagedEdges.count()) {
            run.check();
            more = all.next((int) Math.min(pagedEdges.count() - again.count(), PAGE), skipped);
            again.add(skipped);
        }
        if (!again.isSame(pagedEdges)) {
            throw new PraghException(
                    "the edges of a vertex have changed between two transactions while a query was reading them, and it cannot tell"
                            + " which of them it has given; take all results before the transaction ends, or begin the query again: vid="
                            + vid + " edges given=" + pagedEdges.count());
        }
        pagedEdges = again;
    }

    @Override
    int standing() {
        return goesOn ? rows.count : 0;
    }

    /** Goes on in the present transaction at once, before the caller changes the edges that it has been given. */
    @Override
    int resume(int source) {
        if (pages != null && source == paged) {
            GraphTransaction transaction = run.transaction();
            synchronized (transaction) {
                pages = pages(transaction);
            }
            return source;
        }
        pages = null;
        return source + 1;
    }

    private void take(Rows from) {
        int count = found.count();
        rows.begin(hop.toEdges ? RowType.EDGE : RowType.VERTEX, count, from);
        for (int list = 0; list < found.lists(); list++) {
            if (hop.toEdges) {
                edges(from, list);
            } else {
                found.copy(list, rows.numbers, rows.count);
            }
            end(from, list);
        }
    }

    /** The number of vertices to expand together, so that about as many rows come as are wanted. */
    private int window(int left, int wanted) {
        long rowsWanted = wanted >= ALL ? ROWS : wanted;
        long vertices = Math.max(1, rowsWanted * expanded / given);
        long together = Math.min(ALL, Math.max(FIRST, expanded));
        return (int) Math.min(left, Math.min(vertices, together));
    }

    @Override
    int sourceOf(int row) {
        int behind = 0;
        for (int list = 0; list < found.lists(); list++) {
            behind += found.to(list) - found.from(list);
            if (row < behind) {
                return found.owner(list);
            }
        }
        throw new IllegalStateException("no list has this row: row=" + row + " rows=" + behind);
    }

    /** Copies the number of traversers and the origin from the vertex that a list belongs to. */
    private void end(Rows from, int list) {
        int owner = found.owner(list);
        int to = rows.count + found.to(list) - found.from(list);
        long[] bulks = rows.bulks;
        if (bulks != null) {
            Arrays.fill(bulks, rows.count, to, from.bulk(owner));
        }
        int[] origins = rows.origins;
        if (origins != null) {
            Arrays.fill(origins, rows.count, to, from.origin(owner));
        }
        @Nullable Trail[] trails = rows.trails;
        if (trails != null) {
            Arrays.fill(trails, rows.count, to, from.trail(owner));
        }
        int start = rows.count;
        rows.count = to;
        rows.sacks(start, to, from, owner);
    }

    private void edges(Rows from, int list) {
        long key = found.key(list);
        long vid = from.numbers[found.owner(list)];
        int label = GraphKey.label(key);
        boolean leaves = GraphKey.direction(key) == GraphKey.OUT;
        int at = rows.count;
        for (int entry = found.from(list); entry < found.to(list); entry++) {
            long neighbour = found.neighbours()[entry];
            long eid = found.edgeIds()[entry];
            rows.objects[at++] =
                    leaves ? new EdgeRef(vid, label, neighbour, eid) : new EdgeRef(neighbour, label, vid, eid);
        }
    }
}

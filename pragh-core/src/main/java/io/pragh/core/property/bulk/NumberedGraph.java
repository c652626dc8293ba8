package io.pragh.core.property.bulk;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.NaturalEdgeId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The gathered elements with their numbers in the graph: vertices by home, edges by both their vertices, edge ids.
 * Immutable once made. One thread.
 */
final class NumberedGraph {
    /** The approximate header, slot and rounding of a value; below, in tenths, what rounding adds to its body. */
    private static final int VALUE_BYTES = 80;

    private static final int ROUNDED_TENTHS = 11;
    private static final int LIST_BYTES = 16;
    private static final int EDGE_BODY_BYTES = 24;
    private static final int IDENTITY_BYTES = 16;
    /** The approximate number of entries of a chunk; below, of a list that may have a chunk for entries with ids. */
    private static final int CHUNK_ENTRIES = 4096;

    private static final int LONG_LIST_ENTRIES = 64;

    private static final long MEBIBYTE = 1 << 20;
    private static final int TENTHS = 10;

    private final BulkTarget target;
    private final HomeMap homes;
    private final StagedVertices vertices;
    private final StagedEdges edges;
    private final HomeOrder byHome;
    private final EdgeOrder outs;
    private final EdgeOrder ins;
    private final EdgeNumbers numbers;
    private final LoadedColumns columns;
    /** Edges that carry their property. */
    private final BitSet carrying = new BitSet();

    private final Map<Long, Long> rollsOfLabels = new HashMap<>();
    private int[] words = new int[1];
    private boolean lends;

    NumberedGraph(
            BulkTarget target,
            StagedVertices vertices,
            StagedEdges edges,
            LoadedColumns columns,
            StagingBudget budget) {
        this.columns = columns;
        this.target = target;
        this.homes = target.homes();
        this.vertices = vertices;
        this.edges = edges;
        this.numbers = new EdgeNumbers(edges.count(), budget);
        numberVertices();
        vertices.complete();
        edges.complete();
        this.byHome = new HomeOrder(vertices, homes, budget);
        IntColumn byLabel = EdgeOrder.byLabel(edges, budget);
        this.outs = EdgeOrder.by(true, edges, byHome, byLabel, numbers, true, budget);
        markEdges(budget);
        boolean eachKnown = !edges.hasOneLabel(); // with several labels, the orders need each edge to find its label
        if (!eachKnown) {
            outs.forgetUnmarked();
        }
        this.ins = EdgeOrder.by(false, edges, byHome, byLabel, numbers, eachKnown, budget);
        if (byLabel != null) {
            byLabel.forget();
        }
        if (!edges.isAnyDescribed()) {
            edges.forgetEnds();
        }
    }

    /**
     * Gives numbers to vertices with an identifier of their own, at the identifier's home, so that every node can
     * compute the vertex's home.
     */
    private void numberVertices() {
        for (int vertex = 0; vertex < vertices.count(); vertex++) {
            if (vertices.isUnnumbered(vertex)) {
                int home = vertices.home(vertex);
                long vid = target.newVertex(home);
                while (vertices.find(vid) != StagedVertices.NONE) {
                    vid = target.newVertex(home);
                }
                vertices.number(vertex, vid);
            }
        }
    }

    /**
     * Marks the edges that get an edge id: those with an identifier or properties, and those that are not alone
     * between their vertices under their label.
     */
    private void markEdges(StagingBudget budget) {
        budget.take(edges.isAnyDescribed() ? edges.count() / Byte.SIZE : 0);
        Set<EdgeRef> lent = lent();
        lends = !lent.isEmpty();
        budget.take((long) vertices.count() * Integer.BYTES);
        int[] seen = new int[vertices.count()]; // twice the list's number, plus 1 if it has the vertex several times
        int list = 0;
        for (int vertex = 0; vertex < vertices.count(); vertex++) {
            int end;
            for (int from = outs.from(vertex); from < outs.to(vertex); from = end) {
                end = outs.endOfLabel(edges, from, outs.to(vertex));
                list = list == Integer.MAX_VALUE >>> 1 ? clear(seen) : list + 1;
                look(seen, 2 * list, from, end);
                for (int i = from; i < end; i++) {
                    int edge = outs.edge(i);
                    boolean several = (seen[outs.other(i)] & 1) != 0;
                    boolean needsNumber = several || lends && lent.contains(plain(edge));
                    if (needsNumber || edges.isDescribed(edge)) {
                        numbers.mark(edge);
                        outs.mark(i);
                        carrying.set(edge, !needsNumber && columns.carries(edge));
                    }
                }
            }
        }
        numbers.marked();
        budget.giveBack((long) vertices.count() * Integer.BYTES);
    }

    private static int clear(int[] seen) {
        java.util.Arrays.fill(seen, 0);
        return 1;
    }

    private void look(int[] seen, int list, int from, int end) {
        for (int i = from; i < end; i++) {
            int in = outs.other(i);
            seen[in] = seen[in] >>> 1 == list >>> 1 ? list | 1 : list;
        }
    }

    /** Edges without number whose natural identifier the application has given to another edge. */
    private Set<EdgeRef> lent() {
        Set<EdgeRef> lent = new HashSet<>();
        for (int edge = 0; edge < edges.count() && edges.namedCount() > 0; edge++) {
            if (edges.isNamed(edge) && edges.isCalledByText(edge)) {
                EdgeRef natural = NaturalEdgeId.lent(edges.id(edge), plain(edge));
                if (natural != null) {
                    lent.add(natural);
                }
            }
        }
        return lent;
    }

    private EdgeRef plain(int edge) {
        return new EdgeRef(vertices.vid(edges.out(edge)), edges.label(edge), vertices.vid(edges.in(edge)), 0);
    }

    /** Whether an edge has the natural identifier of another. */
    boolean lends() {
        return lends;
    }

    /** Sets the edge ids of the marked edges; to be called when all elements were checked. */
    void numberEdges() {
        for (int index = 0; index < vertices.count() && numbers.count() > 0; index++) {
            for (int at = outs.from(index); at < outs.to(index); at++) {
                if (outs.isMarked(at)) {
                    int edge = outs.edge(at);
                    long eid = carrying.get(edge)
                            ? columns.edgeId(edge)
                            : target.newEdge(vertices.vid(vertex(index))) | (edges.isNamed(edge) ? EdgeRef.NAMED : 0);
                    numbers.number(edge, eid);
                }
            }
        }
    }

    /**
     * Checks that all elements fit, before any is stored.
     *
     * @throws PraghException when a value is too large, or a partition too small
     */
    void checkRoom(int bodyBytesMax) {
        long[] rooms = target.rooms();
        long[] needed = new long[homes.partitions()];
        for (int home = 0; home < homes.partitions(); home++) {
            needed[home] = identities() * (VALUE_BYTES + IDENTITY_BYTES + EDGE_BODY_BYTES) * ROUNDED_TENTHS / TENTHS;
            for (int index = from(home); index < to(home); index++) {
                needed[home] += bytes(index, bodyBytesMax);
            }
            long bytes = needed[home];
            if (rooms[home] > 1 && bytes > rooms[home]) { // 1 means unknown
                throw new PraghException(
                        "what was read does not fit into the memory of the graph; nothing was stored; open the graph with more:"
                                + " pragh.partitionBytesMax for a partition, -XX:MaxDirectMemorySize for all of a process: partition="
                                + home
                                + " MiB needed=" + (bytes + MEBIBYTE - 1) / MEBIBYTE + " about, MiB left="
                                + rooms[home] / MEBIBYTE);
            }
        }
    }

    /** The approximate bytes of the values of the vertex at an index. */
    private long bytes(int index, int bodyBytesMax) {
        int vertex = vertex(index);
        int degree = outs.to(index) - outs.from(index) + ins.to(index) - ins.from(index);
        int body = vertices.bodyBytes(vertex, directory(index));
        if (body > bodyBytesMax) {
            throw new PraghException(
                    "a vertex is too large with all its properties; nothing was stored; make segments larger (half a"
                            + " segment and 16 MiB are the limits): vid=" + vertices.vid(vertex) + " bytes=" + body
                            + " most="
                            + bodyBytesMax);
        }
        long lists = lists(outs, index) + lists(ins, index);
        long bytes = VALUE_BYTES + body + lists * (VALUE_BYTES + LIST_BYTES) + (long) degree * Integer.BYTES;
        if (vertices.isNamed(vertex)) {
            bytes += VALUE_BYTES + IDENTITY_BYTES + body / 2;
        }
        for (int i = outs.from(index); i < outs.to(index); i++) {
            if (outs.isMarked(i)) { // every edge with a value of its own is marked
                int edge = outs.edge(i);
                bytes += 2 * Long.BYTES;
                bytes += isDescribed(i) ? VALUE_BYTES + EDGE_BODY_BYTES + edges.restBytes(edge) : 0;
            }
        }
        return bytes * ROUNDED_TENTHS / TENTHS;
    }

    /** Whether the edge at an index, in the order of edges that leave, has a value of its own. */
    boolean isDescribed(int index) {
        if (!edges.isAnyDescribed() || !outs.isMarked(index)) {
            return false;
        }
        int edge = outs.edge(index);
        return edges.isDescribed(edge) && !carrying.get(edge);
    }

    /** The approximate number of identities of edges at each home; an identity may have any. */
    private long identities() {
        return edges.namedCount() / homes.partitions();
    }

    /** The approximate number of values at a home. */
    long keys(int home) {
        long keys = identities();
        for (int i = from(home); i < to(home); i++) {
            keys += 1 + lists(outs, i) + lists(ins, i) + (vertices.isNamed(vertex(i)) ? 1 : 0);
            for (int at = outs.from(i); at < outs.to(i); at++) {
                keys += isDescribed(at) ? 1 : 0;
            }
        }
        return keys;
    }

    /** The approximate number of lists and chunks of the vertex at an index in one direction. */
    private long lists(EdgeOrder order, int index) {
        int to = order.to(index);
        long lists = 0;
        int end;
        for (int from = order.from(index); from < to; from = end) {
            end = order.endOfLabel(edges, from, to);
            lists += 1 + (end - from) / CHUNK_ENTRIES + (numbers.count() > 0 && end - from > LONG_LIST_ENTRIES ? 1 : 0);
        }
        return lists;
    }

    /** Sets {@link #words} to the directory of the vertex at an index, and returns the number of words. */
    int directory(int index) {
        int out = outs.from(index);
        int in = ins.from(index);
        int count = 0;
        while (out < outs.to(index) || in < ins.to(index)) {
            int outLabel = out < outs.to(index) ? outs.label(edges, out) : Integer.MAX_VALUE;
            int inLabel = in < ins.to(index) ? ins.label(edges, in) : Integer.MAX_VALUE;
            int word = 0;
            if (outLabel <= inLabel) {
                word |= Directory.word(outLabel, true);
                out = outs.endOfLabel(edges, out, outs.to(index));
            }
            if (inLabel <= outLabel) {
                word |= Directory.word(inLabel, false);
                in = ins.endOfLabel(edges, in, ins.to(index));
            }
            if (count == words.length) {
                words = Arrays.copyOf(words, 2 * count);
            }
            words[count++] = word;
        }
        return count;
    }

    /** The directory of the last vertex of which it was wanted, with more words behind it. */
    int[] words() {
        return words;
    }

    /** Index of the first vertex of a home. */
    int from(int home) {
        return byHome.from(home);
    }

    /** Index behind the last vertex of a home. */
    int to(int home) {
        return byHome.to(home);
    }

    int vertex(int index) {
        return byHome.vertex(index);
    }

    EdgeOrder outs() {
        return outs;
    }

    EdgeOrder ins() {
        return ins;
    }

    EdgeNumbers numbers() {
        return numbers;
    }

    /** Releases memory when the vertex at an index, and those before it, are written. */
    void written(int index) {
        outs.forgetBefore(outs.to(index));
        ins.forgetBefore(ins.to(index));
    }

    /** The reference to an edge that has an identifier or properties. */
    EdgeRef ref(int edge) {
        return new EdgeRef(
                vertices.vid(edges.out(edge)), edges.label(edge), vertices.vid(edges.in(edge)), numbers.eid(edge));
    }

    /** The roll of a label's vertices. */
    long rollOfLabel(int home, int label) {
        return rollsOfLabels.computeIfAbsent(
                (long) label << Integer.SIZE | home,
                word -> ElementRolls.vertices(homes, home, target.numbers().vertexLabel(label)));
    }
}

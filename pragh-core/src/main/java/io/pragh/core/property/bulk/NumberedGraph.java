package io.pragh.core.property.bulk;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.change.ElementRolls;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.NaturalEdgeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What was gathered, with the numbers that it has in the graph: vertices by home, edges by both their vertices, edge ids. Immutable once
 * made. One thread.
 */
final class NumberedGraph {
    /** Header, slot and rounding of a value, more or less; and in tenths what rounding adds to its body. */
    private static final int VALUE_BYTES = 80;

    private static final int ROUNDED_TENTHS = 11;
    private static final int LIST_BYTES = 16;
    private static final int EDGE_BODY_BYTES = 24;
    private static final int IDENTITY_BYTES = 16;
    /** Of a chunk of a list, more or less; and of a list that may have a chunk for entries with ids. */
    private static final int CHUNK_ENTRIES = 4096;

    private static final int LONG_LIST_ENTRIES = 64;

    private static final long MEBIBYTE = 1 << 20;
    private static final int TENTHS = 10;

    private final BulkTarget target;
    private final HomeMap homes;
    private final StagedVertices vertices;
    private final StagedEdges edges;
    private final int[] byHome;
    private final int[] homeStarts;
    private final EdgeOrder outs;
    private final EdgeOrder ins;
    private final EdgeNumbers numbers;
    private final Map<Long, Long> rollsOfLabels = new HashMap<>();

    NumberedGraph(BulkTarget target, StagedVertices vertices, StagedEdges edges, StagingBudget budget) {
        this.target = target;
        this.homes = target.homes();
        this.vertices = vertices;
        this.edges = edges;
        int[] byLabel = EdgeOrder.byLabel(edges, budget);
        this.numbers = new EdgeNumbers(edges.count(), budget);
        this.outs = EdgeOrder.by(true, edges, vertices.count(), byLabel, numbers, true, budget);
        budget.take(2L * vertices.count() * Integer.BYTES);
        numberVertices();
        this.homeStarts = new int[homes.partitions() + 1];
        this.byHome = sortByHome();
        markEdges();
        boolean eachKnown = !edges.hasOneLabel(); // or the orders could not tell the labels
        if (!eachKnown) {
            outs.forgetUnmarked();
        }
        this.ins = EdgeOrder.by(false, edges, vertices.count(), byLabel, numbers, eachKnown, budget);
        numberEdges();
        if (!edges.isAnyDescribed()) {
            edges.forgetEnds();
        }
    }

    /** Others are called by an identifier, and at home where it is, so that everybody can tell where. */
    private void numberVertices() {
        for (int vertex = 0; vertex < vertices.count(); vertex++) {
            if (vertices.isUnnumbered(vertex)) {
                int home = homes.home(ElementKeys.identity(ElementKind.VERTEX, vertices.identifier(vertex)));
                long vid = target.newVertex(home);
                while (vertices.find(vid) != StagedVertices.NONE) {
                    vid = target.newVertex(home);
                }
                vertices.number(vertex, vid);
            }
        }
    }

    private int[] sortByHome() {
        int[] sorted = new int[vertices.count()];
        for (int i = 0; i < sorted.length; i++) {
            homeStarts[homes.home(vertices.vid(i))]++;
        }
        int end = 0;
        for (int home = 0; home < homeStarts.length; home++) {
            end += homeStarts[home];
            homeStarts[home] = end;
        }
        for (int i = sorted.length - 1; i >= 0; i--) {
            sorted[--homeStarts[homes.home(vertices.vid(i))]] = i;
        }
        return sorted;
    }

    /** An edge has a number if it has an identifier or properties, or is not the only one between its vertices under its label. */
    private void markEdges() {
        Set<EdgeRef> reserved = reserved();
        int[] seen =
                new int[vertices.count()]; // twice a list's number, and 1 when the list has the vertex several times
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
                    if (several || edges.isDescribed(edge) || !reserved.isEmpty() && reserved.contains(plain(edge))) {
                        numbers.mark(edge);
                        outs.mark(i);
                    }
                }
            }
        }
        numbers.marked();
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

    /** Edges without number whose names are identifiers of others. */
    private Set<EdgeRef> reserved() {
        Set<EdgeRef> reserved = new HashSet<>();
        for (int edge = 0; edge < edges.count() && edges.namedCount() > 0; edge++) {
            if (edges.isNamed(edge) && edges.isCalledByText(edge)) {
                EdgeRef natural = NaturalEdgeId.parse(String.valueOf(edges.id(edge)));
                if (natural != null && natural.eid() == 0) {
                    reserved.add(natural);
                }
            }
        }
        return reserved;
    }

    private EdgeRef plain(int edge) {
        return new EdgeRef(vertices.vid(edges.out(edge)), edges.label(edge), vertices.vid(edges.in(edge)), 0);
    }

    private void numberEdges() {
        for (int vertex = 0; vertex < vertices.count() && numbers.count() > 0; vertex++) {
            for (int at = outs.from(vertex); at < outs.to(vertex); at++) {
                if (outs.isMarked(at)) {
                    int edge = outs.edge(at);
                    long eid = target.newEdge(vertices.vid(vertex));
                    numbers.number(edge, eid | (edges.isNamed(edge) ? EdgeRef.NAMED : 0));
                }
            }
        }
    }

    /**
     * Nothing is stored of what does not fit.
     *
     * @throws PraghException when a value is too large, or a partition too small
     */
    void checkRoom(int bodyBytesMax) {
        long[] rooms = target.rooms();
        long[] needed = new long[homes.partitions()];
        for (int vertex = 0; vertex < vertices.count(); vertex++) { // in the order in which their records lie
            needed[homes.home(vertices.vid(vertex))] += bytes(vertex, bodyBytesMax);
        }
        for (int home = 0; home < homes.partitions(); home++) {
            long bytes = needed[home];
            if (rooms[home] > 1 && bytes > rooms[home]) { // of 1 nobody has told
                throw new PraghException(
                        "what was read does not fit into the memory of the graph; nothing was stored; open the graph with more:"
                                + " pragh.partitionBytesMax for a partition, -XX:MaxDirectMemorySize for all of a process: partition="
                                + home
                                + " MiB needed=" + (bytes + MEBIBYTE - 1) / MEBIBYTE + " about, MiB left="
                                + rooms[home] / MEBIBYTE);
            }
        }
    }

    /** About what the values of a vertex take. */
    private long bytes(int vertex, int bodyBytesMax) {
        int degree = outs.to(vertex) - outs.from(vertex) + ins.to(vertex) - ins.from(vertex);
        int body = vertices.bodyBytes(vertex, Math.min(degree, 1));
        if (body > bodyBytesMax) {
            throw new PraghException(
                    "a vertex is too large with all its properties; nothing was stored; make segments larger (half a"
                            + " segment and 16 MiB are the limits): vid=" + vertices.vid(vertex) + " bytes=" + body
                            + " most="
                            + bodyBytesMax);
        }
        long bytes =
                VALUE_BYTES + body + 2L * (degree == 0 ? 0 : VALUE_BYTES + LIST_BYTES) + (long) degree * Integer.BYTES;
        if (vertices.isNamed(vertex)) {
            bytes += VALUE_BYTES + IDENTITY_BYTES + body / 2;
        }
        for (int i = outs.from(vertex); i < outs.to(vertex); i++) {
            if (outs.isMarked(i)) { // as all are that have a value of their own
                int edge = outs.edge(i);
                bytes += 2 * Long.BYTES;
                bytes += edges.isDescribed(edge) ? VALUE_BYTES + EDGE_BODY_BYTES + edges.restBytes(edge) : 0;
            }
        }
        return bytes * ROUNDED_TENTHS / TENTHS;
    }

    /** Whether the edge with an index among those that leave has a value of its own. */
    boolean isDescribed(int index) {
        return outs.isMarked(index) && edges.isDescribed(outs.edge(index));
    }

    /** About how many values there are at a home, those of edges' identifiers not counted. */
    long keys(int home) {
        long keys = 0;
        for (int i = from(home); i < to(home); i++) {
            int vertex = byHome[i];
            keys += 1 + lists(outs, vertex) + lists(ins, vertex) + (vertices.isNamed(vertex) ? 1 : 0);
            for (int at = outs.from(vertex); at < outs.to(vertex); at++) {
                keys += isDescribed(at) ? 1 : 0;
            }
        }
        return keys;
    }

    /** Lists of a vertex in one direction, with their chunks, more or less. */
    private long lists(EdgeOrder order, int vertex) {
        int to = order.to(vertex);
        long lists = 0;
        int end;
        for (int from = order.from(vertex); from < to; from = end) {
            end = order.endOfLabel(edges, from, to);
            lists += 1 + (end - from) / CHUNK_ENTRIES + (numbers.count() > 0 && end - from > LONG_LIST_ENTRIES ? 1 : 0);
        }
        return lists;
    }

    /** Index of the first vertex of a home. */
    int from(int home) {
        return homeStarts[home];
    }

    /** Index behind the last vertex of a home. */
    int to(int home) {
        return homeStarts[home + 1];
    }

    int vertex(int index) {
        return byHome[index];
    }

    EdgeOrder outs() {
        return outs;
    }

    EdgeOrder ins() {
        return ins;
    }

    /** The id of the edge with an index in an order; 0 when it has none. */
    long eid(EdgeOrder order, int index) {
        return order.isMarked(index) ? numbers.eid(order.edge(index)) : 0;
    }

    /** What an edge that has an identifier or properties is called. */
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

package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;

/**
 * Caches the neighbours of a share's vertices once their edges have been read: a run reads one snapshot, so they do
 * not change. 4 bytes an edge and direction, up to a limit; beyond it edges are read in every turn. One thread.
 */
final class ReceiverCache {
    /** Bound on the receivers that a share caches: 256 MiB. */
    static final int RECEIVERS_MAX = 1 << 26;

    private static final int UNKNOWN = -2;
    private static final int[] UNREAD = {UNKNOWN};

    private final int first;
    private final int count;
    private final Map<Way, List<int[]>> ways = new HashMap<>();
    private int left = RECEIVERS_MAX;

    private record Way(Direction direction, List<String> labels) {}

    /** For the vertices with indices from {@code first} to before {@code end}. */
    ReceiverCache(int first, int end) {
        this.first = first;
        this.count = end - first;
    }

    /**
     * The indices of the vertices at the other ends of a vertex's edges, without those that are not part of the run.
     */
    int[] receivers(ViewVertex from, Direction direction, List<String> labels, ToIntFunction<Edge> other) {
        List<int[]> known = ways.computeIfAbsent(
                new Way(direction, labels), way -> new ArrayList<>(Collections.nCopies(count, UNREAD)));
        int[] receivers = known.get(from.index() - first);
        if (receivers.length == 1 && receivers[0] == UNKNOWN) {
            receivers = read(from.edges(direction, labels.toArray(String[]::new)), other);
            if (receivers.length <= left) {
                left -= receivers.length;
                known.set(from.index() - first, receivers);
            }
        }
        return receivers;
    }

    private static int[] read(Iterator<Edge> edges, ToIntFunction<Edge> other) {
        int[] found = new int[8];
        int count = 0;
        while (edges.hasNext()) {
            int receiver = other.applyAsInt(edges.next());
            if (receiver != VertexTable.MISSING) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, count * 2);
                }
                found[count++] = receiver;
            }
        }
        return Arrays.copyOf(found, count);
    }
}

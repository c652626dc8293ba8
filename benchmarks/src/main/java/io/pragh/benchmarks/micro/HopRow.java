package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.SplitMix;
import io.pragh.tinkerpop.snapshot.Hop;
import io.pragh.tinkerpop.snapshot.VertexHops;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The queries of {@link HopCost}: each on a snapshot, on two arrays and, where Gremlin can express it, as a
 * traversal. Immutable.
 */
enum HopRow {
    COUNT("friends of friends, count", TraversalRow.FRIENDS_COUNT, 1) {
        @Override
        long snapshot(VertexHops hops, long start) {
            return hops.countTwoHops(start, FRIENDS, FRIENDS);
        }

        @Override
        long arrays(CsrGraph graph, int start, Marks marks) {
            int middles = Math.min(MOST, graph.degree(start));
            long count = 0;
            for (int i = 0; i < middles; i++) {
                count += Math.min(MOST, graph.degree(graph.neighbour(start, i)));
            }
            return count;
        }
    },
    SUM("friends of friends, sum of ids", TraversalRow.FRIENDS_SUM, 1) {
        @Override
        long snapshot(VertexHops hops, long start) {
            return hops.sumTwoHops(start, FRIENDS, FRIENDS);
        }

        @Override
        long arrays(CsrGraph graph, int start, Marks marks) {
            return graph.twoHopSum(start, MOST);
        }
    },
    VISIT("the same, of ids that are visited", null, 1) {
        @Override
        long snapshot(VertexHops hops, long start) {
            long[] sum = {0};
            hops.forEachTwoHops(start, FRIENDS, FRIENDS, (vertex, neighbours, from, to) -> {
                long some = 0;
                for (int i = from; i < to; i++) {
                    some += neighbours[i];
                }
                sum[0] += some;
            });
            return sum[0];
        }

        @Override
        long arrays(CsrGraph graph, int start, Marks marks) {
            return graph.twoHopSum(start, MOST);
        }
    },
    DISTINCT("friends of friends, distinct", TraversalRow.FRIENDS_DISTINCT, 1) {
        @Override
        long snapshot(VertexHops hops, long start) {
            return hops.distinctTwoHops(start, FRIENDS, FRIENDS).length;
        }

        @Override
        long arrays(CsrGraph graph, int start, Marks marks) {
            int middles = Math.min(MOST, graph.degree(start));
            marks.begin();
            for (int i = 0; i < middles; i++) {
                int middle = graph.neighbour(start, i);
                int ends = Math.min(MOST, graph.degree(middle));
                for (int j = 0; j < ends; j++) {
                    marks.mark(graph.neighbour(middle, j));
                }
            }
            return marks.found().length;
        }
    },
    WALKS("100 random walks of 10 steps", null, 16) {
        @Override
        long snapshot(VertexHops hops, long start) {
            long[] starts = new long[WALKS_COUNT];
            Arrays.fill(starts, start);
            return hops.randomWalks(starts, Hop.out(), STEPS, start).length;
        }

        @Override
        long arrays(CsrGraph graph, int start, Marks marks) {
            SplitMix random = new SplitMix(start);
            int[][] walks = new int[WALKS_COUNT][STEPS + 1];
            for (int[] walk : walks) {
                walk[0] = start;
                for (int step = 0; step < STEPS && graph.degree(walk[step]) > 0; step++) {
                    int edges = graph.degree(walk[step]);
                    int edge = (int) Math.multiplyHigh(random.next() >>> 1, (long) edges << 1);
                    walk[step + 1] = graph.neighbour(walk[step], edge);
                }
            }
            return walks.length;
        }
    };

    private static final int MOST = FriendsGraph.MOST;
    private static final Hop FRIENDS = Hop.out().limit(MOST);
    private static final int WALKS_COUNT = 100;
    private static final int STEPS = 10;

    private final String text;
    private final @Nullable TraversalRow traversal;
    private final int lessOften;

    HopRow(String text, @Nullable TraversalRow traversal, int lessOften) {
        this.text = text;
        this.lessOften = lessOften;
        this.traversal = traversal;
    }

    /** The set of vertices found, with a mark for each vertex of a graph. One thread. */
    static final class Marks {
        private final int[] marks;
        private final int[] found;
        private int mark;
        private int count;

        Marks(int vertices) {
            marks = new int[vertices];
            found = new int[vertices];
        }

        void begin() {
            mark++;
            count = 0;
        }

        void mark(int vertex) {
            if (marks[vertex] != mark) {
                marks[vertex] = mark;
                found[count++] = vertex;
            }
        }

        int[] found() {
            return Arrays.copyOf(found, count);
        }
    }

    /** The row for a question about friends of friends. */
    static HopRow of(FriendsQuestion question) {
        return switch (question) {
            case COUNT -> COUNT;
            case SUM -> SUM;
            case DISTINCT -> DISTINCT;
        };
    }

    /** Queries a snapshot. */
    abstract long snapshot(VertexHops hops, long start);

    /** Queries the arrays; has the same result, except for random walks, of which it makes as many. */
    abstract long arrays(CsrGraph graph, int start, Marks marks);

    @Nullable
    TraversalRow traversal() {
        return traversal;
    }

    /** The prepared traversal; null where there is none. */
    @Nullable
    TraversalRow prepared() {
        return this == COUNT ? TraversalRow.FRIENDS_PREPARED : null;
    }

    /** Factor by which it runs fewer times than others, because it takes longer. */
    int lessOften() {
        return lessOften;
    }

    String text() {
        return text;
    }
}

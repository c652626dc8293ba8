package io.pragh.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that the comparison of systems finds wrong answers of any system, also those that change after the first
 * check.
 */
class FriendsCostTest {
    /** A graph in which some vertices have more friends than a question counts. */
    private static final RmatParameters GRAPH = RmatParameters.graph500(8, 1);

    private static final CsrGraph GIVEN = CsrGraph.of(new RmatEdges(GRAPH), (int) GRAPH.vertexCount());
    private static final long[] STARTS = TraversalCost.starts(GRAPH, 32);

    /**
     * Takes the last friends of a vertex in place of the first, and has identifiers of its own, as another database
     * may.
     */
    private static class LastFriends implements FriendsGraph {
        private static final long FIRST = 1000;

        @Override
        public long id(long vertex) {
            return FIRST + 2 * vertex;
        }

        @Override
        public long[] friends(long id) {
            int vertex = (int) (id - FIRST) / 2;
            int degree = GIVEN.degree(vertex);
            long[] friends = new long[Math.min(MOST, degree)];
            Arrays.setAll(friends, i -> id(GIVEN.neighbour(vertex, degree - 1 - i)));
            return friends;
        }

        @Override
        public long answer(FriendsQuestion question, long vertex) {
            long[] ends = Arrays.stream(friends(id(vertex)))
                    .flatMap(friend -> Arrays.stream(friends(friend)))
                    .toArray();
            return switch (question) {
                case COUNT -> ends.length;
                case SUM -> Arrays.stream(ends).sum();
                case DISTINCT -> Arrays.stream(ends).distinct().count();
            };
        }

        @Override
        public void close() {
            // arrays hold no resources
        }
    }

    private static String refusal(FriendsQuestion question, FriendsGraph graph) {
        FriendsCheck check = new FriendsCheck("wrong", graph, GIVEN);
        return assertThrows(PraghException.class, () -> check.total(question, STARTS))
                .getMessage();
    }

    @Test
    void limitsAreMetBySomeAndNotByAll() {
        long hubs = Arrays.stream(STARTS)
                .filter(start -> GIVEN.degree((int) start) > FriendsGraph.MOST)
                .count();
        assertTrue(hubs > 0 && hubs < STARTS.length, () -> "hubs=" + hubs);
    }

    @Test
    void everySystemHasARowAndWhichFriendsItTakesIsUpToIt() {
        try (FriendsSystems systems = new FriendsSystems(GRAPH)) {
            systems.addOwn();
            systems.add("last", new LastFriends());
            List<FriendsCost.Row> rows = new FriendsCost(systems, STARTS, 2, 0).measure();
            assertEquals(
                    List.copyOf(systems.graphs().keySet()),
                    rows.stream().map(FriendsCost.Row::system).toList());
            for (FriendsCost.Row row : rows) {
                for (FriendsQuestion question : FriendsQuestion.values()) {
                    assertTrue(row.cost(question).micros() > 0, row::toString);
                }
            }
            String table = FriendsCost.table(rows);
            assertEquals(rows.size() + 2, table.lines().count(), table);
            String json = FriendsCost.json(GRAPH, 2, rows);
            assertTrue(json.contains("distinctBytes"), json);
        }
    }

    @Test
    void anAnswerThatDoesNotFollowFromTheFriendsIsFound() {
        for (FriendsQuestion question : FriendsQuestion.values()) {
            String told = refusal(question, new LastFriends() {
                @Override
                public long answer(FriendsQuestion asked, long vertex) {
                    return super.answer(asked, vertex) + (vertex == STARTS[STARTS.length - 1] ? 1 : 0);
                }
            });
            assertTrue(told.contains("answers wrong") && told.contains("question=" + question), told);
        }
    }

    @Test
    void tooFewFriendsAreFound() {
        String told = refusal(FriendsQuestion.COUNT, new LastFriends() {
            @Override
            public long[] friends(long id) {
                long[] friends = super.friends(id);
                return Arrays.copyOf(friends, Math.min(friends.length, MOST - 1));
            }
        });
        assertTrue(told.contains("was not given"), told);
    }

    @Test
    void aFriendThatIsTakenTwiceIsFound() {
        String told = refusal(FriendsQuestion.COUNT, new LastFriends() {
            @Override
            public long[] friends(long id) {
                long[] friends = super.friends(id);
                Arrays.fill(friends, 0, friends.length, friends.length == 0 ? 0 : friends[0]);
                return friends;
            }
        });
        assertTrue(told.contains("was not given"), told);
    }

    /** The answers are right while they are checked, and wrong while they are measured. */
    @Test
    void anAnswerThatChangesEndsTheMeasurement() {
        int checked = FriendsQuestion.values().length * (STARTS.length + 1); // plus one start for the warm-up
        try (FriendsSystems systems = new FriendsSystems(GRAPH)) {
            systems.add("changing", new LastFriends() {
                private int asked;

                @Override
                public long answer(FriendsQuestion question, long vertex) {
                    return super.answer(question, vertex) + (asked++ < checked ? 0 : 1);
                }
            });
            FriendsCost cost = new FriendsCost(systems, STARTS, 2, 0);
            String told = assertThrows(PraghException.class, cost::measure).getMessage();
            assertTrue(told.contains("answers otherwise than before"), told);
        }
    }
}

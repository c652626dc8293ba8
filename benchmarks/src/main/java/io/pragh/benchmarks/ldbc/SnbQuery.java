package io.pragh.benchmarks.ldbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/**
 * Queries of the Social Network Benchmark: complex and short reads of its interactive workload, and some of business
 * intelligence. Immutable.
 */
public enum SnbQuery {
    IC1,
    IC2,
    IC3,
    IC4,
    IC5,
    IC6,
    IC7,
    IC8,
    IC9,
    IC10,
    IC11,
    IC12,
    IC13,
    IC14,
    IS1,
    IS2,
    IS3,
    IS4,
    IS5,
    IS6,
    IS7,
    BI1,
    BI4,
    BI9,
    BI16;

    /**
     * All results: rows with the columns, and in the order, of the benchmark's specification; dates are milliseconds
     * since 1970, lists are lists.
     *
     * @throws IllegalArgumentException if a parameter is missing
     */
    public List<List<Object>> rows(GraphTraversalSource g, SnbParameters p) {
        return switch (this) {
            case IC1 -> all(PersonReads.namesakes(g, p));
            case IC2 -> all(MessageReads.ofFriends(g, p));
            case IC3 -> all(PersonReads.travellers(g, p));
            case IC4 -> all(MessageReads.newTopics(g, p));
            case IC5 -> all(MessageReads.newForums(g, p));
            case IC6 -> all(MessageReads.togetherWithTag(g, p));
            case IC7 -> all(MessageReads.likers(g, p));
            case IC8 -> all(MessageReads.replies(g, p));
            case IC9 -> all(MessageReads.ofCircle(g, p));
            case IC10 -> all(PersonReads.recommendations(g, p));
            case IC11 -> all(PersonReads.referrals(g, p));
            case IC12 -> all(MessageReads.experts(g, p));
            case IC13 -> PathReads.length(g, p);
            case IC14 -> PathReads.weighted(g, p);
            case IS1 -> all(ShortReads.profile(g, p));
            case IS2 -> all(ShortReads.recentMessages(g, p));
            case IS3 -> all(ShortReads.friends(g, p));
            case IS4 -> all(ShortReads.message(g, p));
            case IS5 -> all(ShortReads.creator(g, p));
            case IS6 -> all(ShortReads.forum(g, p));
            case IS7 -> all(ShortReads.replies(g, p));
            case BI1 -> all(BusinessReads.postingSummary(g, p));
            case BI4 -> all(BusinessReads.creators(g, p));
            case BI9 -> all(BusinessReads.threadStarters(g, p));
            case BI16 -> BusinessReads.suspects(g, p);
        };
    }

    /** Results of a traversal, with the columns in their order. */
    private static List<List<Object>> all(GraphTraversal<?, Map<String, Object>> traversal) {
        List<List<Object>> rows = new ArrayList<>();
        traversal.forEachRemaining(row -> rows.add(new ArrayList<>(row.values())));
        return rows;
    }
}

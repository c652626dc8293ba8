package io.pragh.benchmarks.ldbc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pick;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** Queries of the business intelligence workload: BI1, BI4, BI9 and BI16. Stateless. */
final class BusinessReads {
    private BusinessReads() {}

    /** BI1: messages with a text by year, kind and length, and their share of all messages. */
    static GraphTraversal<?, Map<String, Object>> postingSummary(GraphTraversalSource g, SnbParameters p) {
        P<Long> before = P.lt(p.number("datetime"));
        long all = g.V().hasLabel("post", "comment")
                .has("creationDate", before)
                .count()
                .next();
        return g.V().hasLabel("post", "comment")
                .has("creationDate", before)
                .has("content")
                .group()
                .by(__.project("year", "isComment", "lengthCategory")
                        .by(__.values("creationDate")
                                .asDate()
                                .asString()
                                .substring(0, 4)
                                .asNumber())
                        .by(__.choose(__.hasLabel("comment"), __.constant(true), __.constant(false)))
                        .by(__.values("length")
                                .choose(__.identity())
                                .option(P.lt(40), __.constant(0))
                                .option(P.between(40, 80), __.constant(1))
                                .option(P.between(80, 160), __.constant(2))
                                .option(Pick.none, __.constant(3))))
                .by(__.values("length")
                        .fold()
                        .project("count", "average", "sum")
                        .by(__.count(Scope.local))
                        .by(__.mean(Scope.local))
                        .by(__.sum(Scope.local)))
                .unfold()
                .project("year", "isComment", "lengthCategory", "count", "average", "sum", "share")
                .by(__.select(Column.keys).select("year"))
                .by(__.select(Column.keys).select("isComment"))
                .by(__.select(Column.keys).select("lengthCategory"))
                .by(__.select(Column.values).select("count"))
                .by(__.select(Column.values).select("average"))
                .by(__.select(Column.values).select("sum"))
                .by(__.select(Column.values).select("count").math("_ / " + all))
                .order()
                .by(__.select("year"), Order.desc)
                .by(__.select("isComment"))
                .by(__.select("lengthCategory"));
    }

    /** BI4: the people who write most in the 100 forums that have most members of one country. */
    static GraphTraversal<?, Map<String, Object>> creators(GraphTraversalSource g, SnbParameters p) {
        P<Long> after = P.gt(p.number("date"));
        return g.V().hasLabel("forum")
                .has("creationDate", after)
                .where(__.out("hasMember"))
                .project("forum", "members")
                .by()
                .by(__.out("hasMember")
                        .groupCount()
                        .by(__.out("isLocatedIn").out("isPartOf"))
                        .select(Column.values)
                        .max(Scope.local))
                .order()
                .by(__.select("members"), Order.desc)
                .by(__.select("forum").values("id"))
                .limit(100)
                .<Vertex>select("forum")
                .aggregate("forums")
                .out("hasMember")
                .dedup()
                .project("personId", "firstName", "lastName", "creationDate", "messageCount")
                .by("id")
                .by("firstName")
                .by("lastName")
                .by("creationDate")
                .by(__.in("hasCreator")
                        .has("creationDate", after)
                        .where(ShortReads.post(__.<Vertex>identity())
                                .in("containerOf")
                                .where(P.within("forums")))
                        .count())
                .order()
                .by(__.select("messageCount"), Order.desc)
                .by(__.select("personId"))
                .limit(100);
    }

    /** BI9: the people whose posts have begun most threads within two dates, and the messages of these. */
    static GraphTraversal<?, Map<String, Object>> threadStarters(GraphTraversalSource g, SnbParameters p) {
        P<Long> within = P.gte(p.number("startDate")).and(P.lte(p.number("endDate")));
        return g.V().hasLabel("post")
                .has("creationDate", within)
                .group()
                .by(__.out("hasCreator"))
                .by(__.fold()
                        .project("threads", "messages")
                        .by(__.count(Scope.local))
                        .by(__.<Vertex>unfold()
                                .emit()
                                .repeat(__.in("replyOf"))
                                .has("creationDate", within)
                                .count()))
                .unfold()
                .project("personId", "firstName", "lastName", "threadCount", "messageCount")
                .by(__.select(Column.keys).values("id"))
                .by(__.select(Column.keys).values("firstName"))
                .by(__.select(Column.keys).values("lastName"))
                .by(__.select(Column.values).select("threads"))
                .by(__.select(Column.values).select("messages"))
                .order()
                .by(__.select("messageCount"), Order.desc)
                .by(__.select("personId"))
                .limit(100);
    }

    /**
     * BI16: people who have written about two tags on a day each, and know few others who have written about the same
     * that day.
     */
    static List<List<Object>> suspects(GraphTraversalSource g, SnbParameters p) {
        Map<Object, Long> ofA = authors(g, p.text("tagA"), p.number("dateA"), p.number("maxKnowsLimit"));
        Map<Object, Long> ofB = authors(g, p.text("tagB"), p.number("dateB"), p.number("maxKnowsLimit"));
        List<List<Object>> rows = new ArrayList<>();
        ofA.forEach((person, count) -> {
            if (ofB.containsKey(person)) {
                rows.add(List.of(person, count, ofB.get(person)));
            }
        });
        rows.sort(Comparator.comparingLong((List<Object> row) -> -(long) row.get(1) - (long) row.get(2))
                .thenComparing(row -> (Long) row.get(0)));
        return rows.subList(0, Math.min(rows.size(), 20));
    }

    private static Map<Object, Long> authors(GraphTraversalSource g, String tag, long day, long knownMax) {
        return g.V().has("tag", "name", tag)
                .in("hasTag")
                .hasLabel("post", "comment")
                .has("creationDate", P.between(day, day + MessageReads.DAY_MILLIS))
                .out("hasCreator")
                .aggregate("authors")
                .where(__.both("knows")
                        .where(P.within("authors"))
                        .dedup()
                        .count()
                        .is(P.lte(knownMax)))
                .groupCount()
                .by("id")
                .next();
    }
}

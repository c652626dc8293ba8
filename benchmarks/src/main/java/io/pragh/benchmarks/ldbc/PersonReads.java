package io.pragh.benchmarks.ldbc;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** Complex reads of the interactive workload about people: IC1, IC3, IC10 and IC11. Stateless. */
final class PersonReads {
    private PersonReads() {}

    /** IC1: people of a first name within three steps, the nearest first. */
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    static GraphTraversal<?, Map<String, Object>> namesakes(GraphTraversalSource g, SnbParameters p) {
        return g.withSack(0)
                .V(p.person())
                .repeat(__.both("knows").dedup().sack(Operator.sum).by(__.constant(1)))
                .emit()
                .times(3)
                .has("firstName", p.text("firstName"))
                .hasId(P.neq(p.person()))
                .order()
                .by(__.sack())
                .by("lastName")
                .by("id")
                .limit(20)
                .project(
                        "personId",
                        "lastName",
                        "distance",
                        "birthday",
                        "creationDate",
                        "gender",
                        "browserUsed",
                        "locationIP",
                        "emails",
                        "languages",
                        "city",
                        "universities",
                        "companies")
                .by("id")
                .by("lastName")
                .by(__.sack())
                .by("birthday")
                .by("creationDate")
                .by("gender")
                .by("browserUsed")
                .by("locationIP")
                .by(__.coalesce(__.values("email"), __.constant(List.of())))
                .by(__.coalesce(__.values("language"), __.constant(List.of())))
                .by(__.out("isLocatedIn").values("name"))
                .by(organisations("studyAt", "classYear"))
                .by(organisations("workAt", "workFrom"));
    }

    /** Name, year and place of each. */
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    private static GraphTraversal<Vertex, ?> organisations(String edge, String year) {
        return __.outE(edge)
                .map(__.union(
                                __.inV().values("name"),
                                __.values(year),
                                __.inV().out("isLocatedIn").values("name"))
                        .fold())
                .fold();
    }

    /** IC3: friends and their friends who have written in two countries within some days and live in neither. */
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    static GraphTraversal<?, Map<String, Object>> travellers(GraphTraversalSource g, SnbParameters p) {
        String countryX = p.text("countryXName");
        String countryY = p.text("countryYName");
        return People.circle(g, p)
                .not(__.out("isLocatedIn").out("isPartOf").has("name", P.within(countryX, countryY)))
                .project("personId", "firstName", "lastName", "xCount", "yCount")
                .by("id")
                .by("firstName")
                .by("lastName")
                .by(messagesIn(countryX, p).count())
                .by(messagesIn(countryY, p).count())
                .where(__.and(
                        __.select("xCount").is(P.gt(0)), __.select("yCount").is(P.gt(0))))
                .project("personId", "firstName", "lastName", "xCount", "yCount", "count")
                .by(__.select("personId"))
                .by(__.select("firstName"))
                .by(__.select("lastName"))
                .by(__.select("xCount"))
                .by(__.select("yCount"))
                .by(__.union(__.select("xCount"), __.select("yCount")).sum())
                .order()
                .by(__.select("count"), Order.desc)
                .by(__.select("personId"))
                .limit(20);
    }

    private static GraphTraversal<Vertex, Vertex> messagesIn(String country, SnbParameters p) {
        return __.in("hasCreator")
                .has("creationDate", MessageReads.duringDays(p))
                .where(__.out("isLocatedIn").has("name", country));
    }

    /** IC10: friends of friends with a sign of the zodiac, ordered by their posts about the person's interests. */
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    static GraphTraversal<?, Map<String, Object>> recommendations(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.person())
                .sideEffect(__.out("hasInterest").aggregate("interests"))
                .both("knows")
                .aggregate("friends")
                .both("knows")
                .dedup()
                .hasId(P.neq(p.person()))
                .where(P.without("friends"))
                .where(__.values("birthday")
                        .asDate()
                        .asString()
                        .substring(5, 10)
                        .is(sign(p.number("month"))))
                .project("personId", "firstName", "lastName", "score", "gender", "city")
                .by("id")
                .by("firstName")
                .by("lastName")
                .by(__.coalesce(
                        __.in("hasCreator")
                                .hasLabel("post")
                                .choose(__.out("hasTag").where(P.within("interests")), __.constant(1), __.constant(-1))
                                .sum(),
                        __.constant(0)))
                .by("gender")
                .by(__.out("isLocatedIn").values("name"))
                .order()
                .by(__.select("score"), Order.desc)
                .by(__.select("personId"))
                .limit(10);
    }

    /** Days, as texts such as 05-21: from the 21st of a month to the 21st of the next. */
    private static P<String> sign(long month) {
        String begin = String.format(Locale.ROOT, "%02d-21", month);
        String end = String.format(Locale.ROOT, "%02d-22", month % 12 + 1);
        return begin.compareTo(end) < 0 ? P.between(begin, end) : P.gte(begin).or(P.lt(end));
    }

    /** IC11: friends and their friends who have begun to work in a country before a year. */
    static GraphTraversal<?, Map<String, Object>> referrals(GraphTraversalSource g, SnbParameters p) {
        return People.circle(g, p)
                .as("person")
                .outE("workAt")
                .has("workFrom", P.lt(p.number("workFromYear")))
                .as("job")
                .inV()
                .where(__.out("isLocatedIn").has("name", p.text("countryName")))
                .project("personId", "firstName", "lastName", "company", "workFrom")
                .by(__.select("person").values("id"))
                .by(__.select("person").values("firstName"))
                .by(__.select("person").values("lastName"))
                .by("name")
                .by(__.select("job").values("workFrom"))
                .order()
                .by(__.select("workFrom"))
                .by(__.select("personId"))
                .by(__.select("company"), Order.desc)
                .limit(10);
    }
}

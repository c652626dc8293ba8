package io.pragh.benchmarks.ldbc;

import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.GType;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * Complex reads of the interactive workload about messages, their tags and forums: IC2, IC4 to IC9 and IC12.
 * Stateless.
 */
final class MessageReads {
    static final long DAY_MILLIS = 86_400_000;

    private MessageReads() {}

    /** Dates from {@code startDate} on, for {@code durationDays}. */
    static P<Long> duringDays(SnbParameters p) {
        long start = p.number("startDate");
        return P.between(start, start + p.number("durationDays") * DAY_MILLIS);
    }

    /** IC2: the latest messages of friends. */
    static GraphTraversal<?, Map<String, Object>> ofFriends(GraphTraversalSource g, SnbParameters p) {
        return latest(People.friends(g, p).in("hasCreator").has("creationDate", P.lte(p.number("maxDate"))));
    }

    /** IC9: the latest messages of friends and their friends. */
    static GraphTraversal<?, Map<String, Object>> ofCircle(GraphTraversalSource g, SnbParameters p) {
        return latest(People.circle(g, p).in("hasCreator").has("creationDate", P.lt(p.number("maxDate"))));
    }

    private static GraphTraversal<?, Map<String, Object>> latest(GraphTraversal<?, Vertex> messages) {
        return messages.order()
                .by("creationDate", Order.desc)
                .by("id")
                .limit(20)
                .project("personId", "firstName", "lastName", "messageId", "content", "creationDate")
                .by(__.out("hasCreator").values("id"))
                .by(__.out("hasCreator").values("firstName"))
                .by(__.out("hasCreator").values("lastName"))
                .by("id")
                .by(ShortReads.content(__.identity()))
                .by("creationDate");
    }

    /** IC4: tags that friends' posts have had for the first time within some days. */
    static GraphTraversal<?, Map<String, Object>> newTopics(GraphTraversalSource g, SnbParameters p) {
        GraphTraversal<?, Vertex> known = __.both("knows")
                .in("hasCreator")
                .hasLabel("post")
                .has("creationDate", P.lt(p.number("startDate")))
                .out("hasTag")
                .aggregate("known");
        return topTags(g.V(p.person())
                .sideEffect(known)
                .both("knows")
                .in("hasCreator")
                .hasLabel("post")
                .has("creationDate", duringDays(p))
                .out("hasTag")
                .where(P.without("known")));
    }

    /** IC6: tags of posts by friends and their friends that have a certain other tag. */
    static GraphTraversal<?, Map<String, Object>> togetherWithTag(GraphTraversalSource g, SnbParameters p) {
        String tag = p.text("tagName");
        return topTags(People.circle(g, p)
                .in("hasCreator")
                .hasLabel("post")
                .where(__.out("hasTag").has("name", tag))
                .out("hasTag")
                .has("name", P.neq(tag)));
    }

    private static GraphTraversal<?, Map<String, Object>> topTags(GraphTraversal<?, Vertex> tags) {
        return tags.groupCount()
                .by("name")
                .order(Scope.local)
                .by(Column.values, Order.desc)
                .by(Column.keys)
                .limit(Scope.local, 10)
                .unfold()
                .project("tagName", "postCount")
                .by(Column.keys)
                .by(Column.values);
    }

    /**
     * IC5: forums that friends and their friends have joined recently, and the number of these people's posts there.
     */
    static GraphTraversal<?, Map<String, Object>> newForums(GraphTraversalSource g, SnbParameters p) {
        return People.circle(g, p)
                .as("friend")
                .inE("hasMember")
                .has("joinDate", P.gte(p.number("minDate")))
                .outV()
                .as("forum")
                .group()
                .by()
                .by(__.select("friend")
                        .in("hasCreator")
                        .hasLabel("post")
                        .in("containerOf")
                        .where(P.eq("forum"))
                        .count())
                .order(Scope.local)
                .by(Column.values, Order.desc)
                .by(__.select(Column.keys).values("id"))
                .limit(Scope.local, 20)
                .unfold()
                .project("title", "postCount")
                .by(__.select(Column.keys).values("title"))
                .by(Column.values);
    }

    /** IC7: people who have liked a person's messages most recently, each once. */
    static GraphTraversal<?, Map<String, Object>> likers(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.person())
                .in("hasCreator")
                .inE("likes")
                .group()
                .by(__.outV())
                .by(__.order().by("creationDate", Order.desc).by(__.inV().values("id")))
                .select(Column.values)
                .<Edge>unfold()
                .order()
                .by("creationDate", Order.desc)
                .by(__.outV().values("id"))
                .limit(20)
                .project(
                        "personId",
                        "firstName",
                        "lastName",
                        "likeDate",
                        "messageId",
                        "content",
                        "minutesLatency",
                        "isNew")
                .by(__.outV().values("id"))
                .by(__.outV().values("firstName"))
                .by(__.outV().values("lastName"))
                .by("creationDate")
                .by(__.inV().values("id"))
                .by(ShortReads.content(__.inV()))
                .by(__.project("like", "message")
                        .by("creationDate")
                        .by(__.inV().values("creationDate"))
                        .math("floor((like - message) / 60000)")
                        .asNumber(GType.INT))
                .by(__.choose(__.outV().both("knows").hasId(p.person()), __.constant(false), __.constant(true)));
    }

    /** IC8: the latest replies to a person's messages. */
    static GraphTraversal<?, Map<String, Object>> replies(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.person())
                .in("hasCreator")
                .in("replyOf")
                .order()
                .by("creationDate", Order.desc)
                .by("id")
                .limit(20)
                .project("personId", "firstName", "lastName", "creationDate", "messageId", "content")
                .by(__.out("hasCreator").values("id"))
                .by(__.out("hasCreator").values("firstName"))
                .by(__.out("hasCreator").values("lastName"))
                .by("creationDate")
                .by("id")
                .by("content");
    }

    /** IC12: friends who have replied to posts about a class of things, or a class below it. */
    static GraphTraversal<?, Map<String, Object>> experts(GraphTraversalSource g, SnbParameters p) {
        return People.friends(g, p)
                .as("friend")
                .in("hasCreator")
                .hasLabel("comment")
                .as("comment")
                .out("replyOf")
                .hasLabel("post")
                .out("hasTag")
                .where(__.out("hasType")
                        .until(__.has("name", p.text("tagClassName")))
                        .repeat(__.out("isSubclassOf")))
                .as("tag")
                .select("friend", "comment", "tag")
                .group()
                .by(__.select("friend"))
                .by(__.fold()
                        .project("tags", "replies")
                        .by(__.unfold()
                                .select("tag")
                                .values("name")
                                .dedup()
                                .order()
                                .fold())
                        .by(__.unfold().select("comment").dedup().count()))
                .unfold()
                .project("personId", "firstName", "lastName", "tagNames", "replyCount")
                .by(__.select(Column.keys).values("id"))
                .by(__.select(Column.keys).values("firstName"))
                .by(__.select(Column.keys).values("lastName"))
                .by(__.select(Column.values).select("tags"))
                .by(__.select(Column.values).select("replies"))
                .order()
                .by(__.select("replyCount"), Order.desc)
                .by(__.select("personId"))
                .limit(20);
    }
}

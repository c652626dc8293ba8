package io.pragh.benchmarks.ldbc;

import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** The short reads of the interactive workload, IS1 to IS7: details of a person or a message. Stateless. */
final class ShortReads {
    private ShortReads() {}

    /** The file name of an image, or the text of another message; none if both are missing. */
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    static <S> GraphTraversal<S, Object> content(GraphTraversal<S, Vertex> message) {
        return message.coalesce(__.values("imageFile"), __.values("content"), __.constant(""));
    }

    /** The post that began the thread of a message, possibly the message itself. */
    static <S> GraphTraversal<S, Vertex> post(GraphTraversal<S, Vertex> message) {
        return message.until(__.hasLabel("post")).repeat(__.out("replyOf"));
    }

    /** IS1: profile of a person. */
    static GraphTraversal<?, Map<String, Object>> profile(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.person())
                .project(
                        "firstName",
                        "lastName",
                        "birthday",
                        "locationIP",
                        "browserUsed",
                        "cityId",
                        "gender",
                        "creationDate")
                .by("firstName")
                .by("lastName")
                .by("birthday")
                .by("locationIP")
                .by("browserUsed")
                .by(__.out("isLocatedIn").values("id"))
                .by("gender")
                .by("creationDate");
    }

    /** IS2: a person's latest messages, with the first posts of their threads. */
    static GraphTraversal<?, Map<String, Object>> recentMessages(GraphTraversalSource g, SnbParameters p) {
        GraphTraversal<Vertex, Vertex> messages = g.V(p.person())
                .in("hasCreator")
                .order()
                .by("creationDate", Order.desc)
                .by("id", Order.desc)
                .limit(10)
                .as("message");
        return post(messages)
                .as("post")
                .out("hasCreator")
                .project("messageId", "content", "creationDate", "postId", "authorId", "firstName", "lastName")
                .by(__.select("message").values("id"))
                .by(content(__.select("message")))
                .by(__.select("message").values("creationDate"))
                .by(__.select("post").values("id"))
                .by("id")
                .by("firstName")
                .by("lastName")
                .order()
                .by(__.select("creationDate"), Order.desc)
                .by(__.select("messageId"), Order.desc);
    }

    /** IS3: friends of a person, with the dates of the friendships. */
    static GraphTraversal<?, Map<String, Object>> friends(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.person())
                .bothE("knows")
                .as("since")
                .otherV()
                .project("personId", "firstName", "lastName", "creationDate")
                .by("id")
                .by("firstName")
                .by("lastName")
                .by(__.select("since").values("creationDate"))
                .order()
                .by(__.select("creationDate"), Order.desc)
                .by(__.select("personId"));
    }

    /** IS4: a message. */
    static GraphTraversal<?, Map<String, Object>> message(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.message())
                .project("content", "creationDate")
                .by(content(__.identity()))
                .by("creationDate");
    }

    /** IS5: the creator of a message. */
    static GraphTraversal<?, Map<String, Object>> creator(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.message())
                .out("hasCreator")
                .project("personId", "firstName", "lastName")
                .by("id")
                .by("firstName")
                .by("lastName");
    }

    /** IS6: the forum of a message. */
    static GraphTraversal<?, Map<String, Object>> forum(GraphTraversalSource g, SnbParameters p) {
        return post(g.V(p.message()))
                .in("containerOf")
                .as("forum")
                .out("hasModerator")
                .project("forumId", "title", "moderatorId", "firstName", "lastName")
                .by(__.select("forum").values("id"))
                .by(__.select("forum").values("title"))
                .by("id")
                .by("firstName")
                .by("lastName");
    }

    /** IS7: replies to a message, and whether their authors know its author. */
    static GraphTraversal<?, Map<String, Object>> replies(GraphTraversalSource g, SnbParameters p) {
        return g.V(p.message())
                .as("message")
                .out("hasCreator")
                .as("author")
                .select("message")
                .in("replyOf")
                .as("reply")
                .out("hasCreator")
                .project("replyId", "content", "creationDate", "authorId", "firstName", "lastName", "knows")
                .by(__.select("reply").values("id"))
                .by(__.select("reply").values("content"))
                .by(__.select("reply").values("creationDate"))
                .by("id")
                .by("firstName")
                .by("lastName")
                .by(__.choose(__.both("knows").where(P.eq("author")), __.constant(true), __.constant(false)))
                .order()
                .by(__.select("creationDate"), Order.desc)
                .by(__.select("authorId"));
    }
}

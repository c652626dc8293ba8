package io.pragh.benchmarks.ldbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * Complex reads of the interactive workload about the shortest paths between two people: IC13 and IC14. Stateless.
 */
final class PathReads {
    private static final long NO_PATH = -1;

    private PathReads() {}

    /** IC13: the length of the path, or -1 if there is none. */
    static List<List<Object>> length(GraphTraversalSource g, SnbParameters p) {
        return List.of(List.of(distance(g, p)));
    }

    private static long distance(GraphTraversalSource g, SnbParameters p) {
        return g.withSack(0L)
                .V(p.vertex("person", "person1Id"))
                .until(__.hasId(p.vertex("person", "person2Id")))
                .repeat(__.both("knows").dedup().sack(Operator.sum).by(__.constant(1L)))
                .limit(1)
                .<Long>sack()
                .tryNext()
                .orElse(NO_PATH);
    }

    /** IC14: all shortest paths, ordered by the replies between neighbours on the path. */
    static List<List<Object>> weighted(GraphTraversalSource g, SnbParameters p) {
        Map<Set<Object>, Double> known = new HashMap<>();
        List<List<Object>> rows = new ArrayList<>();
        for (List<Vertex> path : shortest(g, p)) {
            double weight = 0;
            for (int i = 1; i < path.size(); i++) {
                Object one = path.get(i - 1).id();
                Object other = path.get(i).id();
                weight += known.computeIfAbsent(Set.of(one, other), pair -> replies(g, one, other));
            }
            rows.add(List.of(path.stream().map(person -> person.value("id")).toList(), weight));
        }
        rows.sort(Comparator.comparingDouble((List<Object> row) -> (double) row.get(1))
                .reversed());
        return rows;
    }

    /** Goes from the first person towards the second: each step leads to people who are one step nearer. */
    private static List<List<Vertex>> shortest(GraphTraversalSource g, SnbParameters p) {
        long distance = distance(g, p);
        if (distance == NO_PATH) {
            return List.of();
        }
        Map<Object, Object> atDistance = g.withSack(0L)
                .V(p.vertex("person", "person2Id"))
                .emit()
                .repeat(__.both("knows").dedup().sack(Operator.sum).by(__.constant(1L)))
                .times((int) distance)
                .group()
                .by(__.sack())
                .by(T.id)
                .next();
        GraphTraversal<Vertex, Vertex> steps = g.V(p.vertex("person", "person1Id"));
        for (long left = distance - 1; left >= 0; left--) {
            steps = steps.both("knows").hasId(P.within((Collection<?>) atDistance.get(left)));
        }
        List<List<Vertex>> paths = new ArrayList<>();
        steps.path().forEachRemaining(path -> paths.add(vertices(path)));
        return paths;
    }

    private static List<Vertex> vertices(Path path) {
        return path.objects().stream().map(Vertex.class::cast).toList();
    }

    /** A comment on a post counts 1, a comment on a comment 0.5. */
    private static double replies(GraphTraversalSource g, Object one, Object other) {
        return g.V(one, other)
                .as("author")
                .in("hasCreator")
                .out("replyOf")
                .where(__.out("hasCreator").hasId(one, other).where(P.neq("author")))
                .choose(__.hasLabel("post"), __.constant(1.0), __.constant(0.5))
                .<Double>sum()
                .tryNext()
                .orElse(0.0);
    }
}

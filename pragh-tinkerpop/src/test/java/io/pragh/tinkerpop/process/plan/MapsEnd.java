package io.pragh.tinkerpop.process.plan;

import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * Ends drawn traversals with steps that take values out of maps and lists, or make one value of another one.
 * Stateless.
 */
final class MapsEnd {
    private MapsEnd() {}

    /** An end that takes something out of a map or a list. */
    static GraphTraversal<?, ?> ofMaps(GraphTraversal<Object, Object> so, Draw draw) {
        String[] labels = draw.edgeLabels();
        String key = draw.key();
        return switch (draw.below(14)) {
            case 0 -> so.groupCount().by(key).select(Column.values).unfold();
            case 1 ->
                so.groupCount().select(Column.keys).<Vertex>unfold().out(labels).values("code");
            case 2 ->
                so.group()
                        .by("t")
                        .select(Column.values)
                        .unfold()
                        .<Vertex>unfold()
                        .out(labels)
                        .id();
            case 3 ->
                so.group()
                        .by(__.out(labels).count())
                        .by(__.order().by("code"))
                        .select(Column.values)
                        .<Vertex>unfold()
                        .values("code");
            case 4 ->
                so.groupCount()
                        .unfold()
                        .project("k", "v")
                        .by(__.select(Column.keys).values("code"))
                        .by(Column.values);
            case 5 ->
                so.groupCount()
                        .by(key)
                        .unfold()
                        .where(__.select(Column.values).is(P.gt(1)))
                        .select(Column.keys);
            case 6 ->
                so.group()
                        .by(T.label)
                        .by(__.fold()
                                .project("c", "m")
                                .by(__.count(Scope.local))
                                .by(__.<Vertex>unfold()
                                        .out(labels)
                                        .values(key)
                                        .fold()
                                        .count(Scope.local)))
                        .unfold()
                        .select(Column.values);
            default -> ofProjections(so, draw);
        };
    }

    private static GraphTraversal<?, ?> ofProjections(GraphTraversal<Object, Object> so, Draw draw) {
        String[] labels = draw.edgeLabels();
        String key = draw.key();
        return switch (draw.below(7)) {
            case 0 ->
                so.project("v", "c")
                        .by()
                        .by(__.out(labels).count())
                        .where(__.select("c").is(P.gt(0)))
                        .<Vertex>select("v")
                        .out(labels)
                        .values(key);
            case 1 ->
                so.project("c")
                        .by(__.out(labels)
                                .groupCount()
                                .by("t")
                                .select(Column.values)
                                .count(Scope.local));
            case 2 -> so.out(labels).fold().<Vertex>unfold().out().groupCount().by("t");
            case 3 ->
                so.fold().<Vertex>unfold().as("b").out(labels).where(P.neq("b")).id();
            case 4 ->
                so.<Vertex>map(__.out(labels).order().by("code")).in(labels).count();
            case 5 ->
                so.groupCount()
                        .by("code")
                        .order(Scope.local)
                        .by(Column.keys, Order.desc)
                        .limit(Scope.local, 3);
            default -> so.values(key).fold().<Object>unfold().groupCount();
        };
    }

    /** An end that makes one value of another one. */
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    static GraphTraversal<?, ?> ofValues(GraphTraversal<Object, Object> so, Draw draw) {
        String[] labels = draw.edgeLabels();
        return switch (draw.below(10)) {
            case 0 -> so.values("code").toUpper().length();
            case 1 -> so.values("n").asString().substring(0, 1).groupCount();
            case 2 -> so.values("n").math("_ * 2 + 1");
            case 3 -> so.project("x", "y").by(__.out(labels).count()).by("n").math("x - y");
            case 4 -> so.coalesce(__.out(labels).<String>values("code").max(), __.constant("none"));
            case 5 ->
                so.coalesce(__.out(labels).<Object>values("n").dedup(), __.<Object>constant("none"))
                        .groupCount();
            case 6 ->
                so.out(labels)
                        .barrier()
                        .coalesce(__.in(labels).count(), __.constant(1L))
                        .sum();
            case 7 ->
                so.where(__.values("code").asString().length().is(P.gt(2))).id();
            case 8 -> so.map(__.out(labels).values("code").fold()).count(Scope.local);
            default -> so.coalesce(__.out(labels).limit(draw.below(2)).count(), __.constant(0L));
        };
    }
}

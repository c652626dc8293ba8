package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.GraphTransaction;
import io.pragh.tinkerpop.structure.ElementLookup;
import io.pragh.tinkerpop.structure.PraghVertex;
import io.pragh.tinkerpop.structure.StoredTests;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.TraversalFilterStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * The few vertices at which the edges of a hop have to end: those with given identifiers that pass the other tests of
 * the same {@code has}. They are looked up once for all edges, instead of testing the vertex at the end of each.
 * Immutable.
 */
final class KnownEnds {
    /** The most identifiers. */
    private static final int IDS_MAX = 64;

    private final List<HasContainer> tests;

    private KnownEnds(List<HasContainer> tests) {
        this.tests = tests;
    }

    /** The ends that a step behind a hop allows; null when it does not name them. */
    static @Nullable KnownEnds behind(VertexStep<?> step, Expand.Hop hop, @Nullable Step<?, ?> next) {
        return hop.toEdges() ? ofEdges(step, next) : ofVertices(next);
    }

    private static @Nullable KnownEnds ofVertices(@Nullable Step<?, ?> step) {
        if (step == null || step.getClass() != HasStep.class) {
            return null;
        }
        List<HasContainer> tests = ((HasStep<?>) step).getHasContainers();
        return tests.stream().anyMatch(test -> !identifiers(test).isEmpty()) ? new KnownEnds(tests) : null;
    }

    /** Recognizes {@code where(inV().hasId(1))} and the like. */
    private static @Nullable KnownEnds ofEdges(VertexStep<?> hop, @Nullable Step<?, ?> step) {
        if (!(step instanceof TraversalFilterStep<?> where)) {
            return null;
        }
        List<Step<?, ?>> children = PlanCompiler.stepsOfChild(where.getFilterTraversal());
        boolean isPlain = children.size() == 2
                && children.get(0).getLabels().isEmpty()
                && children.get(1).getLabels().isEmpty()
                && Hops.isOtherEnd(hop, children.get(0));
        return isPlain ? ofVertices(children.get(1)) : null;
    }

    /** The identifiers that a test allows; none when it tests something else, or allows too many. */
    private static Collection<?> identifiers(HasContainer test) {
        P<?> predicate = test.getPredicate();
        boolean isPlain = T.id.getAccessor().equals(test.getKey()) && predicate.getClass() == P.class;
        if (!isPlain || predicate.getValue() == null) {
            return Set.of();
        }
        Collection<?> ids = Set.of();
        if (predicate.getBiPredicate() == Compare.eq) {
            ids = List.of(predicate.getValue());
        } else if (predicate.getBiPredicate() == Contains.within) {
            ids = (Collection<?>) predicate.getValue();
        }
        return ids.size() <= IDS_MAX && ids.stream().allMatch(Holes::isScalar) ? ids : Set.of();
    }

    /**
     * The numbers of the vertices, in ascending order. Cost: one batch of READs for identifiers that are numbers, and
     * for the others as for their look-up.
     */
    long[] numbers(Run run) {
        List<HasContainer> filled = Holes.filled(tests, run.values);
        Set<Object> ids = new LinkedHashSet<>();
        for (HasContainer test : filled) {
            if (ids.isEmpty()) { // one of the tests is enough to find them, and each is made again
                identifiers(test).forEach(id -> ids.addAll(meanings(id)));
            }
        }
        if (ids.isEmpty()) {
            return new long[0]; // a look-up of none would find all
        }
        StoredTests all = new StoredTests(filled);
        LongStream.Builder numbers = LongStream.builder();
        GraphTransaction transaction = run.transaction();
        synchronized (transaction) {
            Iterator<Vertex> found = new ElementLookup(run.store).vertices(ids.toArray());
            while (found.hasNext()) {
                PraghVertex vertex = (PraghVertex) found.next();
                if (all.pass(vertex)) {
                    numbers.add(vertex.vid());
                }
            }
        }
        return numbers.build().sorted().distinct().toArray();
    }

    /** The forms in which an identifier is looked up: the test compares text, or numbers by value. */
    private static List<Object> meanings(Object id) {
        Object known = id instanceof BigInteger || id instanceof BigDecimal ? integral((Number) id) : id;
        return ElementLookup.meanings(known);
    }

    private static Number integral(Number number) {
        BigDecimal exact = new BigDecimal(number.toString());
        boolean isLong = exact.stripTrailingZeros().scale() <= 0
                && exact.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
                && exact.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0;
        return isLong ? (Number) exact.longValue() : number;
    }

    @Override
    public String toString() {
        return tests.toString();
    }
}

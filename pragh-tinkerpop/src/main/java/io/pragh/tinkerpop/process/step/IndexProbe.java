package io.pragh.tinkerpop.process.step;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.util.OrP;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/**
 * The values for which an index has to be asked, so that it finds all elements that a predicate accepts. Stateless.
 */
final class IndexProbe {
    // The predicate itself tests the elements that an index finds, so surplus ones do no harm. Gremlin compares
    // numbers of different types in the wider of both types, and decimals by their text: a number that equals others
    // in that way is looked up as each of them, or not at all.

    /** Whole numbers below this are the same in all types. */
    private static final double EXACT_MAX = 1 << 24;

    private IndexProbe() {}

    /** The values, or null when an index cannot answer. */
    static @Nullable List<Object> of(HasContainer has) {
        String key = has.getKey();
        boolean isProperty = key != null && !key.equals(T.id.getAccessor()) && !key.equals(T.label.getAccessor());
        List<Object> values = new ArrayList<>();
        return isProperty && add(has.getPredicate(), values) ? values : null;
    }

    /** The labels that a test asks for, or null when it asks for something else. */
    static @Nullable Set<String> labels(HasContainer has) {
        if (!T.label.getAccessor().equals(has.getKey()) || has.getPredicate().getClass() != P.class) {
            return null;
        }
        Object value = has.getValue();
        if (has.getBiPredicate() == Compare.eq && value instanceof String label) {
            return Set.of(label);
        }
        boolean several = has.getBiPredicate() == Contains.within
                && value instanceof Collection<?> all
                && all.stream().allMatch(String.class::isInstance);
        return several
                ? ((Collection<?>) value).stream().map(String.class::cast).collect(Collectors.toUnmodifiableSet())
                : null;
    }

    private static boolean add(P<?> predicate, List<Object> values) {
        if (predicate instanceof OrP<?> either) {
            return either.getPredicates().stream().allMatch(p -> add(p, values));
        }
        if (predicate.getClass() != P.class) {
            return false;
        }
        Object value = predicate.getValue();
        if (predicate.getBiPredicate() == Compare.eq) {
            return addValue(value, values);
        }
        return predicate.getBiPredicate() == Contains.within
                && value instanceof Collection<?> several
                && several.stream().allMatch(v -> addValue(v, values));
    }

    private static boolean addValue(@Nullable Object value, List<Object> values) {
        if (value instanceof String || value instanceof Boolean || value instanceof UUID) {
            values.add(value);
            return true;
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            long number = ((Number) value).longValue();
            values.addAll(List.of(number, (double) number, (float) number));
            return true;
        }
        if (value instanceof Double || value instanceof Float) {
            Number number = (Number) value;
            double exact = number.doubleValue();
            if (!(Math.abs(exact) < EXACT_MAX)) {
                return false;
            }
            values.addAll(List.of(exact, number.floatValue(), new BigDecimal(number.toString())));
            return true;
        }
        return false;
    }
}

package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.ConstantTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.LocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.SampleGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SampleLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.SackValueStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.SeedStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stages and keys that sample at random; null where there is none, as where a seed determines the sample,
 * or Gremlin may draw a traverser twice. Stateless.
 */
final class Samples {
    private Samples() {}

    /** Whether a step samples the results of one traverser, which differs from sampling those of several at once. */
    static boolean areIn(LocalStep<?, ?> step) {
        return PlanCompiler.steps(step.getLocalChildren().get(0)).stream().anyMatch(SampleGlobalStep.class::isInstance);
    }

    /** The stage that samples all input, or all that comes from an outer row. */
    static @Nullable Stage global(SampleGlobalStep<?> step, RowType type, WayReader ways) {
        Traversal.Admin<?, ?> by = step.getLocalChildren().get(0);
        boolean isPlain = by instanceof ConstantTraversal<?, ?> constant && constant.next() instanceof Number;
        Key weight = isPlain ? Keys.constant(1.0) : Bys.key(by, type, ways);
        return weight == null || isSeeded(step) || haveSacks(step)
                ? null
                : Sample.stage(step.getAmountToSample(), weight, isPlain, by.toString());
    }

    private static boolean isSeeded(Step<?, ?> step) {
        return TraversalHelper.getRootTraversal(step.getTraversal())
                .getStrategies()
                .getStrategy(SeedStrategy.class)
                .isPresent();
    }

    /** Whether traversers may have sacks: Gremlin then does not recognize a traverser that it has drawn before. */
    private static boolean haveSacks(Step<?, ?> step) {
        Traversal.Admin<?, ?> root = TraversalHelper.getRootTraversal(step.getTraversal());
        return root.getSideEffects().getSackInitialValue() != null
                || TraversalHelper.anyStepRecursively(SackValueStep.class::isInstance, root);
    }

    /**
     * The key that samples the members of a collection, a map or an array; other objects are unchanged. Cost: none.
     */
    static @Nullable Key local(SampleLocalStep<?> step, RowType type) {
        int most = step.getAmountToSample();
        return type == RowType.VERTEX || type == RowType.EDGE || isSeeded(step)
                ? null
                : new Key(() -> "sample(local," + most + ")", (run, rows, from, to, into) -> {
                    for (int row = from; row < to; row++) {
                        into[row - from] = some(rows.value(row), most);
                    }
                });
    }

    private static @Nullable Object some(@Nullable Object value, int most) {
        if (value instanceof Map<?, ?> map) {
            return map.size() <= most ? map : entries(map, most);
        }
        Object held = value != null && value.getClass().isArray() ? IteratorUtils.asList(value) : value;
        return held instanceof Collection<?> several && several.size() > most ? some(several, most) : held;
    }

    private static Map<Object, @Nullable Object> entries(Map<?, ?> map, int most) {
        Map<Object, @Nullable Object> chosen = new LinkedHashMap<>(most);
        for (Map.Entry<?, ?> entry : some(map.entrySet(), most)) {
            chosen.put(entry.getKey(), entry.getValue());
        }
        return chosen;
    }

    /** A uniform sample, in random order. */
    private static <T> List<T> some(Collection<T> several, int most) {
        List<T> all = new ArrayList<>(several);
        int count = Math.max(0, Math.min(most, all.size()));
        for (int i = 0; i < count; i++) {
            Collections.swap(all, i, ThreadLocalRandom.current().nextInt(i, all.size()));
        }
        return new ArrayList<>(all.subList(0, count));
    }
}

package io.pragh.tinkerpop.process.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.TraverserGenerator;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.IdentityStep;
import org.jspecify.annotations.Nullable;

/** Makes traversers with the paths of their rows, as if they had gone step by step. One thread. */
final class WayTraversers {
    /** Whether every place is recorded, the present one included. */
    private final boolean whole;

    /** Steps by labels: a traverser gets the labels of a place from the step that has led there. */
    private final Map<Set<String>, Step<Object, Object>> called = new HashMap<>();

    WayTraversers(boolean whole) {
        this.whole = whole;
    }

    /**
     * A traverser at an object.
     *
     * @param step the step that gives it
     * @param way the recorded places, the last one at the end
     */
    @SuppressWarnings("unchecked") // a place holds anything
    Traverser.Admin<?> traverser(Step<?, ?> step, @Nullable Object object, Path way, long bulk) {
        TraverserGenerator generator = step.getTraversal().getTraverserGenerator();
        Traverser.Admin<Object> traverser = null;
        for (int i = 0; i < way.size(); i++) {
            Step<Object, Object> before = called(step, way.labels().get(i));
            Object place = way.objects().get(i);
            traverser = traverser == null ? generator.generate(place, before, bulk) : traverser.split(place, before);
        }
        if (traverser == null) {
            return generator.generate(object, (Step<Object, ?>) step, bulk);
        }
        return whole ? traverser : traverser.split(object, (Step<Object, Object>) step);
    }

    private Step<Object, Object> called(Step<?, ?> step, Set<String> labels) {
        return called.computeIfAbsent(labels, names -> {
            Step<Object, Object> made = new IdentityStep<>(step.getTraversal());
            names.forEach(made::addLabel);
            return made;
        });
    }
}

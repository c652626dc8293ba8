package io.pragh.tinkerpop.process.plan;

import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.ColumnTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.IdentityTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.TraversalParent;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AsBoolStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AsDateStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AsNumberStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AsStringGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AsStringLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ConcatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.DateAddStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.DedupLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.LTrimGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.LTrimLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.LengthGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.LengthLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MathStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MaxLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MeanLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MinLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.OrderLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.RTrimGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.RTrimLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.RangeLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ReplaceGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ReplaceLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ReverseStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SubstringGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SubstringLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SumLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.TailLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ToLowerGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ToLowerLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ToUpperGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ToUpperLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.TrimGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.TrimLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.B_O_S_SE_SL_TraverserGenerator;
import org.apache.tinkerpop.gremlin.process.traversal.util.EmptyTraversal;
import org.jspecify.annotations.Nullable;

/**
 * Keys from Gremlin's steps that make one value of another one and depend on nothing else: a copy of the step
 * computes it, so its meaning is Gremlin's. Stateless.
 */
final class Scalars {
    private static final Set<Class<?>> KNOWN = Set.of(
            AsBoolStep.class,
            AsDateStep.class,
            AsNumberStep.class,
            AsStringGlobalStep.class,
            AsStringLocalStep.class,
            ConcatStep.class,
            CountLocalStep.class,
            DateAddStep.class,
            DedupLocalStep.class,
            LTrimGlobalStep.class,
            LTrimLocalStep.class,
            LengthGlobalStep.class,
            LengthLocalStep.class,
            MathStep.class,
            MaxLocalStep.class,
            MeanLocalStep.class,
            MinLocalStep.class,
            OrderLocalStep.class,
            RTrimGlobalStep.class,
            RTrimLocalStep.class,
            RangeLocalStep.class,
            ReplaceGlobalStep.class,
            ReplaceLocalStep.class,
            ReverseStep.class,
            SubstringGlobalStep.class,
            SubstringLocalStep.class,
            SumLocalStep.class,
            TailLocalStep.class,
            ToLowerGlobalStep.class,
            ToLowerLocalStep.class,
            ToUpperGlobalStep.class,
            ToUpperLocalStep.class,
            TrimGlobalStep.class,
            TrimLocalStep.class);

    private Scalars() {}

    /**
     * The key for a step, without a value where the step has no result; null where the step depends on something
     * else, too. Cost: none.
     */
    static @Nullable Key key(Step<?, ?> step, RowType type) {
        if (!KNOWN.contains(step.getClass()) || !isAlone(step)) {
            return null;
        }
        Step<Object, Object> pattern = copy(step);
        String text = step.toString();
        boolean isSame = step instanceof OrderLocalStep
                || !type.isMap() && step instanceof DedupLocalStep
                || type.isMap() && (step instanceof RangeLocalStep || step instanceof TailLocalStep);
        return new Key(() -> text, (run, rows, from, to, into) -> {
                    Step<Object, Object> own = copy(pattern); // other threads may use the same plan meanwhile
                    for (int row = from; row < to; row++) {
                        own.addStart(B_O_S_SE_SL_TraverserGenerator.instance().generate(rows.value(row), own, 1));
                        into[row - from] = own.hasNext() ? own.next().get() : Total.NOTHING;
                    }
                })
                .of(isSame ? type : RowType.VALUE);
    }

    @SuppressWarnings("unchecked") // a step checks which objects it accepts
    private static Step<Object, Object> copy(Step<?, ?> step) {
        Step<Object, Object> copy = (Step<Object, Object>) step.clone();
        copy.setTraversal(EmptyTraversal.instance()); // it would keep its former traversal
        return copy;
    }

    /** Whether its only children take keys or values of maps, and it looks for no names. */
    private static boolean isAlone(Step<?, ?> step) {
        if (step instanceof MathStep<?> math) {
            return math.getLocalChildren().isEmpty() && areEntries(math);
        }
        if (!(step instanceof TraversalParent parent)) {
            return true;
        }
        for (Traversal.Admin<?, ?> child : parent.getLocalChildren()) {
            if (!(child instanceof ColumnTraversal) && !(child instanceof IdentityTraversal)) {
                return false;
            }
        }
        return true;
    }

    /** Whether all variables of a formula can only be entries of a map. */
    private static boolean areEntries(MathStep<?> step) {
        return step.getScopeKeys().stream().noneMatch(name -> Bys.isUsed(name, step.getTraversal()));
    }
}

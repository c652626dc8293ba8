package io.pragh.tinkerpop.process.plan;

import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.LoopTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.TrueTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.RepeatStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.LoopsStep;
import org.jspecify.annotations.Nullable;

/** Finds the loop for a {@code repeat}. Stateless. */
final class Loops {
    private Loops() {}

    /** Whether a step asks for the loop count of the innermost loop. */
    static boolean areAsked(Step<?, ?> step) {
        return step instanceof LoopsStep && step.equals(new LoopsStep<>(step.getTraversal(), null));
    }

    /** The loop from vertices to vertices, or null; {@code fromOne} when it begins at one vertex. */
    static Repeat.@Nullable Loop of(RepeatStep<?> step, boolean fromOne, WayReader ways) {
        if (step.getRepeatTraversal() == null || step.getLoopName() != null) {
            return null; // the first is an error of the application; a name can be used further inside
        }
        // From several vertices, Gremlin does all loops from one before it begins with the next: the rows to drop
        // depend on that.
        boolean mayLeaveOut = fromOne && !ways.named();
        Chain body = PlanCompiler.repeated(step.getRepeatTraversal(), mayLeaveOut, ways);
        Traversal.Admin<?, ?> until = step.getUntilTraversal();
        Traversal.Admin<?, ?> emit = step.getEmitTraversal();
        boolean twice = step.untilFirst && emit != null && !step.emitFirst; // Gremlin then passes some on twice
        if (body == null || body.type() != RowType.VERTEX || body.stages().isEmpty() || twice) {
            return null;
        }
        boolean counts = until instanceof LoopTraversal;
        Chain ends = until == null || counts ? null : PlanCompiler.test(until, RowType.VERTEX, true, ways.inside());
        boolean all = emit instanceof TrueTraversal;
        Chain emits = emit == null || all ? null : PlanCompiler.test(emit, RowType.VERTEX, true, ways.inside());
        if (until != null && !counts && ends == null || emit != null && !all && emits == null) {
            return null;
        }
        // fewer than no loops are none, as for Gremlin
        long times = until instanceof LoopTraversal<?> loops ? Math.max(0, loops.getMaxLoops()) : -1;
        boolean apart = ways.named() && ways.all() || body.sacks();
        Repeat.Memory memory = apart ? Repeat.Memory.ALL : ways.named() ? Repeat.Memory.NAMES : Repeat.Memory.NONE;
        return new Repeat.Loop(body, ends, times, step.untilFirst, emit != null, emits, step.emitFirst, memory);
    }
}

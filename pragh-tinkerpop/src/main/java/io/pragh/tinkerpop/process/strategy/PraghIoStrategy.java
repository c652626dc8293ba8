package io.pragh.tinkerpop.process.strategy;

import io.pragh.tinkerpop.load.FileFormat;
import io.pragh.tinkerpop.load.LoadOptions;
import io.pragh.tinkerpop.process.step.PraghIoStep;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.IO;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.ReadWriting;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.IoStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@code io(file).read()} use the same readers as other loads: faster, and safe for untrusted files, of which
 * only the data of a graph is read. A step with a reader or classes of the application ({@link IO#reader},
 * {@link IO#registry}) is left to Gremlin. Immutable.
 */
public final class PraghIoStrategy extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
        implements TraversalStrategy.ProviderOptimizationStrategy {
    private static final long serialVersionUID = 1L;

    private static final PraghIoStrategy INSTANCE = new PraghIoStrategy();

    private PraghIoStrategy() {}

    /** The only instance. */
    public static PraghIoStrategy instance() {
        return INSTANCE;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // a step replaces one of its own type
    public void apply(Traversal.Admin<?, ?> traversal) {
        for (IoStep step : TraversalHelper.getStepsOfClass(IoStep.class, traversal)) {
            LoadOptions options = options(step);
            if (options != null) {
                TraversalHelper.replaceStep(step, new PraghIoStep<>(step, options), (Traversal.Admin) traversal);
            }
        }
    }

    /** The options for reading a file; null when Gremlin reads it, or when it is written. */
    private static @Nullable LoadOptions options(ReadWriting step) {
        if (step.getMode() != ReadWriting.Mode.READING || step.getParameters().contains(IO.registry)) {
            return null;
        }
        List<Object> readers = step.getParameters().get(IO.reader, null);
        if (readers.isEmpty()) {
            return LoadOptions.DEFAULT;
        }
        FileFormat format = FileFormat.named(readers.get(0));
        return format == null ? null : LoadOptions.DEFAULT.withFormat(format);
    }
}

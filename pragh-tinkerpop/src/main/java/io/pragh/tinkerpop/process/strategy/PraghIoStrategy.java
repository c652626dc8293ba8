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
 * Has {@code io(file).read()} read as all other loads do: faster, and nothing of a file of strangers but what a graph needs. A step that is
 * given a reader or classes of the application ({@link IO#reader}, {@link IO#registry}) is left to Gremlin. Immutable.
 */
public final class PraghIoStrategy extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
        implements TraversalStrategy.ProviderOptimizationStrategy {
    private static final long serialVersionUID = 1L;

    private static final PraghIoStrategy INSTANCE = new PraghIoStrategy();

    private PraghIoStrategy() {}

    /** The only one. */
    public static PraghIoStrategy instance() {
        return INSTANCE;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // a step takes the place of one of its own kind
    public void apply(Traversal.Admin<?, ?> traversal) {
        for (IoStep step : TraversalHelper.getStepsOfClass(IoStep.class, traversal)) {
            LoadOptions options = options(step);
            if (options != null) {
                TraversalHelper.replaceStep(step, new PraghIoStep<>(step, options), (Traversal.Admin) traversal);
            }
        }
    }

    /** How a file is read; null when Gremlin reads it, or it is written. */
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

package io.pragh.tinkerpop.process.step;

import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.LoadOptions;
import java.nio.file.Path;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.IoStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.util.EmptyTraverser;
import org.apache.tinkerpop.gremlin.process.traversal.util.FastNoSuchElementException;

/**
 * A step that replaces {@code io(file).read()}: {@link GraphFiles} reads the file, in bulk into an empty graph. One
 * thread.
 */
@SuppressWarnings({"serial", "try", "unchecked"}) // as it is with the step that it extends
public final class PraghIoStep<S> extends IoStep<S> {
    private final LoadOptions options;
    private boolean read;

    /** Reads the file of another step, with these options in place of that step's own. */
    public PraghIoStep(IoStep<S> other, LoadOptions options) {
        super(other.getTraversal(), other.getFile());
        this.options = options;
        setMode(Mode.READING);
    }

    /** Throws {@link io.pragh.tinkerpop.load.LoadException} that says which line of the file is wrong, and why. */
    @Override
    protected Traverser.Admin<S> processNextStart() {
        if (read) {
            throw FastNoSuchElementException.instance();
        }
        read = true;
        GraphFiles.read(getTraversal().getGraph().orElseThrow(), Path.of(getFile()), options);
        return EmptyTraverser.instance();
    }
}

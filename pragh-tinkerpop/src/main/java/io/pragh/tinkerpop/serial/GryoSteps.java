package io.pragh.tinkerpop.serial;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.IO;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.ReadWriting;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.IoStep;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;

/** Steps {@code io} that read Gryo by {@link GryoFile}. Stateless. */
public final class GryoSteps {
    private static final String SUFFIX = ".kryo";

    private GryoSteps() {}

    /**
     * Whether a step reads a file as Gryo's own reader does. One that is given classes of the application to read with ({@link IO#registry})
     * is the application's.
     */
    public static boolean isRead(ReadWriting step) {
        boolean reads = step.getMode() == ReadWriting.Mode.READING
                && !step.getParameters().contains(IO.registry);
        List<Object> readers =
                step.getParameters().get(IO.reader, () -> step.getFile().endsWith(SUFFIX) ? IO.gryo : "");
        return reads && readers.contains(IO.gryo);
    }

    /** A step that does the same with a file of this name, in this traversal. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // steps of a traversal of any type
    public static IoStep copy(ReadWriting step, Traversal.Admin traversal, String file) {
        IoStep copy = new IoStep(traversal, file);
        copy.setMode(step.getMode());
        boolean gryo = isRead(step);
        step.getParameters()
                .getRaw(gryo ? IO.reader : "")
                .forEach((key, values) -> values.forEach(value -> copy.configure(key, value)));
        if (gryo) {
            GraphReader reader = GryoFile.reader();
            copy.configure(IO.reader, reader);
        }
        return copy;
    }
}

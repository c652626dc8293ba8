package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.serial.GryoFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.IO;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.ReadWriting;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.IoStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;
import org.apache.tinkerpop.gremlin.structure.io.graphml.GraphMLReader;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONReader;
import org.jspecify.annotations.Nullable;

/**
 * Restricts the step {@code io} of a served graph to one folder, or refuses it when there is none: it could read and
 * write every file that the server's process may. Immutable.
 */
// A step names its format by one of three words only: Gremlin would take any other name for a class, and load it.
final class FilesStrategy extends AbstractTraversalStrategy<TraversalStrategy.DecorationStrategy>
        implements TraversalStrategy.DecorationStrategy {
    private static final long serialVersionUID = 1;

    private static final Map<String, String> FORMATS = Map.of("json", IO.graphson, "kryo", IO.gryo, "xml", IO.graphml);

    private final transient @Nullable Path folder;

    /** Allows files in this folder and below it; none at all if it is null. */
    FilesStrategy(@Nullable Path folder) {
        this.folder = folder;
    }

    @Override
    public void apply(Traversal.Admin<?, ?> traversal) {
        for (ReadWriting step : TraversalHelper.getStepsOfAssignableClass(ReadWriting.class, traversal)) {
            Path file = place(step.getFile());
            checkFormat(step);
            replace(traversal, step, file);
        }
    }

    /** Sets the reader explicitly: otherwise one of the graph's own would replace it, which reads more formats. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // a step replaces one of its own type
    private static void replace(Traversal.Admin traversal, ReadWriting step, Path file) {
        IoStep held = new IoStep(traversal, file.toString());
        held.setMode(step.getMode());
        String option = step.getMode() == ReadWriting.Mode.READING ? IO.reader : IO.writer;
        Object format = step.getParameters().get(option, () -> format(file)).get(0);
        held.configure(option, option.equals(IO.reader) ? reader(format) : format);
        TraversalHelper.replaceStep((Step) step, held, traversal);
    }

    private static Object format(Path file) {
        String name = file.toString();
        String format = FORMATS.get(name.substring(name.lastIndexOf('.') + 1));
        if (format == null) {
            throw new SecurityException("the step io knows files .json, .kryo and .xml, others by " + IO.reader
                    + " and " + IO.writer + " only: file=" + file.getFileName());
        }
        return format;
    }

    private static GraphReader reader(Object format) {
        if (format.equals(IO.gryo)) {
            return GryoFile.reader();
        }
        return format.equals(IO.graphml)
                ? GraphMLReader.build().create()
                : GraphSONReader.build().create();
    }

    private Path place(String name) {
        if (folder == null) {
            throw new SecurityException(
                    "this server reads and writes no files; use pragh load and pragh export, or name"
                            + " a folder for the step io by server.ioFolder: file=" + name);
        }
        try {
            Path root = folder.toRealPath();
            Path file = root.resolve(name).normalize();
            Path parent = file.getParent();
            if (file.startsWith(root)
                    && parent != null
                    && Files.isDirectory(parent)
                    && parent.toRealPath().startsWith(root)
                    && !Files.isSymbolicLink(file)
                    && !Files.isDirectory(file)) {
                return file;
            }
        } catch (IOException | InvalidPathException wrong) {
            throw new SecurityException("the step io found no such place: file=" + name, wrong);
        }
        throw new SecurityException(
                "the step io reads and writes files of the folder server.ioFolder only: file=" + name);
    }

    private static void checkFormat(ReadWriting step) {
        if (step.getParameters().contains(IO.registry)) {
            throw new SecurityException("this server loads no classes by name: option=" + IO.registry);
        }
        for (String option : List.of(IO.reader, IO.writer)) {
            List<Object> named = step.getParameters().get(option, null);
            if (!FORMATS.values().containsAll(named)) {
                throw new SecurityException("the step io knows graphson, gryo and graphml: " + option + "=" + named);
            }
        }
    }
}

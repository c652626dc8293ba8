package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pragh console}: a Gremlin Console with a graph in its own process. One thread. */
@Command(
        name = "console",
        description = {
            "Open a Gremlin Console with a graph bound to graph and g.",
            "The graph lives in this process's memory and ends with it. To talk to a server: :help :remote."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class ConsoleCommand implements CliCommand {
    // The console and what it brings are not on the class path of the other commands, so it is found by its name.
    private static final String CONSOLE = "org.apache.tinkerpop.gremlin.console.Console";
    /** Where the console looks for plugins, and keeps the list of those that are active. */
    private static final String FOLDER_PROPERTY = "tinkerpop.ext";

    private static final List<String> PLUGINS = List.of(
            "org.apache.tinkerpop.gremlin.console.jsr223.DriverGremlinPlugin",
            "org.apache.tinkerpop.gremlin.console.jsr223.UtilitiesGremlinPlugin",
            "io.pragh.tinkerpop.console.PraghGremlinPlugin");

    private static final AtomicReference<@Nullable PraghGraph> OPENED = new AtomicReference<>();

    @Mixin
    private GraphOptions graphs = new GraphOptions();

    @Option(
            names = "--load",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Load these before the prompt; if a line is wrong, there is none.")
    private List<Path> files = List.of();

    @Mixin
    private FileOptions reading = new FileOptions();

    @Option(
            names = {"-e", "--execute"},
            paramLabel = "FILE",
            description = "Run a script in Groovy and end, instead of asking.")
    private @Nullable Path script;

    @Override
    public Integer call() throws IOException {
        Class<?> console;
        try {
            console = Class.forName(CONSOLE);
        } catch (ClassNotFoundException notHere) {
            throw new CliException("no Gremlin Console on the class path; start it by bin/pragh console");
        }
        if (script != null && !Files.isReadable(script)) {
            throw new CliException("no such file: --execute=" + script);
        }
        PraghGraph graph = graphs.open();
        if (!files.isEmpty()) {
            load(graph);
        }
        OPENED.set(graph);
        Path start = startScript();
        preparePlugins();
        List<String> arguments = new ArrayList<>();
        if (script == null) {
            arguments.addAll(List.of("-i", start.toString()));
        } else {
            Files.writeString(start, Files.readString(start) + Files.readString(script));
            arguments.addAll(List.of("-e", start.toString()));
        }
        run(console, arguments);
        return 0;
    }

    private void load(PraghGraph graph) throws IOException {
        try {
            reading.load(graph, files);
        } catch (CliException wrong) {
            graph.close();
            throw wrong;
        }
    }

    /** The graph that the console of this process is about; its start script asks for it. */
    public static Graph graph() {
        PraghGraph opened = OPENED.get();
        if (opened == null) {
            throw new IllegalStateException("only the script that bin/pragh console starts with has a graph");
        }
        return opened;
    }

    /** What binds the graph, in the language of the console. */
    private static Path startScript() throws IOException {
        Path file = Files.createTempFile("pragh-console", ".groovy");
        file.toFile().deleteOnExit();
        return Files.writeString(
                file,
                "graph = " + ConsoleCommand.class.getName() + ".graph()\n"
                        + "g = traversal().with(graph)\n"
                        + "Runtime.runtime.addShutdownHook(new Thread({ graph.close() } as Runnable)); []\n");
    }

    /** A folder that was prepared once is left as its user made it. */
    private static void preparePlugins() throws IOException {
        String given = System.getProperty(FOLDER_PROPERTY);
        Path folder = given == null ? Files.createTempDirectory("pragh-console") : Path.of(given);
        Files.createDirectories(folder);
        Path active = folder.resolve("plugins.txt");
        if (Files.notExists(active)) {
            Files.write(active, PLUGINS, StandardCharsets.UTF_8);
        }
        System.setProperty(FOLDER_PROPERTY, folder.toString());
    }

    private static void run(Class<?> console, List<String> arguments) {
        try {
            console.getMethod("main", String[].class).invoke(null, (Object) arguments.toArray(new String[0]));
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException("the console failed", failed.getCause());
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("this is not a console that Pragh knows", other);
        }
    }
}

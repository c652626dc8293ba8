package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.PraghGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pragh console}: runs a Gremlin Console with a graph in its own process. One thread. */
@Command(
        name = "console",
        description = {
            "Open a Gremlin Console with a graph bound to graph and g.",
            "The graph lives in this process's memory and ends with it. To talk to a server: :help :remote."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class ConsoleCommand implements CliCommand {
    // The console and its libraries are not on the class path of the other commands, so it is found by its name.
    private static final String CONSOLE = "org.apache.tinkerpop.gremlin.console.Console";
    private static final String CONSOLE_PREFERENCES = "org.apache.tinkerpop.gremlin.console.Preferences";
    private static final String CONSOLE_IO = "org.codehaus.groovy.tools.shell.IO";
    /** Property with the folder of the console's plugins and of the list of active ones. */
    private static final String FOLDER_PROPERTY = "tinkerpop.ext";

    /**
     * Whether standard input is a pipe or a file: no user can answer questions then, and a program reads the exit
     * code.
     */
    private static final String PIPED_PROPERTY = "pragh.console.piped";

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
        if (script != null) {
            // Two scripts, so that a failure is reported with the user's file and line. The console splits a lone
            // argument at blanks.
            run(console, List.of("-e", start.toString(), "-e", script.toString(), ""));
        } else if (Boolean.getBoolean(PIPED_PROPERTY)) {
            runPiped(console, start);
        } else {
            run(console, List.of("-i", start.toString()));
        }
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

    /** The graph of the console in this process; its start script asks for it. */
    public static Graph graph() {
        PraghGraph opened = OPENED.get();
        if (opened == null) {
            throw new IllegalStateException("only the script that bin/pragh console starts with has a graph");
        }
        return opened;
    }

    /** A script that binds the graph, in the language of the console. */
    private static Path startScript() throws IOException {
        Path file = Files.createTempFile("pragh-console", ".groovy");
        file.toFile().deleteOnExit();
        return Files.writeString(
                file,
                "graph = " + ConsoleCommand.class.getName() + ".graph(); "
                        + "g = traversal().with(graph); "
                        + "Runtime.runtime.addShutdownHook(new Thread({ graph.close() } as Runnable)); []\n");
    }

    /** A folder that was prepared once is left as its user changed it. */
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
        reflect(() ->
                console.getMethod("main", String[].class).invoke(null, (Object) arguments.toArray(new String[0])));
    }

    /**
     * Runs a console that shows results but asks nothing: the first line that fails ends the process with exit code
     * 1.
     */
    // The console drops a last line without a line break, so its input always ends with one.
    private static void runPiped(Class<?> console, Path start) throws IOException {
        InputStream lineBreak = new ByteArrayInputStream(new byte[] {'\n'});
        System.setIn(
                new SequenceInputStream(Files.newInputStream(start), new SequenceInputStream(System.in, lineBreak)));
        reflect(() -> {
            ClassLoader loader = console.getClassLoader();
            Class<?> io = Class.forName(CONSOLE_IO, true, loader);
            Class.forName(CONSOLE_PREFERENCES, true, loader)
                    .getMethod("expandoMagic")
                    .invoke(null);
            console.getConstructor(io, List.class, boolean.class)
                    .newInstance(io.getConstructor().newInstance(), List.of(), false);
        });
    }

    private interface Reflection {
        void run() throws ReflectiveOperationException;
    }

    private static void reflect(Reflection call) {
        try {
            call.run();
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException("the console failed", failed.getCause());
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("this is not a console that Pragh knows", other);
        }
    }
}

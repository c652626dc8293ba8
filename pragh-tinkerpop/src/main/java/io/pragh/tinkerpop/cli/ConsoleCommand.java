package io.pragh.tinkerpop.cli;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.configuration2.Configuration;
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

    @Mixin
    private GraphOptions graphs = new GraphOptions();

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
        Path start = startScript(graphs.configuration());
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

    /** What binds the graph, in the language of the console. */
    private static Path startScript(Configuration configuration) throws IOException {
        StringBuilder options = new StringBuilder();
        configuration
                .getKeys()
                .forEachRemaining(key -> options.append(options.isEmpty() ? "" : ", ")
                        .append(quoted(key))
                        .append(": ")
                        .append(quoted(configuration.getString(key))));
        Path file = Files.createTempFile("pragh-console", ".groovy");
        file.toFile().deleteOnExit();
        return Files.writeString(
                file,
                "graph = GraphFactory.open([" + options + "])\n"
                        + "g = traversal().with(graph)\n"
                        + "Runtime.runtime.addShutdownHook(new Thread({ graph.close() } as Runnable)); []\n");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
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

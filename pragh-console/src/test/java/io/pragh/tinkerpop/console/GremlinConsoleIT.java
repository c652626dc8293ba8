package io.pragh.tinkerpop.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the plugin's jar works in a Gremlin Console that has nothing else of Pragh on its class path, and
 * checks the console of {@code bin/pragh}. Each console is a process.
 */
class GremlinConsoleIT {
    private static final String PLUGIN = "io.pragh.tinkerpop.console.PraghGremlinPlugin";
    private static final String TRY = """
            graph = PraghGraph.build().nodes(2).open()
            g = traversal().with(graph)
            g.addV('person').property('name', 'Ada').as('a').addV('person').property('name', 'Bob').addE('knows').from('a').iterate()
            g.tx().commit()
            println 'friends: ' + g.V().has('name', 'Ada').out('knows').values('name').toList()
            graph.close()
            """;

    @TempDir
    Path folder;

    @Test
    void jarInTheFolderOfPluginsIsEnough() throws Exception {
        Path plugin = Files.createDirectories(folder.resolve("ext/pragh/plugin"));
        Files.copy(jar(), plugin.resolve("pragh.jar"));
        Files.writeString(folder.resolve("ext/plugins.txt"), PLUGIN + "\n");
        assertSaid("friends: [Bob]", console(TRY));
    }

    @Test
    void installFetchesItAndUseActivatesIt() throws Exception {
        // The file that mvn install leaves where the console looks first.
        Path repository = Files.createDirectories(folder.resolve(".m2/repository/io/pragh/pragh-console/1"));
        Files.copy(jar(), repository.resolve("pragh-console-1.jar"));
        String pom = Files.readString(target().resolve("plugin-pom.xml"));
        assertTrue(
                !pom.contains("<artifactId>pragh-tinkerpop</artifactId>"),
                "the jar's own contents are asked for again");
        Files.writeString(
                repository.resolve("pragh-console-1.pom"),
                "<project><modelVersion>4.0.0</modelVersion><groupId>io.pragh</groupId>"
                        + "<artifactId>pragh-console</artifactId><version>1</version></project>");
        Files.createDirectories(folder.resolve("ext"));
        Files.writeString(folder.resolve("ext/plugins.txt"), "");
        String installed = console(":install io.pragh pragh-console 1\n:exit\n", true);
        assertTrue(installed.contains("Loaded: [io.pragh, pragh-console, 1]"), installed);
        String used = console(":plugin use pragh\n" + TRY + ":exit\n", true);
        assertTrue(used.contains("pragh activated"), used);
        assertTrue(used.contains("friends: [Bob]"), used);
    }

    /** With the class path of {@code bin/pragh console}. */
    @Test
    void praghsOwnConsoleLoadsFilesBeforeItAsks() throws Exception {
        Path good = Files.writeString(folder.resolve("good.txt"), "1 2\n2 3\n");
        Path wrong = Files.writeString(folder.resolve("wrong.txt"), "1 2\n2\n");
        Path script = Files.writeString(folder.resolve("count.groovy"), "println 'edges: ' + g.E().count().next()\n");
        List<String> command = own("-e", script.toString(), "--load", good.toString());
        assertSaid("edges: 2", run(new ProcessBuilder(command), 0));
        command.set(command.size() - 1, wrong.toString());
        String refused = run(new ProcessBuilder(command), 2);
        assertTrue(refused.contains("line=2 reason=an edge is two identifiers"), refused);
    }

    @Test
    void aScriptThatFailsIsNamedWithItsLine() throws Exception {
        Path script = Files.writeString(folder.resolve("the script.groovy"), "x = 1\nthrow new Exception('no')\n");
        String said = run(new ProcessBuilder(own("-e", script.toString())), 1);
        assertTrue(said.contains("Error in " + script + " at [2: throw new Exception('no')] - no"), said);
    }

    @Test
    void aPipedSessionEndsWithItsInput() throws Exception {
        assertTrue(piped("g.addV('a').iterate()\n'there are ' + g.V().count().next()\n", 0)
                .contains("there are 1"));
        String unbroken = piped("'there is ' + g.V().count().next()", 0);
        assertTrue(unbroken.contains("there is 0"), "the last line has no line break: " + unbroken);
    }

    @Test
    void aPipedSessionEndsWithTheFirstLineThatFails() throws Exception {
        String said = piped("g.nonsense()\n'after' + 'wards'\n", 1);
        assertTrue(said.contains("No signature of method") && !said.contains("afterwards"), said);
    }

    private String piped(String session, int exitCode) throws IOException, InterruptedException {
        Path typed = Files.writeString(folder.resolve("session.txt"), session);
        List<String> command = own();
        command.add(1, "-Dpragh.console.piped=true"); // bin/pragh sets this property
        return run(new ProcessBuilder(command).redirectInput(typed.toFile()), exitCode);
    }

    /** The command line of {@code bin/pragh console}. */
    private List<String> own(String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=" + folder,
                "-Djava.util.prefs.userRoot=" + folder,
                "-Dtinkerpop.ext=" + folder.resolve("ext"),
                "-Dlogback.configurationFile=" + System.getProperty("pragh.console.logback"),
                "-cp",
                target().resolve("lib") + File.separator + "*",
                "io.pragh.tinkerpop.cli.PraghCli",
                "console"));
        command.addAll(List.of(options));
        return command;
    }

    @Test
    void jarHasPraghAndNothingElse() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile())) {
            List<String> strangers = jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.startsWith("io/pragh/"))
                    .toList();
            assertEquals(List.of(), strangers);
            assertEquals(null, jar.getManifest().getMainAttributes().getValue("Gremlin-Plugin-Dependencies"));
            try (InputStream services = jar.getInputStream(
                    jar.getEntry("META-INF/services/org.apache.tinkerpop.gremlin.jsr223.GremlinPlugin"))) {
                assertEquals(PLUGIN, new String(services.readAllBytes(), StandardCharsets.UTF_8).strip());
            }
        }
    }

    private static void assertSaid(String line, String said) {
        assertTrue(said.lines().anyMatch(line::equals), said);
    }

    private String console(String script) throws IOException, InterruptedException {
        return console(script, false);
    }

    /** Runs a console on a script, as a file or line by line on its input; returns its output. */
    private String console(String script, boolean typed) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("script.groovy"), script);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=" + folder,
                "-Djava.util.prefs.userRoot=" + folder,
                "-Dtinkerpop.ext=" + folder.resolve("ext"),
                "-Dlogback.configurationFile=" + System.getProperty("pragh.console.logback"),
                "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
                "-cp",
                stock()));
        command.add("org.apache.tinkerpop.gremlin.console.Console");
        if (!typed) {
            command.addAll(List.of("-e", file.toString()));
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        if (typed) {
            builder.redirectInput(file.toFile());
        }
        return run(builder, 0);
    }

    private static String run(ProcessBuilder builder, int exitCode) throws IOException, InterruptedException {
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), said);
        return said;
    }

    /**
     * The class path that the console's start script makes, with the jars of the console and its plugins, and of
     * Pragh only the plugin's.
     */
    private String stock() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> jars = Files.list(target().resolve("lib"))) {
            jars.filter(jar -> !jar.getFileName().toString().startsWith("pragh-"))
                    .forEach(found::add);
        }
        try (Stream<Path> jars = Files.walk(folder.resolve("ext"))) {
            jars.filter(jar -> jar.getParent().endsWith("plugin")).forEach(found::add);
        }
        return found.stream().map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jar() throws IOException {
        try (Stream<Path> jars = Files.list(target())) {
            return jars.filter(jar -> jar.getFileName().toString().matches("pragh-console-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path target() {
        return Path.of(System.getProperty("pragh.console.built"));
    }
}

package io.pragh.benchmarks.micro;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The files of a peer system: jars that Maven fetches as {@code benchmarks/NAME.xml} lists them, on first use, into
 * {@code benchmarks/target/peers}, and classes of the sources in {@code benchmarks/src/NAME/java}, which are compiled
 * with these jars because no other class path has them. One thread.
 */
final class PeerFiles {
    private static final String ERROR = "[ERROR]";

    private final Path own;
    private final Path module;
    private final String project;

    private PeerFiles(Path own, Path module, String project) {
        this.own = own;
        this.module = module;
        this.project = project;
    }

    /**
     * The files of a peer.
     *
     * @param own the jar or folder with this class, below the folder that has the peer's list
     */
    static PeerFiles of(Path own, String project) {
        Path module = own;
        while (!Files.exists(module.resolve(project + ".xml"))) {
            module = module.getParent();
            if (module == null) {
                throw new PraghException("peers can be measured from a source checkout only: jar=" + own);
            }
        }
        return new PeerFiles(own, module, project);
    }

    /**
     * Its existing jars and folders of classes.
     *
     * @throws PraghException if jars cannot be fetched, or sources cannot be compiled
     */
    List<Path> classPath() throws IOException {
        List<Path> paths = new ArrayList<>(list(fetched(), ".jar"));
        Path sources = module.resolve("src").resolve(project).resolve("java");
        if (Files.exists(sources)) {
            paths.add(compiled(list(sources, ".java"), paths));
        }
        return paths;
    }

    private static List<Path> list(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        }
    }

    private Path peers() {
        return module.resolve("target/peers");
    }

    /** The folder with its jars. */
    private Path fetched() throws IOException {
        Path folder = peers().resolve(project);
        if (!Files.exists(folder)) {
            Path part = peers().resolve(project + ".part");
            fetch(part);
            Files.move(part, folder);
        }
        return folder;
    }

    private void fetch(Path folder) throws IOException {
        System.out.println("Fetching " + project + " ...");
        Path said = Files.createDirectories(peers()).resolve(project + ".txt");
        Process maven = new ProcessBuilder(
                        module.resolve("../mvnw").normalize().toString(),
                        "--quiet",
                        "--batch-mode",
                        "--no-transfer-progress",
                        "--file",
                        module.resolve(project + ".xml").toString(),
                        "dependency:copy-dependencies",
                        "-DoutputDirectory=" + folder)
                .directory(module.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            int exit = maven.waitFor();
            if (exit != 0) {
                throw new PraghException("a peer cannot be fetched: peer=" + project + " mavenExit=" + exit + " output="
                        + said + " reason=" + reason(said));
            }
        } catch (InterruptedException interrupted) {
            maven.destroy();
            Thread.currentThread().interrupt();
            throw new PraghException("interrupted while a peer was fetched: peer=" + project, interrupted);
        }
    }

    /** The first error line of Maven's output. */
    private static String reason(Path said) throws IOException {
        try (Stream<String> lines = Files.lines(said)) {
            return lines.filter(line -> line.startsWith(ERROR))
                    .map(line -> line.substring(ERROR.length()).strip())
                    .findFirst()
                    .orElse("unknown");
        }
    }

    /** The folder with the classes of its sources; compiled each time, so that no old classes remain. */
    private Path compiled(List<Path> sources, List<Path> jars) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new PraghException(
                    "a whole JDK is needed to compile what asks a peer, not only a runtime: peer=" + project);
        }
        Path folder = Files.createDirectories(peers().resolve(project + "-classes"));
        String classPath = Stream.concat(
                        Stream.of(System.getProperty("java.class.path"), own.toString()), jars.stream())
                .map(Object::toString)
                .collect(Collectors.joining(System.getProperty("path.separator")));
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-Xlint:none", "-d", folder.toString(), "-classpath", classPath));
        sources.forEach(source -> arguments.add(source.toString()));
        int exit = compiler.run(null, null, null, arguments.toArray(String[]::new));
        if (exit != 0) {
            throw new PraghException("what asks a peer cannot be compiled: peer=" + project + " javacExit=" + exit);
        }
        return folder;
    }
}

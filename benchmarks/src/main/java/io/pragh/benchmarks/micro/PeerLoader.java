package io.pragh.benchmarks.micro;

import io.pragh.core.base.PraghException;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A graph database that cannot share a class path with Pragh: its jars are fetched by Maven when it is first used, into
 * {@code benchmarks/target/peers}, and loaded by a class loader of its own. One thread.
 */
enum PeerLoader {
    /** What {@code benchmarks/janusgraph.xml} lists. */
    JANUSGRAPH("janusgraph");

    /** What both sides have to agree on. None of these speaks of a class of TinkerPop's. */
    private static final List<String> SHARED =
            List.of(GremlinWorkload.class.getName(), "io.pragh.core.", "io.pragh.benchmarks.data.");

    private final String project;

    PeerLoader(String project) {
        this.project = project;
    }

    /** An object of a class of this module, made by its only constructor in a class loader that has the peer's jars. */
    <T> T load(String className, Class<T> type, Object... arguments) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            Path own = Path.of(PeerLoader.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            ClassLoader loader = new URLClassLoader(urls(own), new Shared());
            thread.setContextClassLoader(loader); // services are looked for there
            return type.cast(loader.loadClass(className).getConstructors()[0].newInstance(arguments));
        } catch (ReflectiveOperationException | URISyntaxException | IOException failure) {
            throw new PraghException("a peer cannot be loaded: peer=" + project, failure);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private URL[] urls(Path own) throws IOException {
        List<URL> urls = new ArrayList<>(List.of(url(own)));
        try (Stream<Path> jars = Files.list(fetched(own))) {
            for (Path jar : jars.toList()) {
                urls.add(url(jar));
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }

    /** The folder with its jars. */
    private Path fetched(Path own) throws IOException {
        Path module = own;
        while (!Files.exists(module.resolve(project + ".xml"))) {
            module = module.getParent();
            if (module == null) {
                throw new PraghException("peers can be measured from a source checkout only: jar=" + own);
            }
        }
        Path folder = module.resolve("target/peers").resolve(project);
        if (!Files.exists(folder)) {
            Path part = module.resolve("target/peers").resolve(project + ".part");
            fetch(module, part);
            Files.move(part, folder);
        }
        return folder;
    }

    private void fetch(Path module, Path folder) throws IOException {
        System.out.println("Fetching " + project + " ...");
        Process maven = new ProcessBuilder(
                        module.resolve("../mvnw").normalize().toString(),
                        "--quiet",
                        "--batch-mode",
                        "--no-transfer-progress",
                        "--file",
                        module.resolve(project + ".xml").toString(),
                        "dependency:copy-dependencies",
                        "-DoutputDirectory=" + folder)
                .directory(new File(module.toString()))
                .inheritIO()
                .start();
        try {
            int exit = maven.waitFor();
            if (exit != 0) {
                throw new PraghException("a peer cannot be fetched: peer=" + project + " mavenExit=" + exit);
            }
        } catch (InterruptedException interrupted) {
            maven.destroy();
            Thread.currentThread().interrupt();
            throw new PraghException("interrupted while a peer was fetched: peer=" + project, interrupted);
        }
    }

    /** The JDK's classes, and of this process's own only the shared ones. */
    private static final class Shared extends ClassLoader {
        Shared() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (SHARED.stream().anyMatch(name::startsWith)) {
                return PeerLoader.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}

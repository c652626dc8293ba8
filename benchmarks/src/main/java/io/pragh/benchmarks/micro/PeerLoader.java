package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A graph database that cannot share a class path with Pragh, loaded by a class loader of its own from its
 * {@link PeerFiles}. One thread.
 */
enum PeerLoader {
    /** The jars of {@code benchmarks/janusgraph.xml}. It needs another version of TinkerPop. */
    JANUSGRAPH("janusgraph", "JanusGraph, Gremlin") {
        @Override
        FriendsGraph friends(RmatParameters parameters) {
            return load(TraversalGraph.class.getName(), FriendsGraph.class, name(), parameters);
        }
    },
    /**
     * The jars of {@code benchmarks/neo4j.xml}, queried by the classes in {@code benchmarks/src/neo4j}. Its licence
     * differs from Pragh's.
     */
    NEO4J("neo4j", "Neo4j, core API") {
        @Override
        FriendsGraph friends(RmatParameters parameters) {
            return load("io.pragh.benchmarks.neo4j.Neo4jFriends", FriendsGraph.class, parameters);
        }
    };

    /** Classes that both sides share. None of these refers to a class of TinkerPop. */
    private static final List<String> SHARED = List.of(
            GremlinWorkload.class.getName(),
            FriendsGraph.class.getName(),
            FriendsQuestion.class.getName(),
            "io.pragh.core.",
            "io.pragh.benchmarks.data.");

    private final String project;
    private final String title;

    PeerLoader(String project, String title) {
        this.project = project;
        this.title = title;
    }

    /** The title for users. */
    String title() {
        return title;
    }

    /** The system filled with an R-MAT graph, to be queried for friends of friends. */
    abstract FriendsGraph friends(RmatParameters parameters);

    /**
     * Makes sure that its files are there.
     *
     * @throws PraghException if they are not available
     */
    List<Path> fetch() {
        try {
            return PeerFiles.of(own(), project).classPath();
        } catch (IOException | URISyntaxException failure) {
            throw new PraghException("a peer's files cannot be written or read: peer=" + project, failure);
        }
    }

    private static Path own() throws URISyntaxException {
        return Path.of(PeerLoader.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /**
     * An object of a class of this module or of the peer, made by its only public constructor in a class loader that
     * has the peer's jars.
     */
    <T> T load(String className, Class<T> type, Object... arguments) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            List<URL> urls = new ArrayList<>(List.of(own().toUri().toURL()));
            for (Path path : fetch()) {
                urls.add(path.toUri().toURL());
            }
            ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), new Shared());
            thread.setContextClassLoader(loader); // services are looked up there
            return type.cast(loader.loadClass(className).getConstructors()[0].newInstance(arguments));
        } catch (ReflectiveOperationException | URISyntaxException | IOException failure) {
            throw new PraghException("a peer cannot be loaded: peer=" + project, failure);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Loads the JDK's classes, and of this process's own only the shared ones. */
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

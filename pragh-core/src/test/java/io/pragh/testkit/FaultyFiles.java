package io.pragh.testkit;

import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A file system in memory that fails, or loses its power, at a chosen step, as {@link FaultyDisk} does; but with
 * nested folders, and for code that uses {@link Files}. Any thread.
 */
public final class FaultyFiles extends FileSystem {
    private final FaultyTree tree;
    private final FaultyProvider provider = new FaultyProvider(this);

    private FaultyFiles(FaultyTree tree) {
        this.tree = tree;
    }

    /** An empty file system with a fault at a step, counted from 1; chance follows the seed. */
    public static FaultyFiles empty(long seed, Fault fault, long faultAt) {
        return new FaultyFiles(FaultyTree.empty(seed, fault, faultAt));
    }

    /** The file system after power is back, with another fault to come. */
    public FaultyFiles afterLoss(Fault next, long nextAt) {
        return new FaultyFiles(tree.afterLoss(next, nextAt));
    }

    /** A copy, as a later process finds it. */
    public FaultyFiles reopened(long seed, Fault next, long nextAt) {
        return new FaultyFiles(tree.reopened(seed, next, nextAt));
    }

    /** Steps so far. */
    public long steps() {
        return tree.steps();
    }

    /** Whether the fault has happened. */
    public boolean hasFailed() {
        return tree.hasFailed();
    }

    /** Makes a folder keep its name from now on, as one where a file system is mounted does. */
    public void mount(Path folder) throws IOException {
        tree.mount(folder);
    }

    FaultyTree tree() {
        return tree;
    }

    /** Copies a folder of another file system into this one, with all of it synced. */
    public void settleCopy(Path from, Path to) throws IOException {
        copy(from, to);
        tree.settle();
    }

    /** Copies a folder with all that is in it, from one file system to another. */
    public static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        List<Path> inside;
        try (Stream<Path> all = Files.list(from)) {
            inside = all.toList();
        }
        for (Path each : inside) {
            Path target = to.resolve(String.valueOf(each.getFileName()));
            if (Files.isDirectory(each)) {
                copy(each, target);
            } else {
                Files.write(target, Files.readAllBytes(each));
            }
        }
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("it stays open");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(getPath("/"));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
        return new FaultyPath(this, Path.of(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        throw new UnsupportedOperationException(pattern);
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("there are no users");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("nobody watches");
    }
}

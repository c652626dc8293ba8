package io.pragh.testkit;

import java.io.File;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/**
 * A path of a {@link FaultyFiles}, with the syntax of the system's paths. Immutable.
 *
 * @param system its file system
 * @param name the system's path with the same syntax
 */
record FaultyPath(FaultyFiles system, Path name) implements Path {
    private FaultyPath of(Path other) {
        return new FaultyPath(system, other);
    }

    private @Nullable Path orNull(@Nullable Path other) {
        return other == null ? null : of(other);
    }

    private static Path name(Path other) {
        return ((FaultyPath) other).name;
    }

    @Override
    public FileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return name.isAbsolute();
    }

    @Override
    public @Nullable Path getRoot() {
        return orNull(name.getRoot());
    }

    @Override
    public @Nullable Path getFileName() {
        return orNull(name.getFileName());
    }

    @Override
    public @Nullable Path getParent() {
        return orNull(name.getParent());
    }

    @Override
    public int getNameCount() {
        return name.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return of(name.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return of(name.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof FaultyPath && name.startsWith(name(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return other instanceof FaultyPath && name.endsWith(name(other));
    }

    @Override
    public Path normalize() {
        return of(name.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return of(name.resolve(name(other)));
    }

    @Override
    public Path relativize(Path other) {
        return of(name.relativize(name(other)));
    }

    @Override
    public URI toUri() {
        throw new UnsupportedOperationException("it is known in this process alone");
    }

    @Override
    public Path toAbsolutePath() {
        return of(Path.of("/").resolve(name));
    }

    @Override
    public Path toRealPath(LinkOption... options) {
        return toAbsolutePath().normalize(); // there are no links
    }

    /** A file of which nothing is known: neither whether it exists, nor how much room its disk has. */
    @Override
    public File toFile() {
        return new File("/nowhere/" + name);
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("nobody watches it");
    }

    @Override
    public int compareTo(Path other) {
        return name.compareTo(name(other));
    }

    @Override
    public String toString() {
        return name.toString();
    }
}

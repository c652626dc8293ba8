package io.pragh.testkit;

import io.pragh.testkit.FaultyTree.Content;
import io.pragh.testkit.FaultyTree.Folder;
import io.pragh.testkit.FaultyTree.Node;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The provider by which {@link java.nio.file.Files} uses a {@link FaultyFiles}. Any thread. */
final class FaultyProvider extends FileSystemProvider {
    private final FaultyFiles files;

    FaultyProvider(FaultyFiles files) {
        this.files = files;
    }

    private static Path at(Path path) {
        return ((FaultyPath) path.toAbsolutePath().normalize()).name();
    }

    @Override
    public String getScheme() {
        return "faulty";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException("" + uri);
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return files;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException("" + uri);
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        FaultyTree tree = files.tree();
        Path at = at(path);
        Node node = tree.find(at);
        boolean makes = options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW);
        if (node != null && options.contains(StandardOpenOption.CREATE_NEW)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        if (node == null && makes) {
            node = tree.make(at, new Content());
        } else {
            node = tree.get(at);
        }
        FaultyChannel channel = new FaultyChannel(tree, node);
        if (options.contains(StandardOpenOption.TRUNCATE_EXISTING) && channel.size() > 0) {
            channel.truncate(0);
        }
        return channel;
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        List<Path> inside =
                files.tree().names(at(folder)).stream().map(folder::resolve).toList();
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return inside.iterator();
            }

            @Override
            public void close() {
                // there is nothing to close
            }
        };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        if (files.tree().find(at(folder)) != null) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        files.tree().make(at(folder), new Folder());
    }

    @Override
    public void delete(Path path) throws IOException {
        files.tree().delete(at(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException("" + target);
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        if (!Arrays.asList(options).contains(StandardCopyOption.ATOMIC_MOVE)) {
            throw new UnsupportedOperationException("only as a whole: " + target);
        }
        files.tree().rename(at(source), at(target));
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return files.tree().get(at(path)) == files.tree().get(at(other));
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException("" + path);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        files.tree().get(at(path));
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return null;
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        Node node = files.tree().get(at(path));
        int bytes = node instanceof Content content ? files.tree().bytes(content).length : 0;
        return type.cast(new Attributes(node, bytes));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException(attributes);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException(attribute);
    }

    private record Attributes(Object fileKey, long size) implements BasicFileAttributes {
        @Override
        public FileTime lastModifiedTime() {
            return FileTime.fromMillis(0);
        }

        @Override
        public FileTime lastAccessTime() {
            return FileTime.fromMillis(0);
        }

        @Override
        public FileTime creationTime() {
            return FileTime.fromMillis(0);
        }

        @Override
        public boolean isRegularFile() {
            return fileKey instanceof Content;
        }

        @Override
        public boolean isDirectory() {
            return fileKey instanceof Folder;
        }

        @Override
        public boolean isSymbolicLink() {
            return false;
        }

        @Override
        public boolean isOther() {
            return false;
        }
    }
}

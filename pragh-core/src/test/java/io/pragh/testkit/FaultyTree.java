package io.pragh.testkit;

import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Folders and files in memory with a record of what was synced: bytes by a sync of their file, names by one of their
 * folder. Every change is one step, at one of which the disk fails, or power is lost. Any thread.
 */
// As FaultyDisk, with nested folders. A loss of power decides for each name by itself, and by one throw for both
// names of a rename, which file systems do as a whole.
final class FaultyTree {
    private static final int SECTOR = 512;

    private final SplittableRandom random;
    private final Fault fault;
    private final long faultAt;
    private final Folder root;
    private long steps;
    private boolean lost;
    /** A folder that keeps its name, as one where a file system is mounted does. */
    private @Nullable Node mounted;

    /** A file or folder, which names refer to. */
    abstract static class Node {
        /** The node after power is back; one node with several names has one result. */
        abstract Node afterLoss(SplittableRandom random, IdentityHashMap<Node, Node> found);
    }

    /** A file. */
    static final class Content extends Node {
        private byte[] bytes = {};
        private byte[] synced = {};

        @Override
        Node afterLoss(SplittableRandom random, IdentityHashMap<Node, Node> found) {
            int kept = Math.min(bytes.length, synced.length);
            int length = bytes.length <= synced.length
                    ? (random.nextBoolean() ? bytes.length : synced.length)
                    : kept + random.nextInt(bytes.length - kept + 1);
            Content after = new Content();
            after.bytes = Arrays.copyOf(synced, length);
            for (int from = 0; from < length; from += SECTOR) {
                if (random.nextBoolean()) {
                    int to = Math.min(Math.min(from + SECTOR, length), bytes.length);
                    System.arraycopy(bytes, from, after.bytes, from, Math.max(0, to - from));
                }
            }
            after.synced = after.bytes.clone();
            return after;
        }
    }

    /** A folder. */
    static final class Folder extends Node {
        private final Map<String, Node> names = new TreeMap<>();
        private final Map<String, Node> synced = new TreeMap<>();
        /**
         * Names that have changed since the last sync; those that changed together survive together or not at all.
         */
        private final List<Set<String>> touched = new ArrayList<>();

        private void touch(String... together) {
            Set<String> group = new HashSet<>(List.of(together));
            touched.removeIf(other -> {
                boolean meets = other.stream().anyMatch(group::contains);
                if (meets) {
                    group.addAll(other);
                }
                return meets;
            });
            touched.add(group);
        }

        private void sync() {
            synced.clear();
            synced.putAll(names);
            touched.clear();
        }

        @Override
        Node afterLoss(SplittableRandom random, IdentityHashMap<Node, Node> found) {
            Map<String, Node> left = new TreeMap<>(synced);
            for (Set<String> group : touched) {
                if (random.nextBoolean()) {
                    for (String name : group) {
                        if (names.containsKey(name)) {
                            left.put(name, names.get(name));
                        } else {
                            left.remove(name);
                        }
                    }
                }
            }
            Folder after = new Folder();
            left.forEach((name, node) -> {
                Node known = found.get(node);
                if (known == null) {
                    known = node.afterLoss(random, found);
                    found.put(node, known);
                }
                after.names.put(name, known);
            });
            after.sync();
            return after;
        }
    }

    private FaultyTree(SplittableRandom random, Fault fault, long faultAt, Folder root) {
        this.random = random;
        this.fault = fault;
        this.faultAt = faultAt;
        this.root = root;
    }

    static FaultyTree empty(long seed, Fault fault, long faultAt) {
        return new FaultyTree(new SplittableRandom(seed), fault, faultAt, new Folder());
    }

    synchronized FaultyTree afterLoss(Fault next, long nextAt) {
        SplittableRandom chance = random.split();
        return new FaultyTree(random.split(), next, nextAt, (Folder) root.afterLoss(chance, new IdentityHashMap<>()));
    }

    /** A copy of the present state, synced or not. */
    synchronized FaultyTree reopened(long seed, Fault next, long nextAt) {
        return new FaultyTree(new SplittableRandom(seed), next, nextAt, copy(root));
    }

    private static Folder copy(Folder folder) {
        IdentityHashMap<Node, Node> copies = new IdentityHashMap<>();
        Folder copy = new Folder();
        folder.names.forEach((name, node) -> copy.names.put(name, copyOf(node, copies)));
        folder.synced.forEach((name, node) -> copy.synced.put(name, copyOf(node, copies)));
        folder.touched.forEach(group -> copy.touched.add(new HashSet<>(group)));
        return copy;
    }

    private static Node copyOf(Node node, IdentityHashMap<Node, Node> copies) {
        Node known = copies.get(node);
        if (known == null) {
            if (node instanceof Folder folder) {
                known = copy(folder);
            } else {
                Content content = new Content();
                content.bytes = ((Content) node).bytes.clone();
                content.synced = ((Content) node).synced.clone();
                known = content;
            }
            copies.put(node, known);
        }
        return known;
    }

    synchronized void mount(Path folder) throws IOException {
        mounted = get(folder);
    }

    synchronized long steps() {
        return steps;
    }

    synchronized boolean hasFailed() {
        return fault != Fault.NONE && steps >= faultAt;
    }

    /** Whether the fault is due at this step; {@code grows} says whether the step needs room. */
    private boolean isFaulty(boolean grows) throws IOException {
        checkPower();
        steps++;
        lost = fault == Fault.POWER && steps == faultAt;
        return switch (fault) {
            case NONE -> false;
            case FULL -> grows && steps >= faultAt;
            case POWER, ERROR -> steps == faultAt;
        };
    }

    private void checkPower() throws IOException {
        if (lost) {
            throw failure();
        }
    }

    private IOException failure() {
        return new IOException(
                switch (fault) {
                    case FULL -> "No space left on device";
                    case POWER -> "power is lost";
                    default -> "Input/output error";
                });
    }

    /** Makes a step; a loss of power lets it happen or not. */
    private void step(boolean grows, Runnable change) throws IOException {
        boolean faulty = isFaulty(grows);
        if (!faulty || lost && random.nextBoolean()) {
            change.run();
        }
        if (faulty) {
            throw failure();
        }
    }

    synchronized @Nullable Node find(Path path) {
        Node at = root;
        for (Path name : path) {
            at = at instanceof Folder folder ? folder.names.get(name.toString()) : null;
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    synchronized Node get(Path path) throws IOException {
        checkPower();
        Node found = find(path);
        if (found == null) {
            throw new NoSuchFileException(path.toString());
        }
        return found;
    }

    synchronized Collection<String> names(Path path) throws IOException {
        return new ArrayList<>(folder(path).names.keySet());
    }

    private Folder folder(@Nullable Path path) throws IOException {
        Node found = path == null ? root : get(path);
        if (found instanceof Folder folder) {
            return folder;
        }
        throw new NotDirectoryException(String.valueOf(path));
    }

    /** Creates a file or a folder; fails where there is one. */
    synchronized Node make(Path path, Node node) throws IOException {
        Folder in = folder(path.getParent());
        String name = String.valueOf(path.getFileName());
        if (in.names.containsKey(name)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        step(true, () -> {
            in.names.put(name, node);
            in.touch(name);
        });
        return node;
    }

    synchronized void delete(Path path) throws IOException {
        if (get(path) instanceof Folder folder && !folder.names.isEmpty()) {
            throw new DirectoryNotEmptyException(path.toString());
        }
        Folder in = folder(path.getParent());
        String name = String.valueOf(path.getFileName());
        step(false, () -> {
            in.names.remove(name);
            in.touch(name);
        });
    }

    /** Renames within one folder; the target may be a file, or an empty folder, which is replaced. */
    synchronized void rename(Path from, Path to) throws IOException {
        Node moved = get(from);
        Folder in = folder(from.getParent());
        if (folder(to.getParent()) != in) {
            throw new UnsupportedOperationException("into another folder: " + to);
        }
        String name = String.valueOf(from.getFileName());
        String other = String.valueOf(to.getFileName());
        if (in.names.get(other) instanceof Folder there && !there.names.isEmpty()) {
            throw new DirectoryNotEmptyException(to.toString());
        }
        if (mounted != null && (moved == mounted || in.names.get(other) == mounted)) {
            throw new FileSystemException(from.toString(), to.toString(), "Device or resource busy");
        }
        step(false, () -> {
            in.names.remove(name);
            in.names.put(other, moved);
            in.touch(name, other);
        });
    }

    synchronized void write(Content content, long position, byte[] more) throws IOException {
        boolean faulty = isFaulty(true);
        int count = faulty ? random.nextInt(more.length + 1) : more.length;
        int end = Math.toIntExact(position) + count;
        content.bytes = Arrays.copyOf(content.bytes, Math.max(content.bytes.length, end));
        System.arraycopy(more, 0, content.bytes, (int) position, count);
        if (faulty) {
            throw failure();
        }
    }

    synchronized void truncate(Content content, long bytes) throws IOException {
        step(false, () -> content.bytes = Arrays.copyOf(content.bytes, (int) Math.min(content.bytes.length, bytes)));
    }

    /** The bytes of a file, as they are read. */
    synchronized byte[] bytes(Content content) throws IOException {
        checkPower();
        return content.bytes;
    }

    synchronized void sync(Node node) throws IOException {
        if (isFaulty(false)) {
            if (fault == Fault.ERROR && node instanceof Content content) {
                content.synced = ((Content) content.afterLoss(random, new IdentityHashMap<>())).synced;
            }
            throw failure(); // the file's bytes in memory contradict its synced ones
        }
        if (node instanceof Folder folder) {
            folder.sync();
        } else if (node instanceof Content content) {
            content.synced = content.bytes.clone();
        }
    }

    /** Makes the present state synced. */
    synchronized void settle() {
        settle(root);
    }

    private static void settle(Node node) {
        if (node instanceof Folder folder) {
            folder.sync();
            folder.names.values().forEach(FaultyTree::settle);
        } else if (node instanceof Content content) {
            content.synced = content.bytes.clone();
        }
    }
}

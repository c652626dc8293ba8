package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.durable.UnfinishedFolder;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A data folder that is created beside its final place, and gets its name when it is complete: a process that ends
 * before leaves nothing at that place. The remains of an earlier killed process are removed. One thread.
 */
final class StagedFolder implements AutoCloseable {
    /** Names of files of a data folder: no other file is ever removed. */
    private static final Pattern OURS =
            Pattern.compile("graph|graph\\.new|lock|log-[0-9a-f]{16}|checkpoint-\\d{8,}-\\d{3}");

    /** Names of folders in it that are data folders themselves: of nodes, or of the shares of a backup. */
    private static final Pattern NODES = Pattern.compile("node-\\d+|share-(?:\\d{3}|[0-9a-f]{16})");

    private final Path target;
    private final Path stage;

    /**
     * For a final folder that is missing, or empty.
     *
     * @param what the operation: the end of the folder's temporary name
     */
    StagedFolder(Path target, String what) {
        this.target = target;
        Path beside = UnfinishedFolder.of(target, what);
        if (beside == null) {
            throw new CliException("give a folder with a name: folder=" + target);
        }
        this.stage = beside;
        if (Files.isSymbolicLink(target)) {
            throw new CliException("the folder is a symbolic link; give the one that it leads to: folder=" + target);
        }
        try {
            if (Files.exists(target)
                    && (!Files.isDirectory(target) || !names(target).isEmpty())) {
                throw new CliException(
                        "the folder is not empty; give an empty one, or one that is not there yet: folder=" + target);
            }
            clear();
            checkReplaceable();
            FolderDisk.make(stage);
        } catch (IOException failed) {
            throw cannot(failed);
        }
    }

    /** Removes what a killed process has left of another step of the same operation. */
    static void removeRest(Path target, String what) {
        Path rest = UnfinishedFolder.of(target, what);
        if (rest != null && Files.exists(rest)) {
            new StagedFolder(target, what).close();
        }
    }

    /** Tries what {@link #publish} needs at the end: a folder where a file system is mounted keeps its name. */
    private void checkReplaceable() throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        try {
            Files.move(target, stage, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException mounted) {
            throw new CliException(
                    "the folder cannot be replaced by the one that is made beside it, for example because a file system is"
                            + " mounted there; give one within it: folder=" + target + " because " + mounted);
        }
        Files.move(stage, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private CliException cannot(IOException failed) {
        return new CliException(
                "the folder cannot be written; see to the disk: folder=" + target + " because " + failed);
    }

    private static List<Path> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return new ArrayList<>(files.toList());
        }
    }

    private void clear() throws IOException {
        if (!Files.exists(stage)) {
            return;
        }
        List<Path> folders = new ArrayList<>();
        for (Path each : names(stage)) {
            if (Files.isDirectory(each) && NODES.matcher(name(each)).matches()) {
                folders.add(each);
                checkOurs(each, names(each));
            }
        }
        List<Path> files = names(stage);
        files.removeAll(folders);
        checkOurs(stage, files);
        folders.add(stage);
        for (Path folder : folders) {
            clear(folder);
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private static void checkOurs(Path folder, List<Path> files) {
        for (Path file : files) {
            if (!OURS.matcher(name(file)).matches()) {
                throw new CliException("this folder is in the way, and holds other files; move it: folder=" + folder
                        + " file=" + file);
            }
        }
    }

    private static void clear(Path folder) throws IOException {
        try {
            FolderDisk.open(folder).close();
        } catch (PraghException inUse) {
            throw new CliException(String.valueOf(inUse.getMessage()));
        }
        for (Path file : names(folder)) {
            Files.delete(file);
        }
        Files.delete(folder);
    }

    /** Its temporary path. */
    Path path() {
        return stage;
    }

    /** Renames the folder: it is complete, and no process has it open. */
    void publish() {
        Path whole = target.toAbsolutePath().normalize();
        try {
            Files.move(stage, whole, StandardCopyOption.ATOMIC_MOVE);
            boolean lasts = false;
            try {
                FolderDisk.syncNames(whole.getParent());
                lasts = true;
            } finally {
                if (!lasts) {
                    Files.move(whole, stage, StandardCopyOption.ATOMIC_MOVE); // or it would be taken for a lasting one
                }
            }
        } catch (DirectoryNotEmptyException faster) {
            throw new CliException("somebody else has put files into the folder meanwhile: folder=" + target);
        } catch (IOException failed) {
            throw cannot(failed);
        }
    }

    /** Removes the folder unless it has its final name. */
    @Override
    public void close() {
        try {
            clear();
        } catch (IOException failed) {
            throw cannot(failed);
        }
    }
}

package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The temporary folder of one run, named after its process: files that the nodes' processes share, and their logs.
 * Removed with the run. One thread.
 */
final class RunFolder implements AutoCloseable {
    private static final String PREFIX = "pragh-bench-";
    private static final int ATTEMPTS_MAX = 10;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Path path;

    private RunFolder(Path path) {
        this.path = path;
    }

    /**
     * A folder that only this user can open; for shared memory, in a file system in memory, if that has room for so
     * many bytes.
     */
    static RunFolder create(FabricKind fabric, long bytes) {
        String prefix = PREFIX + ProcessHandle.current().pid() + "-";
        try {
            boolean inMemory = fabric == FabricKind.SHM && hasRoom(bytes);
            return new RunFolder(
                    inMemory ? Files.createTempDirectory(SHARED_MEMORY, prefix) : Files.createTempDirectory(prefix));
        } catch (IOException e) {
            throw new PraghException("cannot make a temporary folder: " + e, e);
        }
    }

    private static boolean hasRoom(long bytes) throws IOException {
        return Files.isDirectory(SHARED_MEMORY)
                && Files.isWritable(SHARED_MEMORY)
                && Files.getFileStore(SHARED_MEMORY).getUsableSpace() > bytes;
    }

    Path path() {
        return path;
    }

    /** The file for a process's standard error. */
    Path log(String name) {
        return path.resolve(name + ".log");
    }

    @Override
    public void close() {
        remove(path);
    }

    /** Removes a folder and all its contents; tolerates that others remove some of them meanwhile. */
    static void remove(Path folder) {
        for (int attempt = 1; Files.exists(folder); attempt++) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException | UncheckedIOException e) {
                if (attempt == ATTEMPTS_MAX) {
                    throw new PraghException("cannot remove a temporary folder: folder=" + folder + " reason=" + e, e);
                }
            }
        }
    }
}

package io.pragh.benchmarks.micro;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A data folder that a measurement fills and empties. Stateless. */
final class KeptFolder {
    private KeptFolder() {}

    /** Bytes of its files; 0 when there is none. */
    static long bytes(Path folder) throws IOException {
        long bytes = 0;
        for (Path file : files(folder)) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    /** Removes its files; refuses a folder with other files. */
    static void empty(Path folder) throws IOException {
        List<Path> files = files(folder);
        if (!files.isEmpty() && files.stream().noneMatch(file -> file.endsWith("graph"))) {
            throw new PraghException(
                    "this folder holds other files, and no graph; name one that may be emptied: folder=" + folder);
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}

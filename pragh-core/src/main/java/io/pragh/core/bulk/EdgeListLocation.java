package io.pragh.core.bulk;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the edge file that a given file, folder or prefix stands for. Any thread. */
final class EdgeListLocation {
    private static final List<String> ENDINGS = List.of(".e.gz", ".e");

    private EdgeListLocation() {}

    /**
     * Returns the file itself; in a folder NAME its NAME.e.gz or NAME.e, else its only file that ends so; for a
     * prefix that is no file, prefix.e.gz or prefix.e.
     */
    static Path find(Path given) {
        if (Files.isDirectory(given)) {
            return inFolder(given);
        }
        if (!Files.exists(given)) {
            return byPrefix(given);
        }
        if (!Files.isRegularFile(given)) {
            throw EdgeListException.ofFile(
                    "edge list is not a regular file",
                    given,
                    "edges are read more than once, save them to a file first");
        }
        return given;
    }

    private static Path byPrefix(Path prefix) {
        Path name = prefix.getFileName();
        for (String ending : ENDINGS) {
            if (name != null && Files.isRegularFile(prefix.resolveSibling(name + ending))) {
                return prefix.resolveSibling(name + ending);
            }
        }
        throw EdgeListException.ofFile(
                "edge list does not exist", prefix, "check the path (a file, or a folder or prefix with NAME.e.gz)");
    }

    private static Path inFolder(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        for (String ending : ENDINGS) {
            if (name != null && Files.isRegularFile(folder.resolve(name + ending))) {
                return folder.resolve(name + ending);
            }
        }
        List<Path> candidates = edgeFiles(folder);
        if (candidates.isEmpty()) {
            throw EdgeListException.ofFile(
                    "folder holds no edge list", folder, "give a file, or a folder with NAME.e.gz or NAME.e in it");
        }
        if (candidates.size() > 1) {
            String names = candidates.stream()
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.joining(", "));
            throw EdgeListException.ofFile("folder holds several edge lists", folder, "give one of them: " + names);
        }
        return candidates.get(0);
    }

    private static List<Path> edgeFiles(Path folder) {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.{e,e.gz}")) {
            entries.forEach(files::add);
        } catch (AccessDeniedException denied) {
            throw EdgeListException.ofFile("folder must not be read", folder, "check its permissions", denied);
        } catch (IOException | DirectoryIteratorException failure) {
            throw EdgeListException.ofFile("folder cannot be read", folder, "check the disk: " + failure, failure);
        }
        Collections.sort(files);
        return files;
    }
}

package io.pragh.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads mutants as they are written down. Stateless.
 * <pre>
 *   # a comment
 *   mutant horizon-ignores-whom-it-cannot-read
 *   file pragh-core/src/main/java/io/pragh/core/timestamp/Horizon.java
 *   - return Timestamps.NONE;
 *   + continue;
 *   test io.pragh.core.timestamp.OpenSnapshotsTest
 * </pre>
 */
final class MutantFile {
    private static final String MUTANT = "mutant ";
    private static final String FILE = "file ";
    private static final String TEST = "test ";

    private MutantFile() {}

    /** All mutants of a folder, by the names of its files and in their order. */
    static List<Mutant> readAll(Path folder) {
        List<Mutant> mutants = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                mutants.addAll(read(file));
            }
        } catch (IOException unreadable) {
            throw new IllegalStateException("mutants cannot be read: folder=" + folder, unreadable);
        }
        return mutants;
    }

    private static List<Mutant> read(Path path) throws IOException {
        List<Mutant> mutants = new ArrayList<>();
        String name = "";
        String file = "";
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        List<String> tests = new ArrayList<>();
        List<String> lines = new ArrayList<>(Files.readAllLines(path));
        lines.add(MUTANT); // ends the last one
        for (String line : lines) {
            if (line.startsWith(MUTANT)) {
                if (!name.isEmpty()) {
                    mutants.add(new Mutant(name, file, List.copyOf(before), List.copyOf(after), List.copyOf(tests)));
                }
                name = line.substring(MUTANT.length()).strip();
                file = "";
                before.clear();
                after.clear();
                tests.clear();
            } else if (line.startsWith(FILE)) {
                file = line.substring(FILE.length()).strip();
            } else if (line.startsWith(TEST)) {
                tests.add(line.substring(TEST.length()).strip());
            } else if (line.startsWith("-")) {
                before.add(line.substring(1).strip());
            } else if (line.startsWith("+")) {
                after.add(line.substring(1).strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalStateException(
                        "a line of a mutant begins with mutant, file, -, +, test or #: file=" + path + " line=" + line);
            }
        }
        return mutants;
    }
}

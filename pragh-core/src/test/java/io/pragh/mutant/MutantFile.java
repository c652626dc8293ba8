package io.pragh.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads files of mutants. Stateless.
 * <pre>
 *   # a comment
 *   mutant horizon-ignores-whom-it-cannot-read
 *   file pragh-core/src/main/java/io/pragh/core/timestamp/Horizon.java
 *   - return Timestamps.NONE;
 *   + continue;
 *   test io.pragh.core.timestamp.OpenSnapshotsTest
 * </pre>
 *
 * <p>A rule has the same format, with {@code rule} in its first line. Several changes follow each other, in the same
 * file or in another one; {@code says} gives words of the failure of the preceding test, {@code tries} how often that
 * test is run at most, until chance lets it notice.
 */
final class MutantFile {
    private static final String MUTANT = "mutant ";
    private static final String RULE = "rule ";
    private static final String FILE = "file ";
    private static final String TEST = "test ";
    private static final String SAYS = "says ";
    private static final String TRIES = "tries ";

    private static final Pattern PART = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

    private MutantFile() {}

    /** All mutants of a folder, in the order of the files' names and of their lines. */
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

    /**
     * The chosen mutants: all, those whose names are given with commas, or a part: {@code 0/8} is every eighth, from
     * the first one on.
     */
    static List<Mutant> chosen(String wanted, List<Mutant> mutants) {
        Matcher part = PART.matcher(wanted);
        if (!part.matches()) {
            return wanted.equals("all") ? mutants : named(wanted, mutants);
        }
        int first = Integer.parseInt(part.group(1));
        int step = Integer.parseInt(part.group(2));
        if (first >= step) {
            throw new IllegalArgumentException("a part is counted from 0, so there is no such one: asked=" + wanted);
        }
        return IntStream.range(0, mutants.size())
                .filter(i -> i % step == first)
                .mapToObj(mutants::get)
                .toList();
    }

    /** The mutants whose names are given with commas. */
    static List<Mutant> named(String wanted, List<Mutant> mutants) {
        List<String> names = List.of(wanted.split(",", -1));
        List<Mutant> named =
                mutants.stream().filter(m -> names.contains(m.name())).toList();
        if (named.size() != names.size()) {
            throw new IllegalArgumentException("there is no such name: asked=" + names + " known="
                    + mutants.stream().map(Mutant::name).toList());
        }
        return named;
    }

    private static List<Mutant> read(Path path) throws IOException {
        List<Mutant> mutants = new ArrayList<>();
        Draft draft = null;
        for (String line : Files.readAllLines(path)) {
            if (line.startsWith(MUTANT) || line.startsWith(RULE)) {
                if (draft != null) {
                    mutants.add(draft.end());
                }
                draft = new Draft(line.substring(line.indexOf(' ')).strip());
            } else if (!line.isBlank() && !line.startsWith("#") && (draft == null || !draft.take(line))) {
                throw new IllegalStateException(
                        "a line of a mutant begins with mutant, rule, file, -, +, test, says, tries or #: file=" + path
                                + " line=" + line);
            }
        }
        if (draft != null) {
            mutants.add(draft.end());
        }
        return mutants;
    }

    /** A mutant while its lines are read. */
    private static final class Draft {
        private final String name;
        private final List<Patch> patches = new ArrayList<>();
        private final List<String> before = new ArrayList<>();
        private final List<String> after = new ArrayList<>();
        private final List<Mutant.Witness> witnesses = new ArrayList<>();
        private String file = "";

        Draft(String name) {
            this.name = name;
        }

        /** Processes a line; false when the line does not belong to a mutant. */
        boolean take(String line) {
            if (line.startsWith(FILE)) {
                endPatch();
                file = line.substring(FILE.length()).strip();
            } else if (line.startsWith(TEST)) {
                witnesses.add(new Mutant.Witness(line.substring(TEST.length()).strip(), "", 1));
            } else if (line.startsWith(SAYS)) {
                Mutant.Witness last = last();
                last(new Mutant.Witness(
                        last.test(), line.substring(SAYS.length()).strip(), last.tries()));
            } else if (line.startsWith(TRIES)) {
                int tries = Integer.parseInt(line.substring(TRIES.length()).strip());
                last(new Mutant.Witness(last().test(), last().says(), tries));
            } else if (line.startsWith("-")) {
                if (!after.isEmpty()) {
                    endPatch();
                }
                before.add(line.substring(1).strip());
            } else if (line.startsWith("+")) {
                after.add(line.substring(1).strip());
            } else {
                return false;
            }
            return true;
        }

        private Mutant.Witness last() {
            return witnesses.get(witnesses.size() - 1);
        }

        private void last(Mutant.Witness witness) {
            witnesses.set(witnesses.size() - 1, witness);
        }

        private void endPatch() {
            if (!before.isEmpty() || !after.isEmpty()) {
                patches.add(new Patch(file, List.copyOf(before), List.copyOf(after)));
                before.clear();
                after.clear();
            }
        }

        Mutant end() {
            endPatch();
            return new Mutant(name, List.copyOf(patches), List.copyOf(witnesses));
        }
    }
}

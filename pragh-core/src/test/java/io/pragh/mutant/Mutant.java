package io.pragh.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One slip, or a rule taken out. Immutable.
 *
 * @param name the error, or the rule, in words joined by hyphens
 * @param patches the changes
 * @param witnesses the tests that must notice
 */
record Mutant(String name, List<Patch> patches, List<Witness> witnesses) {
    /**
     * A test that must notice.
     *
     * @param test a class, or {@code class#method}
     * @param says words that its failure has to contain, or none
     * @param tries how often it is run at most, until chance lets it notice
     */
    record Witness(String test, String says, int tries) {}

    /** The names of the tests that must notice. */
    List<String> tests() {
        return witnesses.stream().map(Witness::test).toList();
    }

    /** The changed files, by their paths from the root of the repository, with the slip in them. */
    Map<String, List<String>> applyTo(Path root) throws IOException {
        Map<String, List<String>> changed = new LinkedHashMap<>();
        for (Patch patch : patches) {
            List<String> source = changed.get(patch.file());
            if (source == null) {
                source = Files.readAllLines(root.resolve(patch.file()));
            }
            if (!patch.fits(source)) {
                throw new IllegalStateException("correct or delete it: " + name + ": " + patch.misfit());
            }
            changed.put(patch.file(), patch.applyTo(source));
        }
        return changed;
    }
}

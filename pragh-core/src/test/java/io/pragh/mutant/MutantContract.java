package io.pragh.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the mutants of one module's tests; extended by one {@code MutantsTest} per module. In every build the
 * mutants must fit the source. {@code -Dpragh.mutants=all}, some names with commas, or {@code 3/8}, the fourth of
 * eight parts, also compiles them and runs their tests.
 */
public abstract class MutantContract {
    private static final String PROPERTY = "pragh.mutants";
    private static final int HOURS_MAX = 6;
    private static final int SAID_MAX = 300;
    /** How often a mutant is tried if its tests do not notice it, which may be chance. */
    private static final int TRIES = 2;

    private final Path root = MutantCompiler.root();
    private final List<Mutant> mutants = MutantFile.readAll(Path.of("src", "test", "mutants"));

    @Test
    void everyMutantFitsTheSourceAndNamesTests() throws IOException, ReflectiveOperationException {
        assertFalse(mutants.isEmpty());
        Set<String> names = new HashSet<>();
        for (Mutant mutant : mutants) {
            assertTrue(names.add(mutant.name()), () -> "two mutants have one name: " + mutant.name());
            assertFalse(mutant.applyTo(root).isEmpty(), () -> "a mutant changes nothing: " + mutant.name());
            assertFalse(mutant.tests().isEmpty(), () -> "a mutant names no test: " + mutant.name());
            for (String test : mutant.tests()) {
                checkExists(test);
            }
        }
    }

    private static void checkExists(String test) throws ReflectiveOperationException {
        String[] parts = test.split("#", -1);
        Class<?> type = Class.forName(parts[0], false, MutantContract.class.getClassLoader());
        if (parts.length == 2) {
            assertEquals(parts[1], type.getDeclaredMethod(parts[1]).getName());
        }
    }

    @Test
    @Timeout(HOURS_MAX * 3600)
    void everyMutantIsNoticed(@TempDir Path folder) throws IOException, InterruptedException {
        String wanted = System.getProperty(PROPERTY, "");
        Assumptions.assumeFalse(
                wanted.isEmpty(), "made on demand: -D" + PROPERTY + "=all, names with commas, or a part: 0/8");
        List<Mutant> chosen = MutantFile.chosen(wanted, mutants);
        Assumptions.assumeFalse(
                chosen.isEmpty(), () -> "of " + mutants.size() + " mutants none is in the part " + wanted);
        MutantTrial trial = new MutantTrial(root, folder);
        Set<String> tests = new TreeSet<>();
        chosen.forEach(m -> tests.addAll(m.tests()));
        MutantTrial.Verdict without = trial.unchanged(tests);
        assertFalse(without.failed(), () -> "tests that fail without a mutant show nothing: " + without.said());
        List<String> survivors = new ArrayList<>();
        for (Mutant mutant : chosen) {
            long began = System.nanoTime();
            MutantTrial.Verdict verdict = tried(trial, mutant);
            if (!verdict.failed()) {
                survivors.add(mutant.name());
            }
            System.out.printf(
                    "%-8s %5.1f s  %s  (%s)%n",
                    verdict.failed() ? "noticed" : "SURVIVED",
                    (System.nanoTime() - began) / 1e9,
                    mutant.name(),
                    beginning(verdict.said()));
        }
        assertEquals(List.of(), survivors, "mutants survive: of=" + chosen.size());
    }

    /**
     * Tries a mutant. One that cannot be compiled counts as one that was not noticed, so that the others are tried
     * all the same.
     */
    private static MutantTrial.Verdict tried(MutantTrial trial, Mutant mutant)
            throws IOException, InterruptedException {
        try {
            MutantTrial.Verdict verdict = trial.with(mutant);
            for (int tries = 1; tries < TRIES && !verdict.failed(); tries++) {
                verdict = trial.with(mutant);
            }
            return verdict;
        } catch (IllegalStateException notToBeRun) {
            return new MutantTrial.Verdict(false, String.valueOf(notToBeRun.getMessage()));
        }
    }

    /** The beginning of a failure's message, since a failed comparison of long lists contains both lists. */
    private static String beginning(String said) {
        return said.length() <= SAID_MAX ? said : said.substring(0, SAID_MAX) + " …";
    }
}

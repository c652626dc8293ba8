package io.pragh.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that a rule fails its test if it cannot be taken out, or if no test notices its absence. */
class RuleContractTest {
    private static final String SAMPLE = "pragh-core/src/test/java/io/pragh/mutant/ChangedSample.java";
    private static final String TEST = ChangedSample.class.getName() + "#aWeekHasSevenDays";

    private static Mutant rule(String before, String after, Mutant.Witness... witnesses) {
        return new Mutant("sample", List.of(new Patch(SAMPLE, List.of(before), List.of(after))), List.of(witnesses));
    }

    private static Mutant.Witness witness(String says) {
        return new Mutant.Witness(TEST, says, 1);
    }

    @Test
    void aRuleWhoseTestFailsWithoutItIsNeeded() throws IOException, ReflectiveOperationException {
        RuleContract.isNeeded(rule("return 7;", "return 6;", witness("expected: <7> but was: <6>")));
    }

    @Test
    void aRuleThatNoTestMissesIsFound() {
        Mutant harmless = rule("return 7;", "return 3 + 4;", witness(""));
        assertThrows(AssertionError.class, () -> RuleContract.isNeeded(harmless));
    }

    @Test
    void aTestThatFailsForAnotherReasonDoesNotCount() {
        Mutant other = rule("return 7;", "return 6;", witness("stale read"));
        assertThrows(AssertionError.class, () -> RuleContract.isNeeded(other));
    }

    @Test
    void everyTestOfARuleHasToFail() {
        Mutant.Witness blind =
                new Mutant.Witness(RuleContractTest.class.getName() + "#onlyTheChangedClassIsCompiled", "", 1);
        Mutant half = rule("return 7;", "return 6;", witness(""), blind);
        AssertionError thrown = assertThrows(AssertionError.class, () -> RuleContract.isNeeded(half));
        assertTrue(thrown.getMessage().contains("#onlyTheChangedClassIsCompiled"), thrown::getMessage);
    }

    @Test
    void onlyTheChangedClassIsCompiled() throws IOException {
        Mutant rule = rule("return 7;", "return 6;");
        assertEquals(
                Set.of(ChangedSample.class.getName()),
                MutantCompiler.compile(rule, MutantCompiler.root()).keySet());
    }

    @Test
    void aRuleWithoutATestIsFound() {
        assertThrows(AssertionError.class, () -> RuleContract.isNeeded(rule("return 7;", "return 6;")));
    }

    @Test
    void aChangeThatDoesNotFitIsFound() {
        Mutant misfit = rule("return 8;", "return 6;", witness(""));
        assertThrows(IllegalStateException.class, () -> RuleContract.isNeeded(misfit));
    }

    @Test
    void aChangeThatDoesNotCompileIsFound() {
        Mutant broken = rule("return 7;", "return seven;", witness(""));
        assertThrows(IllegalStateException.class, () -> RuleContract.isNeeded(broken));
    }

    @Test
    void aNameThatNobodyHasIsFound() {
        List<Mutant> known = List.of(rule("return 7;", "return 6;"));
        assertEquals(known, MutantFile.named("sample", known));
        assertThrows(IllegalArgumentException.class, () -> MutantFile.named("sample,simple", known));
    }
}

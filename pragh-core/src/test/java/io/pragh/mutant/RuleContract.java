package io.pragh.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Checks that the rules of one module's protocols are needed; extended by one {@code RulesTest} per module. In every
 * build each rule is taken out of a copy of the classes that keep it, and the rule's tests run with that copy: they
 * must fail, and must pass with the rule.
 */
public abstract class RuleContract {
    private static final String PROPERTY = "pragh.rules";

    private final List<Mutant> rules = MutantFile.readAll(Path.of("src", "test", "rules"));

    /**
     * The tests pass in an unchanged copy of the classes as well: so a failure without a rule is due to the missing
     * rule, not to the copy.
     */
    @TestFactory
    Stream<DynamicTest> everyTestPassesWithAllRules() {
        ClassLoader copy = new ChangedClasses(Map.of());
        return chosen().stream()
                .flatMap(rule -> rule.tests().stream())
                .distinct()
                .map(test -> DynamicTest.dynamicTest(test, () -> assertEquals(List.of(), run(test, copy))));
    }

    /** One test for each rule; {@code -Dpragh.rules=…} names some, with commas. */
    @TestFactory
    Stream<DynamicTest> everyRuleIsNeeded() {
        Set<String> names = new HashSet<>();
        rules.forEach(rule -> assertTrue(names.add(rule.name()), () -> "two rules have one name: " + rule.name()));
        assertFalse(rules.isEmpty());
        return chosen().stream().map(rule -> DynamicTest.dynamicTest(rule.name(), () -> isNeeded(rule)));
    }

    private List<Mutant> chosen() {
        String wanted = System.getProperty(PROPERTY, "");
        return wanted.isEmpty() ? rules : MutantFile.named(wanted, rules);
    }

    /** Fails unless each of a rule's tests fails without the rule, with the expected message. */
    static void isNeeded(Mutant rule) throws IOException, ReflectiveOperationException {
        assertFalse(rule.witnesses().isEmpty(), "a rule names no test");
        ChangedClasses classes = new ChangedClasses(MutantCompiler.compile(rule, MutantCompiler.root()));
        for (Mutant.Witness witness : rule.witnesses()) {
            List<String> said = new ArrayList<>();
            boolean noticed = false;
            for (int tries = 0; tries < witness.tries() && !noticed; tries++) {
                List<String> failures = run(witness.test(), classes);
                said.addAll(failures);
                noticed = failures.stream().anyMatch(failure -> failure.contains(witness.says()));
            }
            assertTrue(noticed, () -> "a test fails without the rule, and says why: " + witness + " failures=" + said);
        }
    }

    /** The messages of a test's failures. */
    private static List<String> run(String test, ClassLoader classes) throws ReflectiveOperationException {
        String[] parts = test.split("#", -1);
        Class<?> type = Class.forName(parts[0], false, classes);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(type, parts[1]))
                .filters(EngineFilter.includeEngines("junit-jupiter"))
                .build();
        Failures failures = new Failures();
        Thread here = Thread.currentThread();
        ClassLoader before = here.getContextClassLoader();
        here.setContextClassLoader(classes);
        try {
            LauncherFactory.create().execute(request, failures);
        } finally {
            here.setContextClassLoader(before);
        }
        assertEquals(1, failures.ran, () -> "there is one such test: " + test);
        return failures.said;
    }

    private static final class Failures implements TestExecutionListener {
        private final List<String> said = new ArrayList<>();
        private int ran;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            ran += test.isTest() ? 1 : 0;
            if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                said.add(result.getThrowable().map(Throwable::toString).orElse(""));
            }
        }
    }
}

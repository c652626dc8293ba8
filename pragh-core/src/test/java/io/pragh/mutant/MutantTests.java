package io.pragh.mutant;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The process that runs tests against a changed class; its arguments are classes, or {@code class#method}. One
 * thread.
 */
final class MutantTests {
    /** Exit codes: the result of the tests. */
    static final int PASSED = 0;

    static final int FAILED = 10;
    static final int NONE_RAN = 11;

    private MutantTests() {}

    /** Ends at the first failure: one is enough. */
    public static void main(String[] tests) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (String test : tests) {
            request.selectors(
                    test.contains("#") ? DiscoverySelectors.selectMethod(test) : DiscoverySelectors.selectClass(test));
        }
        request.configurationParameter("junit.jupiter.execution.timeout.default", "2 m");
        request.configurationParameter("jqwik.database", System.getProperty("java.io.tmpdir") + "/jqwik-of-mutants");
        Verdict verdict = new Verdict();
        LauncherFactory.create().execute(request.build(), verdict);
        System.exit(verdict.passed > 0 ? PASSED : NONE_RAN); // ends also threads that a test has left behind
    }

    private static final class Verdict implements TestExecutionListener {
        private int passed;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                // the caller keeps this process's output, which shows why a test failed
                result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(System.out));
                String why = result.getThrowable().map(Throwable::toString).orElse("");
                System.out.println(
                        test.getDisplayName() + ": " + why.lines().findFirst().orElse(""));
                System.out.flush();
                Runtime.getRuntime().halt(FAILED);
            }
            passed += test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL ? 1 : 0;
        }
    }
}

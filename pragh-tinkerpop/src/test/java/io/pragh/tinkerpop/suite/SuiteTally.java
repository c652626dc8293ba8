package io.pragh.tinkerpop.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts how the tests of each of TinkerPop's suites end, into one file per suite, for {@link SuiteCounts}. JUnit
 * finds it through its services; it counts nothing in other builds. Any thread.
 */
// Failsafe's counts would not do: the suites have several tests of one name, which Failsafe takes for repetitions of
// one test.
public final class SuiteTally implements TestExecutionListener {
    /** The property that names the folder of the files. */
    static final String FOLDER = "pragh.suites.reports";

    private final Map<String, AtomicIntegerArray> counts = new ConcurrentHashMap<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            count(test, result.getStatus());
        }
    }

    private void count(TestIdentifier test, TestExecutionResult.Status status) {
        UniqueId.Segment suite = test.getUniqueIdObject().getSegments().get(1);
        counts.computeIfAbsent(
                        suite.getValue(), any -> new AtomicIntegerArray(TestExecutionResult.Status.values().length))
                .incrementAndGet(place(status));
    }

    private static int place(TestExecutionResult.Status status) {
        return switch (status) {
            case SUCCESSFUL -> 0;
            case ABORTED -> 1;
            case FAILED -> 2;
        };
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        String folder = System.getProperty(FOLDER);
        if (folder != null) {
            counts.forEach((suite, ended) -> write(Path.of(folder), suite, ended));
        }
        counts.clear();
    }

    /** Writes the numbers of passed, skipped and failed tests. */
    private static void write(Path folder, String suite, AtomicIntegerArray ended) {
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve(suite.substring(suite.lastIndexOf('.') + 1)),
                    ended.get(0) + " " + ended.get(1) + " " + ended.get(2));
        } catch (IOException failed) {
            throw new UncheckedIOException("the counts of a suite cannot be written: suite=" + suite, failed);
        }
    }
}

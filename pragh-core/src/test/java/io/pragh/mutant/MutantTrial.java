package io.pragh.mutant;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Compiles the changed class beside the others and runs tests with it, in a process of its own. One thread. */
final class MutantTrial {
    /** A process that takes longer hangs, which counts as noticed too. */
    private static final long MINUTES_MAX = 10;

    private final Path root;
    private final Path folder;
    private final String classPath;

    /** The result of tests, and the last line of their output. */
    record Verdict(boolean failed, String said) {}

    /** Trials of classes of the repository at {@code root}, with files in {@code folder}. */
    MutantTrial(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
        this.classPath = MutantCompiler.classPath();
    }

    /** Runs the tests without a change: they must pass. */
    Verdict unchanged(Collection<String> tests) throws IOException, InterruptedException {
        return run(List.of(), tests);
    }

    /** Runs the tests with a mutant: they must fail. */
    Verdict with(Mutant mutant) throws IOException, InterruptedException {
        Path classes = Files.createDirectories(folder.resolve(mutant.name()));
        for (Map.Entry<String, byte[]> changed :
                MutantCompiler.compile(mutant, root).entrySet()) {
            Path at = classes.resolve(changed.getKey().replace('.', '/') + ".class");
            Files.createDirectories(at.getParent());
            Files.write(at, changed.getValue());
        }
        return run(List.of(classes.toString()), mutant.tests());
    }

    private Verdict run(List<String> first, Collection<String> tests) throws IOException, InterruptedException {
        List<String> path = new ArrayList<>(first);
        path.add(classPath);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-cp",
                String.join(File.pathSeparator, path),
                MutantTests.class.getName()));
        command.addAll(tests);
        Path log = folder.resolve("tests.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            return new Verdict(true, "hung for minutes=" + MINUTES_MAX);
        }
        List<String> said =
                Files.readAllLines(log).stream().filter(line -> !line.isBlank()).toList();
        String last = said.isEmpty() ? "" : said.get(said.size() - 1);
        int code = process.exitValue();
        if (code != MutantTests.PASSED && code != MutantTests.FAILED) {
            throw new IllegalStateException(
                    "tests could not be run: exit=" + code + " tests=" + tests + " lastLine=" + last);
        }
        return new Verdict(code == MutantTests.FAILED, last);
    }
}

package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that a run's folder is removed with it, or by the next run when its process was killed. */
class RunFolderTest {
    /** Makes a folder, prints its path, and waits to be killed. */
    static final class Run {
        private Run() {}

        /** The argument is the fabric. */
        public static void main(String[] arguments) throws InterruptedException {
            RunFolder folder = RunFolder.create(FabricKind.valueOf(arguments[0]), 0);
            System.out.println(folder.path());
            new CountDownLatch(1).await();
        }
    }

    @Test
    void theFolderIsRemovedWithItsRun() {
        Path path;
        try (RunFolder folder = RunFolder.create(FabricKind.SHM, 0)) {
            path = folder.path();
            assertTrue(Files.exists(path));
        }
        assertFalse(Files.exists(path));
    }

    @ParameterizedTest
    @EnumSource(
            value = FabricKind.class,
            names = {"SHM", "TCP"})
    void whatAKilledRunHasLeftIsRemovedByTheNextOne(FabricKind fabric) throws IOException, InterruptedException {
        List<String> command = ChildJvm.command(List.of("-Xmx64m", ChildJvm.BRIEF), Run.class, fabric.name());
        Process run = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            BufferedReader said =
                    new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8));
            Path path = Path.of(said.readLine());
            try (RunFolder next = RunFolder.create(FabricKind.TCP, 0)) {
                assertTrue(Files.exists(path), "the run goes on beside " + next.path());
            }
            run.destroyForcibly();
            assertTrue(run.waitFor(60, TimeUnit.SECONDS), "a killed process goes on");
            try (RunFolder next = RunFolder.create(FabricKind.TCP, 0)) {
                assertFalse(Files.exists(path), "the killed run's folder is there beside " + next.path());
            }
        } finally {
            run.destroyForcibly();
        }
    }
}

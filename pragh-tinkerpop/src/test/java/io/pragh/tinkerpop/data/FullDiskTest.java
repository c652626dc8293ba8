package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that an export that does not fit says so in one line, whatever the writer of the format makes of it. */
class FullDiskTest {
    @TempDir
    private Path folder;

    @Test
    void fileThatDoesNotFitIsToldInEveryFormat() throws Exception {
        List<String> files = Stream.of("a.kryo", "a.json", "a.xml")
                .map(name -> folder.resolve(name).toString())
                .toList();
        // a process that may write no longer file than half a mebibyte or one, as the shell counts
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -f 1024; exec \"$@\"", "sh"));
        command.addAll(ChildJvm.command(
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED"),
                FullDisk.class,
                files.toArray(String[]::new)));
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            int exit = process.waitFor();
            String all = Files.readString(said);
            assertEquals(0, exit, all);
            for (String file : files) {
                assertTrue(all.contains("cannot export: file=" + file + " reason=File too large"), all);
            }
            try (Stream<Path> left = Files.list(folder)) {
                assertEquals(List.of(said), left.toList());
            }
        } finally {
            process.destroyForcibly();
        }
    }
}

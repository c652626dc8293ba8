package io.pragh.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @TempDir
    private Path folder;

    @Test
    void smallGraphIsShownBeforeAndAfterMigration() {
        assertShown("demo --scale 8 --scope 32 --seconds 3 --report-interval 0.1 --latency-us 0");
    }

    @Test
    void edgeListIsShown() throws Exception {
        String ring = LongStream.range(0, 300)
                .mapToObj(v -> v + " " + (v + 1) % 300 + "\n" + v + " " + (v + 7) % 300 + "\n")
                .collect(Collectors.joining());
        Path file = Files.writeString(folder.resolve("ring.e"), ring);
        assertShown("demo --seconds 1 --report-interval 0.05 --mode deferred --file " + file);
    }

    private static void assertShown(String arguments) {
        Pragh pragh = new Pragh();
        assertEquals(0, pragh.run(arguments.split(" ", -1)), pragh.err::toString);
        List<String> lines = pragh.out.toString().lines().toList();
        assertTrue(lines.stream().anyMatch(l -> l.contains("before") && l.contains("queries/s")), lines::toString);
        assertTrue(lines.stream().anyMatch(l -> l.contains("migrating") && l.contains("queries/s")), lines::toString);
        for (String row : List.of("queries/s ", "remote share", "the best with one copy", "location cache hits")) {
            assertTrue(lines.stream().anyMatch(l -> l.strip().startsWith(row)), row + lines);
        }
        assertTrue(lines.get(lines.size() - 1).contains("were moved to where they are read"), lines::toString);
    }

    @Test
    void wrongArgumentsAreOneLine() throws Exception {
        assertTrue(Pragh.refused("demo", "--seconds", "0.5").contains("at least 1"));
        assertTrue(Pragh.refused("demo", "--mode", "instant").contains("eager or deferred"));
        Path malformed = Files.writeString(folder.resolve("bad.e"), "1 2\n\n3\n");
        assertTrue(Pragh.refused("demo", "--file", malformed.toString()).contains("line=3"));
    }
}

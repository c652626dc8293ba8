package io.pragh.tinkerpop.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.Opened;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the namespaces of a killed process are removed by the next process that makes some. */
class NamespacesTest {
    private static final Path NAMED = Path.of("/run/netns");
    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    private Path folder;

    @RegisterExtension
    private final Opened opened = new Opened();

    /** A process that makes a hub and two nodes, and waits. */
    static final class Maker {
        private Maker() {}

        public static void main(String[] arguments) throws IOException {
            try (Namespaces made = Namespaces.open(2)) {
                ChildProcess.say("made " + ProcessHandle.current().pid() + " " + made.hubAddress());
                System.in.read();
            }
        }
    }

    private static List<String> of(long pid) throws IOException {
        try (Stream<Path> all = Files.list(NAMED)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("pragh-test-" + pid + "-"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theNextThatComesRemovesWhatAKilledOneLeftAndNothingOfALivingOne() throws Exception {
        String missing = Namespaces.missing();
        if (missing != null) {
            System.out.println("namespaces: skipped: " + missing);
        }
        assumeTrue(missing == null, "no network namespaces: " + missing);
        ChildProcess killed = opened.open(ChildProcess.start("killed", List.of(), folder, Maker.class));
        ChildProcess living = opened.open(ChildProcess.start("living", List.of(), folder, Maker.class));
        long dead = pid(killed);
        long alive = pid(living);
        List<String> all =
                List.of("pragh-test-" + dead + "-0", "pragh-test-" + dead + "-1", "pragh-test-" + dead + "-hub");
        killed.close(); // SIGKILL
        assertEquals(all, of(dead), "nobody has removed them");

        assertNull(Namespaces.missing(), "the next one comes");
        assertEquals(List.of(), of(dead));
        assertEquals(3, of(alive).size());

        living.order("end");
        assertEquals(0, living.exitCode(PATIENCE_SECONDS));
        assertEquals(List.of(), of(alive), "it has removed its own");
    }

    private static long pid(ChildProcess maker) throws IOException, InterruptedException {
        return Long.parseLong(maker.expect("made ", PATIENCE_SECONDS).split(" ", -1)[1]);
    }
}

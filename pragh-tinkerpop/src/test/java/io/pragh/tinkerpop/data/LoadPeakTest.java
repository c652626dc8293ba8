package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.ResidentMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a bulk load takes at most half as much memory again as the process has afterwards. */
class LoadPeakTest {
    private static final double MOST = 1.5;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"some.e", "some.csv"})
    void aLoadTakesLittleMoreThanWhatIsLoaded(String file) throws IOException, InterruptedException {
        assumeTrue(ResidentMemory.isTold());
        String said = SmallHeap.run(
                folder,
                List.of("-Xmx128m", "-XX:MaxDirectMemorySize=1g"),
                LoadPeak.class,
                folder.resolve(file).toString());
        String[] bytes = said.lines()
                .filter(line -> line.matches("> \\d+ \\d+"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(said))
                .split(" ", -1);
        double ratio = Double.parseDouble(bytes[1]) / Double.parseDouble(bytes[2]);
        assertTrue(ratio <= MOST, () -> "at most " + bytes[1] + " then " + bytes[2]);
    }
}

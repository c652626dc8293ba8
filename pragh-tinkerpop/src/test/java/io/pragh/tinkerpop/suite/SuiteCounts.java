package io.pragh.tinkerpop.suite;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks, after the suites, that at least the listed number of their tests have passed. A suite that silently runs
 * nothing must not pass.
 */
class SuiteCounts {
    private static final Path REPORTS = Path.of(System.getProperty(SuiteTally.FOLDER));
    private static final List<String> COUNTED =
            List.of(System.getProperty("pragh.suites.counted").split(",", -1));

    /** A suite, and the fewest tests that must pass. */
    record Row(String suite, int fewest) {}

    static Stream<Row> rows() throws IOException {
        try (InputStream table = SuiteCounts.class.getResourceAsStream("/suite-counts.txt")) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(" ", -1)))
                    .filter(row -> COUNTED.contains(row.get(2)))
                    .map(row -> new Row(row.get(0), Integer.parseInt(row.get(1))));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void asManyPassAsHaveTo(Row row) throws IOException {
        Path tally = REPORTS.resolve(row.suite);
        List<String> ended = List.of(Files.readString(tally).split(" ", -1));
        Files.delete(tally); // a later build has to write its own
        int passed = Integer.parseInt(ended.get(0));
        System.out.println(
                row.suite + ": " + passed + " passed, " + ended.get(1) + " skipped, " + ended.get(2) + " failed");
        assertTrue(passed >= row.fewest, () -> row + " but passed=" + passed);
    }
}

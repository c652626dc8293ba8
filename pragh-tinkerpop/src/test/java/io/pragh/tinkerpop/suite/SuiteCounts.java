package io.pragh.tinkerpop.suite;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;

/** After the suites: as many of their tests have passed as have to. A suite that silently runs nothing must not pass. */
class SuiteCounts {
    private static final Path REPORTS = Path.of(System.getProperty("pragh.suites.reports", "target/suites"));
    private static final String GRAPHS = System.getProperty("pragh.suites.graphs", "one-node,sampled");

    /** Graph, suite, fewest tests. */
    record Row(String graph, String suite, int fewest) {}

    static Stream<Row> rows() throws IOException {
        try (InputStream table = SuiteCounts.class.getResourceAsStream("/suite-counts.txt")) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(" ", -1)))
                    .flatMap(row -> Stream.of(GRAPHS.split(",", -1))
                            .filter(row.subList(2, row.size())::contains)
                            .map(graph -> new Row(graph, row.get(0), Integer.parseInt(row.get(1)))));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void asManyPassAsHaveTo(Row row) throws Exception {
        Path summary = REPORTS.resolve(row.graph + "-" + row.suite).resolve("failsafe-summary.xml");
        Document report;
        try (InputStream in = Files.newInputStream(summary)) {
            report = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
        }
        int passed = number(report, "completed")
                - number(report, "errors")
                - number(report, "failures")
                - number(report, "skipped");
        System.out.println(
                row.graph + " " + row.suite + ": " + passed + " passed, " + number(report, "skipped") + " skipped");
        assertTrue(passed >= row.fewest, () -> row + " but passed=" + passed);
    }

    private static int number(Document report, String of) {
        return Integer.parseInt(report.getElementsByTagName(of).item(0).getTextContent());
    }
}

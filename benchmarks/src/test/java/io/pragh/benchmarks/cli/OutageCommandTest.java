package io.pragh.benchmarks.cli;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/**
 * Checks what clients see in a small run in which one of three processes is killed, and that each call is counted
 * under the right heading.
 */
@Timeout(value = 10, unit = MINUTES)
class OutageCommandTest {
    /**
     * Calls that are under way at the kill may already have read their part of the share. They end with the time-out
     * of their reads, 5 s, or soon after.
     */
    private static final double UNDER_WAY_SECONDS = 7;

    @TempDir
    private Path folder;

    @Test
    void wrongArgumentsAreOneLine() throws Exception {
        assertTells("Missing required option: '--data=FOLDER'", "");
        String data = "--data " + folder + " ";
        assertTells("a run needs time before the kill", data + "--kill-after 0");
        assertTells("a run needs time before the kill", data + "--kill-after 10 --restart-after 10 --seconds 20");
        assertTells("--processes must be at least 2", data + "--processes 1");
        assertTells("take --scheme split-cache or cache: scheme=orig", data + "--scheme orig");
        assertTells("--call-seconds must be positive", data + "--call-seconds 0");
        assertTells("a session has 500 to 600000 milliseconds: --session-ms=499", data + "--session-ms 499");
        assertTells("--csv names a file that cannot be written", data + "--csv " + folder.resolve("none/x.csv"));
        assertTells("--plot names a file that cannot be written", data + "--plot " + folder);
        assertTells("every node needs a partition of its own: nodes=17", data + "--scale 8 --processes 17");
        Files.createDirectory(folder.resolve("node-1"));
        assertTells("must not be there yet", data + "--processes 2");
    }

    private static void assertTells(String sentence, String options) {
        String told = Pragh.refused(("bench outage " + options).strip().split(" ", -1));
        assertTrue(told.contains(sentence), told);
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }

    private static List<Map<String, String>> rows(Path csv) throws Exception {
        List<String> lines = Files.readAllLines(csv);
        List<String> heads = List.of(lines.get(0).split(",", -1));
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> cells = List.of(line.split(",", -1));
            assertEquals(heads.size(), cells.size(), line);
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < cells.size(); i++) {
                row.put(heads.get(i), cells.get(i));
            }
            rows.add(row);
        }
        return rows;
    }

    private static double mark(List<Map<String, String>> rows, String mark) {
        return rows.stream()
                .filter(row -> row.getOrDefault("mark", "").contains(mark))
                .mapToDouble(row -> number(row, "seconds"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no mark: " + mark));
    }

    private static double sum(List<Map<String, String>> rows, double from, double to, String column) {
        return rows.stream()
                .filter(row -> number(row, "seconds") > from && number(row, "seconds") < to)
                .mapToDouble(row -> number(row, column))
                .sum();
    }

    @Test
    void whatNeedsTheShareWaitsAndFailsAndTheOthersGoOn() throws Exception {
        Path csv = folder.resolve("outage.csv");
        Path plot = folder.resolve("outage.svg");
        Pragh pragh = new Pragh();
        String options =
                "bench outage --processes 3 --scale 9 --edge-factor 4 --clients 6 --session-ms 2000 --kill-after 4"
                        + " --restart-after 8 --seconds 40 --call-seconds 30 --data " + folder.resolve("graphs")
                        + " --csv " + csv
                        + " --plot " + plot;
        assertEquals(0, pragh.run(options.split(" ", -1)), () -> pragh.err + "\n" + pragh.out);
        List<Map<String, String>> rows = rows(csv);
        double killed = mark(rows, "killed");
        double noticed = mark(rows, "noticed");
        double restarted = mark(rows, "restarted");
        double answered = mark(rows, "answered");
        assertTrue(killed < noticed && noticed < restarted && restarted < answered, pragh.out::toString);
        String what = Files.readString(csv);
        double end = Double.MAX_VALUE;
        assertTrue(sum(rows, 0, killed, "reaching_per_second") > 0, what);
        assertTrue(sum(rows, killed, answered, "failed_again") > 0, what);
        assertTrue(sum(rows, killed, answered, "waiting") > 0, what);
        assertTrue(sum(rows, noticed, restarted, "others_per_second") > 0, what);
        // all calls that need the share fail while its node is away: an answer would be a failure counted as an
        // answer
        assertEquals(0, sum(rows, killed + UNDER_WAY_SECONDS, answered, "reaching_per_second"), what);
        assertTrue(sum(rows, answered, end, "reaching_per_second") > 0, what);
        assertEquals(0, sum(rows, 0, end, "failed_for_good"), what);
        for (Map<String, String> row : rows) {
            double parts = number(row, "reaching_per_second") + number(row, "others_per_second");
            assertEquals(parts, number(row, "queries_per_second"), 0.2, row::toString);
        }
        Document drawn = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(Files.readAllBytes(plot)));
        String text = drawn.getDocumentElement().getTextContent();
        for (String name : List.of("killed", "noticed", "restarted", "answered")) {
            assertTrue(text.contains(name + " "), text);
        }
    }
}

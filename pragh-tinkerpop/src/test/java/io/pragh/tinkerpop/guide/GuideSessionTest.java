package io.pragh.tinkerpop.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the session in docs/gremlin.md shows the answers of a console. */
class GuideSessionTest {
    private static final Path GUIDE = Path.of("..", "docs", "gremlin.md");
    private static final int FEWEST_COMMANDS = 60;

    @TempDir
    Path folder;

    @Test
    void everyLineOfTheGuideIsTrue() throws Exception {
        List<ConsoleScript.Command> commands = ConsoleScript.read(Files.readAllLines(GUIDE));
        assertTrue(commands.size() >= FEWEST_COMMANDS, "commands found: " + commands.size());
        try (PraghGraph graph = PraghGraph.build().open()) {
            ConsoleSession session = new ConsoleSession(graph);
            for (ConsoleScript.Command command : commands) {
                String here = command.text().replace("people.json", folder.resolve("people.json") + "");
                assertEquals(
                        command.answers(),
                        session.type(here),
                        () -> "docs/gremlin.md line " + command.line() + ": " + command.text());
            }
        }
    }

    /** Shows that the check can fail. */
    @Test
    void whatIsWrongInAGuideIsFound() throws Exception {
        List<String> lines = List.of(
                "text",
                "```gremlin",
                "gremlin> 1 + 1",
                "==>3",
                "gremlin> g.V().count()",
                "gremlin> [1,",
                "......1> 2]",
                "==>1",
                "==>2",
                "gremlin> 1 / 0",
                "Division by zero",
                "```",
                "gremlin> not in a block");
        List<ConsoleScript.Command> commands = ConsoleScript.read(lines);
        assertEquals(
                List.of(3, 5, 6, 10),
                commands.stream().map(ConsoleScript.Command::line).toList());
        try (PraghGraph graph = PraghGraph.build().open()) {
            ConsoleSession session = new ConsoleSession(graph);
            List<Boolean> right = IntStream.range(0, commands.size())
                    .mapToObj(i -> commands.get(i)
                            .answers()
                            .equals(session.type(commands.get(i).text())))
                    .toList();
            assertEquals(List.of(false, false, true, true), right);
        }
    }
}

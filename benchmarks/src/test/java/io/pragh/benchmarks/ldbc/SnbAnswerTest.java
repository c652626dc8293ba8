package io.pragh.benchmarks.ldbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the canonical text of answers: rows and columns have an order, except where a query leaves it open. */
class SnbAnswerTest {
    @TempDir
    private Path folder;

    private List<String> expected(String query, String rows) throws IOException {
        Path file = Files.writeString(
                folder.resolve("answers.jsonl"),
                "{\"query\": \"" + query + "\", \"params\": {}, \"rows\": " + rows + "}");
        return SnbAnswer.expected(SnbInstance.read(file).get(0));
    }

    @Test
    void rowsAndColumnsHaveTheirOrder() throws IOException {
        List<String> expected = expected("IS5", "[[1, \"a\", \"1970-01-02\"], [2, \"b\", 0.5]]");
        assertEquals(
                expected, SnbAnswer.found(SnbQuery.IS5, List.of(List.of(1L, "a", 86_400_000L), List.of(2, "b", 0.5))));
        assertNotEquals(
                expected, SnbAnswer.found(SnbQuery.IS5, List.of(List.of(2, "b", 0.5), List.of(1L, "a", 86_400_000L))));
        assertNotEquals(
                expected, SnbAnswer.found(SnbQuery.IS5, List.of(List.of("a", 1L, 86_400_000L), List.of(2, "b", 0.5))));
        assertNotEquals(
                expected, SnbAnswer.found(SnbQuery.IS5, List.of(List.of(1L, "a", 86_400_000L), List.of(2, "b", 0.51))));
    }

    @Test
    void pathsOfOneWeightHaveNone() throws IOException {
        List<String> expected = expected("IC14", "[[[1, 2], 2.0], [[1, 3], 2.0], [[1, 4], 0]]");
        List<Object> first = List.of(List.of(1L, 2L), 2.0);
        List<Object> second = List.of(List.of(1L, 3L), 2.0);
        List<Object> last = List.of(List.of(1L, 4L), 0.0);
        assertEquals(expected, SnbAnswer.found(SnbQuery.IC14, List.of(second, first, last)));
        assertNotEquals(expected, SnbAnswer.found(SnbQuery.IC14, List.of(last, first, second)));
    }

    @Test
    void listsOfPeopleHaveNone() throws IOException {
        List<String> expected = expected(
                "IC1",
                "[[1, \"a\", 1, 0, 0, \"\", \"\", \"\", \"x;y\", \"en\", \"Ur\", \"U|2001|Ur;V|2002|Ur\", null]]");
        assertEquals(expected, SnbAnswer.found(SnbQuery.IC1, List.of(person("U", 2001))));
        assertNotEquals(expected, SnbAnswer.found(SnbQuery.IC1, List.of(person("U", 2003))));
    }

    private static List<Object> person(String university, int year) {
        List<?> universities = List.of(List.of("V", 2002, "Ur"), List.of(university, year, "Ur"));
        return List.of(1, "a", 1, 0, 0, "", "", "", List.of("y", "x"), List.of("en"), "Ur", universities, List.of());
    }
}

package io.pragh.benchmarks.micro;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the report of the benchmark of a killed process: the values and commits that the second process opens, and
 * its first answer.
 */
@Timeout(value = 5, unit = MINUTES)
class KeptOpenCostTest {
    private static final Pattern TOLD = Pattern.compile(
            "(?s)loaded ([\\d,]+) vertices and ([\\d,]+) edges .*"
                    + "[\\d.]+ s from the kill to the first answer; answered (\\d+); .* for ([\\d,]+) values of the checkpoint and ([\\d,]+) commits,.*");

    @TempDir
    private Path folder;

    private static long number(String digits) {
        return Long.parseLong(digits.replace(",", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"edges", "vertices"})
    void whatWasCommittedBeforeTheKillIsOpened(String what) throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            KeptOpenCost.main(new String[] {folder.resolve("graph").toString(), what, "8", "300"});
        } finally {
            System.setOut(before);
        }
        String text = said.toString(StandardCharsets.UTF_8);
        Matcher told = TOLD.matcher(text);
        assertTrue(told.matches(), text);
        assertTrue(number(told.group(1)) > 100 && number(told.group(1)) <= 256, text);
        assertEquals(what.equals("edges") ? 16 * 256 : 0, number(told.group(2)), text);
        assertTrue(number(told.group(4)) > number(told.group(1)), text);
        assertTrue(number(told.group(5)) >= 300 && number(told.group(5)) < 320, text);
    }

    @Test
    void wrongArgumentsAreOneSentence() {
        PraghException refused =
                assertThrows(PraghException.class, () -> KeptOpenCost.main(new String[] {folder.toString()}));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("name a folder, then edges or vertices"));
    }
}

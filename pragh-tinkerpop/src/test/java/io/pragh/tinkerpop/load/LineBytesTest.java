package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Seeds;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Checks that lines are those of the JDK's reader, however few bytes come at a time. {@code -Dpragh.lines.seed}
 * repeats a failure.
 */
class LineBytesTest {
    private final SplittableRandom random = new SplittableRandom(Seeds.of("pragh.lines.seed"));

    /** A stream that gives a random number of bytes at a time. */
    private InputStream dribble(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] into, int from, int length) {
                return super.read(into, from, Math.min(length, 1 + random.nextInt(5)));
            }
        };
    }

    private static List<String> lines(LineBytes lines) throws IOException {
        List<String> found = new ArrayList<>();
        while (lines.next()) {
            found.add(new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8));
        }
        return found;
    }

    @Test
    void endWithLineFeedsAndCarriageReturnsOrBoth() throws Exception {
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                text.append(List.of("a", "é", "\n", "\r", "\r\n", "bcd").get(random.nextInt(6)));
            }
            List<String> expected = new BufferedReader(new StringReader(text.toString()))
                    .lines()
                    .toList();
            AtomicLong read = new AtomicLong();
            assertEquals(
                    expected,
                    lines(new LineBytes(dribble(text.toString()), read::addAndGet, LineBytes.LINE_BYTES_MAX)));
            assertEquals(text.toString().getBytes(StandardCharsets.UTF_8).length, read.get());
            assertEquals(
                    expected, lines(new LineBytes(dribble("\ufeff" + text), bytes -> {}, LineBytes.LINE_BYTES_MAX)));
        }
    }

    @Test
    void areEndedByWhoHasLookedAtThemOnlyWhereTheyEnd() throws Exception {
        byte[] text = "a\nbc\r\nd\re\nf".getBytes(StandardCharsets.UTF_8);
        LineBytes lines = new LineBytes(new ByteArrayInputStream(text), bytes -> {}, LineBytes.LINE_BYTES_MAX);
        assertFalse(lines.nextTo(0), "nothing was read yet");
        assertTrue(lines.next());
        assertEquals(2, lines.nextFrom());
        assertFalse(lines.nextTo(3));
        assertTrue(lines.nextTo(4));
        assertEquals("bc", new String(text, lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8));
        assertEquals(2, lines.line());
        assertEquals(6, lines.nextFrom());
        assertFalse(lines.nextTo(7), "a carriage return alone");
        assertEquals(List.of("d", "e"), List.of(text(lines), text(lines)));
        assertFalse(lines.nextTo(lines.filled()), "nothing ends the last one");
        assertEquals("f", text(lines));
    }

    private static String text(LineBytes lines) throws IOException {
        assertTrue(lines.next());
        return new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8);
    }

    @Test
    void areCountedByLineFeeds() throws Exception {
        LineBytes lines = new LineBytes(dribble("a\r\nb\n\nc"), bytes -> {}, LineBytes.LINE_BYTES_MAX);
        assertEquals(1, lines.line());
        for (int line = 1; line <= 4; line++) {
            lines.next();
            assertEquals(line, lines.line());
        }
        lines.next();
        assertEquals(4, lines.line());
    }

    @Test
    void mayBeLongButNotTooLong() throws Exception {
        String longest = "x".repeat(LineBytes.LINE_BYTES_MAX);
        assertEquals(List.of("a", longest, "b"), lines(whole("a\n" + longest + "\nb")));
        LineBytes lines = whole("a\n" + longest + "x\nb");
        MalformedLine wrong = assertThrows(MalformedLine.class, () -> lines(lines));
        assertEquals("the line is too long: bytesMax=" + LineBytes.LINE_BYTES_MAX, wrong.getMessage());
        assertEquals(2, lines.line());
    }

    private static LineBytes whole(String text) {
        return new LineBytes(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), bytes -> {}, LineBytes.LINE_BYTES_MAX);
    }
}

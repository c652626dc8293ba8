package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks the parsing of digits eight at a time. */
class DigitsTest {
    private static final int LENGTH_MAX = 20;

    @Test
    void numbersAreReadWhereverTheyLieAndWhateverIsBehindThem() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 50_000; i++) {
            int length = 1 + random.nextInt(Digits.DIGITS_MAX);
            StringBuilder digits = new StringBuilder();
            for (int at = 0; at < length; at++) {
                digits.append((char) ('0' + random.nextInt(10)));
            }
            String before = "9".repeat(random.nextInt(LENGTH_MAX));
            String behind = "9".repeat(random.nextInt(LENGTH_MAX));
            byte[] bytes = (before + digits + behind).getBytes(StandardCharsets.ISO_8859_1);
            int from = before.length();
            int to = from + length;
            assertEquals(Long.parseLong(digits.toString()), Digits.parse(bytes, from, to), digits.toString());
            assertEquals(Long.parseLong(digits.toString()), Digits.value(bytes, from, to), digits.toString());
            assertEquals(to, Digits.run(bytes, from, to));
        }
    }

    @Test
    void anyByteThatIsNoDigitEndsThem() {
        for (int other = 0; other < 256; other++) {
            boolean digit = other >= '0' && other <= '9';
            for (int length = 0; length < LENGTH_MAX; length++) {
                byte[] bytes = "7".repeat(2 * LENGTH_MAX).getBytes(StandardCharsets.ISO_8859_1);
                bytes[length] = (byte) other;
                bytes[length + 1] = (byte) 0xFF;
                assertEquals(digit ? length + 1 : length, Digits.run(bytes, 0, bytes.length), "byte " + other);
                byte[] last = new byte[length + 1];
                System.arraycopy(bytes, 0, last, 0, last.length);
                assertEquals(digit ? length + 1 : length, Digits.run(last, 0, last.length), "byte " + other);
            }
        }
    }
}

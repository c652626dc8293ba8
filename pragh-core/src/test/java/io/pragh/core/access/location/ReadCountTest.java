package io.pragh.core.access.location;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReadCountTest {
    @Test
    void readsStopAtTheirMaximum() {
        int word = ReadCount.fresh(9) | ReadCount.READS_MAX - 1;
        word = ReadCount.plusOne(ReadCount.plusOne(ReadCount.plusOne(word)));
        assertEquals(ReadCount.READS_MAX, ReadCount.reads(word));
        assertEquals(ReadCount.fresh(9) | ReadCount.READS_MAX, word);
    }

    @Test
    void earlierReadsCountHalfWithEveryInterval() {
        int word = ReadCount.drained(ReadCount.fresh(14) | 40, 15);
        assertEquals(0, ReadCount.reads(word));
        assertEquals(40, ReadCount.weight(word, 15));
        assertEquals(20, ReadCount.weight(word, 16));
        assertEquals(5, ReadCount.weight(word, 18));
        word = ReadCount.plusOne(word);
        assertEquals(21, ReadCount.weight(word, 16));
        assertEquals(21, ReadCount.weight(ReadCount.drained(word, 16), 16));
    }

    @Test
    void echoStopsAtItsMaximum() {
        int word = ReadCount.drained(ReadCount.fresh(0) | ReadCount.READS_MAX, 1);
        assertEquals(ReadCount.ECHO_MAX, ReadCount.weight(word, 1));
        assertEquals(0, ReadCount.reads(word));
    }
}

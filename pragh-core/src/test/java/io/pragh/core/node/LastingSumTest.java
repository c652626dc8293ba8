package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LastingSumTest {
    private final LastingSum<AtomicLong> sum = new LastingSum<>(AtomicLong::get);
    private final AtomicLong first = new AtomicLong(3);
    private final AtomicLong second = new AtomicLong(4);

    @Test
    void doesNotFallWhenAPartGoes() {
        assertEquals(7, sum.with(List.of(first, second)));
        assertEquals(7, sum.with(List.of(first)));
        first.set(5);
        assertEquals(9, sum.with(List.of(first)));
        assertEquals(9, sum.with(List.of()));
    }

    @Test
    void countsAPartOnceThatComesBack() {
        sum.with(List.of(first, second));
        sum.with(List.of(first));
        second.set(6);
        assertEquals(9, sum.with(List.of(first, second)));
    }
}

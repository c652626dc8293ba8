package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Checks how many further records a log waits for, and for how long, before it syncs. */
class CompanyTest {
    private static final long SYNC = 200_000;

    private final Company company = new Company();

    private void write(int records, int meanwhile, int times) {
        for (int i = 0; i < times; i++) {
            company.written(records, SYNC, meanwhile);
        }
    }

    @Test
    void oneAloneIsNotWaitedFor() {
        assertEquals(1, company.expected());
        write(1, 0, 100);
        assertEquals(1, company.expected());
    }

    @Test
    void whoWasThereIsExpected() {
        write(3, 2, 1);
        assertEquals(5, company.expected());
        write(5, 0, 1);
        assertEquals(5, company.expected());
        write(2, 0, 1);
        assertEquals(2, company.expected());
    }

    @Test
    void aFewSyncsAreWaitedAndAMillisecondAtMost() {
        assertEquals(0, company.nanos());
        write(1, 1, 100);
        assertEquals(3.0 * SYNC, (double) company.nanos(), 3.0 * 8);
        for (int i = 0; i < 100; i++) {
            company.written(1, 50 * SYNC, 1);
        }
        assertEquals(1_000_000, company.nanos());
    }

    @Test
    void whoWaitsInVainWaitsShorterAndTriesAgain() {
        write(1, 1, 127);
        long patient = company.nanos();
        company.waited(false);
        company.waited(false);
        assertEquals(patient / 4, company.nanos());
        company.waited(true);
        assertEquals(patient / 2, company.nanos());
        for (int i = 0; i < 100; i++) {
            company.waited(false);
        }
        assertEquals(patient >> 16, company.nanos());
        write(1, 1, 1);
        assertEquals((double) patient, (double) company.nanos(), 24.0, "each 64 batches");
    }
}

package io.pragh.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The class that {@link RuleContractTest} changes. */
class ChangedSample {
    private static int days() {
        return 7;
    }

    @Test
    void aWeekHasSevenDays() {
        assertEquals(7, days());
    }
}

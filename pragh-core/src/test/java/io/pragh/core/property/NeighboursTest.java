package io.pragh.core.property;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NeighboursTest {
    @Test
    void moreEntriesThanThereMayBeAreRefusedAndFewerAreNot() {
        Neighbours few = new Neighbours(10);
        few.begin(1, false, new long[] {1});
        assertEquals(0, few.reserve(4));
        assertEquals(4, few.reserve(6));
        TooManyResultsException refused = assertThrows(TooManyResultsException.class, () -> few.reserve(1));
        assertTrue(refused.getMessage().endsWith("resultsMax=10"), refused::getMessage);
        few.begin(1, false, new long[] {1});
        assertThrows(TooManyResultsException.class, () -> few.reserve(Integer.MAX_VALUE));
        assertEquals(0, few.reserve(10));
    }
}

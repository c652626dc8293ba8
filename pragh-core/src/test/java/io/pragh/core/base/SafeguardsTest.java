package io.pragh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SafeguardsTest {
    @ParameterizedTest
    @EnumSource
    void oneIsSwitchedOffAndAllOthersStayOn(Safeguard off) {
        Safeguards rest = Safeguards.ALL.without(off);
        for (Safeguard safeguard : Safeguard.values()) {
            assertTrue(Safeguards.ALL.has(safeguard), "ALL is immutable: " + safeguard);
            assertEquals(safeguard != off, rest.has(safeguard));
        }
    }

    @Test
    void severalAreSwitchedOffAndEvenAll() {
        Safeguards rest = Safeguards.ALL;
        for (Safeguard safeguard : Safeguard.values()) {
            rest = rest.without(safeguard);
            rest = rest.without(safeguard);
        }
        for (Safeguard safeguard : Safeguard.values()) {
            assertFalse(rest.has(safeguard));
        }
    }

    @Test
    void thereIsOneForEveryHoleAndForTheRulesOfTransactions() {
        assertEquals(13 + 21, Safeguard.values().length);
    }
}

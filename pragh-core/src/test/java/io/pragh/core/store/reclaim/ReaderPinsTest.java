package io.pragh.core.store.reclaim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReaderPinsTest {
    private final ReaderPins pins = new ReaderPins();
    private final ReaderPins.Pin pin = pins.register();

    @Test
    void whatIsRetiredWhileAReaderIsPinnedIsHeldUntilItLeaves() {
        pin.enter();
        long retired = pins.advance();
        assertTrue(retired >= pins.oldest(), "held");
        pin.exit();
        assertTrue(retired < pins.oldest(), "free");
    }

    @Test
    void whatWasRetiredBeforeAReaderPinnedIsNotHeldByIt() {
        long retired = pins.advance();
        pin.enter();
        assertTrue(retired < pins.oldest());
    }

    @Test
    void onlyTheOutermostPinCounts() {
        pin.enter();
        long first = pins.oldest();
        pins.advance();
        pin.enter();
        assertEquals(first, pins.oldest(), "an inner pin does not renew the outer one");
        pin.exit();
        assertEquals(first, pins.oldest());
        pin.exit();
        assertEquals(first + 1, pins.oldest());
        pin.enter();
        assertEquals(first + 1, pins.oldest());
    }

    @Test
    void theOldestReaderCounts() {
        ReaderPins.Pin later = pins.register();
        pin.enter();
        long first = pins.oldest();
        pins.advance();
        later.enter();
        pins.advance();
        assertEquals(first, pins.oldest());
        pin.exit();
        assertEquals(first + 1, pins.oldest());
        pins.unregister(later);
        assertEquals(first + 2, pins.oldest(), "a reader that is gone holds nothing");
    }
}

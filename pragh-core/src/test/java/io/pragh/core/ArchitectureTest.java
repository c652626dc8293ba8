package io.pragh.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.LayoutContract;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends LayoutContract {

    private static final int BASE_TYPES_MAX = 15;

    ArchitectureTest() {
        super("core");
    }

    @Test
    void baseStaysSmall() {
        long types = rules().typeCount("core.base");
        assertTrue(types > 0 && types <= BASE_TYPES_MAX, "core.base has 1 to " + BASE_TYPES_MAX + " types: " + types);
    }
}

package io.pragh.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Checks the columns and rows of text tables. */
class TextTableTest {
    @Test
    void columnsAreAsWideAsTheyHaveToBe() {
        TextTable table = new TextTable("name", "ops/\nquery", "n")
                .row("a", "1.0", "12345")
                .row("longer", "22.5", "-");
        assertEquals("""
                        ops/
                name   query     n
                a        1.0 12345
                longer  22.5     -
                """, table.toString());
    }

    @Test
    void everyRowHasAllCells() {
        assertThrows(IllegalArgumentException.class, () -> new TextTable("a", "b").row("1"));
    }
}

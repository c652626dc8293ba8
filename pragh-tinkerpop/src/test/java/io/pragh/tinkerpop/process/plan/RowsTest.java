package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that rows that are added together equal rows that are added one by one. */
class RowsTest {
    private static final int ROWS = 5;

    private static List<String> shown(Rows rows) {
        return IntStream.range(0, rows.count)
                .mapToObj(row -> rows.value(row) + " x" + rows.bulk(row) + " from " + rows.origin(row))
                .toList();
    }

    private static Rows rows(RowType type) {
        Rows rows = new Rows().begin(type, ROWS, true, true);
        for (int i = 0; i < ROWS; i++) {
            if (type == RowType.NUMBER) {
                rows.numbers[i] = i;
            } else {
                rows.objects[i] = "v" + i;
            }
            rows.bulks[i] = 10L + i;
            rows.origins[i] = 20 + i;
            rows.count++;
        }
        return rows;
    }

    @Test
    void rowsThatAreAddedTogetherAreTheSameAsOneByOne() {
        for (RowType type : List.of(RowType.NUMBER, RowType.VALUE)) {
            Rows from = rows(type);
            Rows together = new Rows().begin(type, ROWS, from);
            Rows alone = new Rows().begin(type, ROWS, from);
            together.addAll(from, 3, 5);
            together.addAll(from, 1, 3);
            for (int row : new int[] {3, 4, 1, 2}) {
                alone.add(from, row);
            }
            assertEquals(shown(alone), shown(together));
            assertEquals(4, together.count);
        }
    }

    private static List<Object> sacks(Rows rows) {
        return IntStream.range(0, rows.count)
                .mapToObj(row -> rows.sack(row) == Sacks.UNCHANGED ? "unchanged" : rows.sack(row))
                .toList();
    }

    @Test
    void sacksComeWithRowsAlsoWhenOthersHaveNone() {
        Rows without = rows(RowType.NUMBER);
        Rows with = rows(RowType.NUMBER);
        with.sack(3, "a");
        assertFalse(without.haveSacks());
        assertTrue(with.haveSacks());
        Rows all = new Rows().begin(RowType.NUMBER, 1, with);
        for (int i = 0; i < 20; i++) {
            all.add(without, 0);
        }
        assertFalse(all.haveSacks());
        all.add(with, 3);
        all.add(without, 3);
        all.add(with, 2);
        assertEquals(List.of("a", "unchanged", "unchanged"), sacks(all).subList(20, 23));
        assertEquals(Collections.nCopies(20, "unchanged"), sacks(all).subList(0, 20));
        Rows together = new Rows().begin(RowType.NUMBER, 2 * ROWS, with);
        together.addAll(without, 0, 2);
        together.addAll(with, 2, 5);
        together.addAll(without, 3, 5);
        assertEquals(
                List.of("unchanged", "unchanged", "unchanged", "a", "unchanged", "unchanged", "unchanged"),
                sacks(together));
        together.sacks(1, 3, with, 3);
        assertEquals(List.of("unchanged", "a", "a", "a"), sacks(together).subList(0, 4));
        assertFalse(together.begin(RowType.NUMBER, 1, with).haveSacks());
    }
}

package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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
}

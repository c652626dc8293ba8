package io.pragh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LongQueueTest {
    /** A positive step adds that many elements, a negative one polls that many, and zero drops one. */
    @Property(tries = 300)
    void keepsTheOrderOfADeque(@ForAll List<@IntRange(min = -90, max = 150) Integer> steps) {
        LongQueue queue = new LongQueue();
        ArrayDeque<Long> model = new ArrayDeque<>();
        long next = 0;
        for (int step : steps) {
            for (int i = 0; i < step; i++) {
                queue.add(next);
                model.add(next++);
            }
            if (step < 0) {
                long[] taken = new long[100];
                int count = queue.poll(taken, -step);
                assertEquals(Math.min(-step, model.size()), count);
                for (int i = 0; i < count; i++) {
                    assertEquals(model.poll(), taken[i]);
                }
            } else if (step == 0 && !model.isEmpty()) {
                queue.drop(1);
                model.poll();
            }
            List<Long> left = new ArrayList<>();
            for (int i = 0; i < queue.size(); i++) {
                left.add(queue.get(i));
            }
            assertEquals(new ArrayList<>(model), left);
        }
    }

    @Test
    void refusesWhatIsNotThere() {
        LongQueue queue = new LongQueue();
        queue.add(1);
        assertThrows(IndexOutOfBoundsException.class, () -> queue.get(1));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.get(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.drop(2));
        assertEquals(1, queue.get(0));
    }
}

package io.pragh.core.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TaskQueueTest {
    private record Task(int producer, int number) implements Runnable {
        @Override
        public void run() {}
    }

    @Test
    void aFullQueueRefusesUntilATaskIsTaken() {
        TaskQueue queue = new TaskQueue(4);
        for (int i = 0; i < 4; i++) {
            assertTrue(queue.offer(new Task(0, i)));
        }
        assertFalse(queue.offer(new Task(0, 4)));
        assertEquals(new Task(0, 0), queue.poll());
        assertTrue(queue.offer(new Task(0, 5)));
        assertFalse(queue.offer(new Task(0, 6)));
        for (int number : new int[] {1, 2, 3, 5}) {
            assertEquals(new Task(0, number), queue.poll());
        }
        assertNull(queue.poll());
    }

    /** True offers, false polls; a queue of four wraps around many times. */
    @Property(tries = 300)
    void itIsABoundedFifo(@ForAll @Size(max = 200) List<Boolean> steps) {
        TaskQueue queue = new TaskQueue(4);
        ArrayDeque<Task> model = new ArrayDeque<>();
        int number = 0;
        for (boolean offer : steps) {
            if (offer) {
                Task task = new Task(0, number++);
                assertEquals(model.size() < 4, queue.offer(task));
                if (model.size() < 4) {
                    model.add(task);
                }
            } else {
                assertSame(model.poll(), queue.poll());
            }
        }
    }

    @Test
    void tasksOfManyProducersArriveOnceAndInEachProducersOrder() throws InterruptedException {
        int producers = 3;
        int tasks = 10_000;
        TaskQueue queue = new TaskQueue(1024);
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[producers];
        for (int p = 0; p < producers; p++) {
            int producer = p;
            threads[p] = new Thread(() -> produce(queue, start, producer, tasks));
            threads[p].setDaemon(true);
            threads[p].start();
        }
        start.countDown();
        int[] next = new int[producers];
        for (int taken = 0; taken < producers * tasks; ) {
            Task task = (Task) queue.poll();
            if (task == null) {
                Thread.onSpinWait();
            } else {
                assertEquals(next[task.producer]++, task.number, "producer " + task.producer);
                taken++;
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(queue.poll());
    }

    private static void produce(TaskQueue queue, CountDownLatch start, int producer, int tasks) {
        try {
            start.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (int number = 0; number < tasks; number++) {
            Task task = new Task(producer, number);
            while (!queue.offer(task)) {
                Thread.onSpinWait();
            }
        }
    }
}

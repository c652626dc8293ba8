package io.pragh.core.engine;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Checks that interleavings of a few offers and polls behave as a bounded queue. There is one producer only: with
 * several, a poll may answer null while one place is being filled although a later one is full already, which a queue
 * would not do. TaskQueueTest runs many producers.
 */
public class TaskQueueLincheckTest {
    private final TaskQueue queue = new TaskQueue(2);

    /** A task that equals every other task with its number. */
    private record Numbered(int number) implements Runnable {
        @Override
        public void run() {}
    }

    /** The one producer. */
    @Operation(nonParallelGroup = "producer")
    public boolean offer(@Param(gen = IntGen.class) int number) {
        return queue.offer(new Numbered(number));
    }

    /** The one consumer. */
    @Operation(nonParallelGroup = "consumer")
    public @Nullable Integer poll() {
        Runnable task = queue.poll();
        return task == null ? null : ((Numbered) task).number;
    }

    @Test
    void offersAndPollsAreLinearizable() {
        new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2)
                .iterations(12)
                .invocationsPerIteration(300)
                .check(getClass());
    }
}

package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.GraphTransaction;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Refuses calls to a snapshot while it executes another one, or when it is closed. Any thread. */
final class Turn {
    private final GraphTransaction transaction;
    private final AtomicReference<@Nullable Thread> holder = new AtomicReference<>();

    Turn(GraphTransaction transaction) {
        this.transaction = transaction;
    }

    /**
     * Runs a call exclusively.
     *
     * @throws IllegalStateException when another thread's call is running, a visitor calls from within, or the
     *     snapshot is closed
     */
    <T> T during(Supplier<T> work) {
        begin();
        try {
            if (!transaction.isOpen()) {
                throw new IllegalStateException(
                        "The snapshot is closed, or its graph is; open another one by PraghGraph.snapshot()");
            }
            return work.get();
        } finally {
            holder.set(null);
        }
    }

    /** Closes the snapshot, if it is open. */
    void close() {
        begin();
        try {
            transaction.close();
        } finally {
            holder.set(null);
        }
    }

    private void begin() {
        Thread self = Thread.currentThread();
        Thread other = holder.compareAndExchange(null, self);
        if (other == self) {
            throw new IllegalStateException(
                    "A visitor cannot ask the snapshot that calls it; ask it afterwards, or another one of"
                            + " GraphSnapshot.sameMoment()");
        } else if (other != null) {
            throw new IllegalStateException(
                    "Two threads use a snapshot at once; give each its own by GraphSnapshot.sameMoment(): other="
                            + other.getName());
        }
    }
}

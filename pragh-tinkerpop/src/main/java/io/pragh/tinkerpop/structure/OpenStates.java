package io.pragh.tinkerpop.structure;

import io.pragh.tinkerpop.structure.PraghTransaction.State;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What threads have open, by thread: a transaction whose thread has ended without ending it holds what it has read until somebody else rolls
 * it back. Any thread.
 */
final class OpenStates {
    private static final int LOOK_SIZE_MIN = 64;

    private final Map<Thread, State> states = new ConcurrentHashMap<>();
    private volatile int lookAtSize = LOOK_SIZE_MIN;

    /** A state for the calling thread. Looks for ended threads when there are twice as many as were left the last time. */
    State add() {
        if (states.size() >= lookAtSize) {
            rollbackAbandoned();
            lookAtSize = Math.max(LOOK_SIZE_MIN, 2 * states.size());
        }
        State state = new State();
        states.put(Thread.currentThread(), state);
        return state;
    }

    /** Rolls back what ended threads had open, and forgets them. */
    void rollbackAbandoned() {
        states.forEach((thread, state) -> {
            if (!thread.isAlive() && states.remove(thread, state)) {
                state.rollback();
            }
        });
    }

    /** How many have something open; about, while threads begin and end. */
    long open() {
        return states.values().stream().filter(State::isOpen).count();
    }
}

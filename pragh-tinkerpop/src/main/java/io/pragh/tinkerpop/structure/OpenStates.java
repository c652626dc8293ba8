package io.pragh.tinkerpop.structure;

import io.pragh.tinkerpop.structure.PraghTransaction.State;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open transactions of threads: a transaction whose thread has ended without ending it keeps its data until
 * another thread rolls it back. Any thread.
 */
final class OpenStates {
    private static final int LOOK_SIZE_MIN = 64;

    private final Map<Thread, State> states = new ConcurrentHashMap<>();
    private volatile int lookAtSize = LOOK_SIZE_MIN;

    /**
     * Adds a state for the calling thread. Looks for ended threads when the number of states has doubled since the
     * last time.
     */
    State add() {
        if (states.size() >= lookAtSize) {
            rollbackAbandoned();
            lookAtSize = Math.max(LOOK_SIZE_MIN, 2 * states.size());
        }
        State state = new State();
        states.put(Thread.currentThread(), state);
        return state;
    }

    /** Rolls back the transactions of ended threads, and forgets them. */
    void rollbackAbandoned() {
        states.forEach((thread, state) -> {
            if (!thread.isAlive() && states.remove(thread, state)) {
                state.rollback();
            }
        });
    }

    /** The approximate number of open transactions, while threads begin and end. */
    long open() {
        return states.values().stream().filter(State::isOpen).count();
    }
}

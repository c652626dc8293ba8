package io.pragh.core.api;

import io.pragh.core.memory.Region;

/**
 * Receives values like a {@link ValueVisitor}, and chooses among them; see {@link Transaction#select}. One thread.
 */
@FunctionalInterface
public interface ValueChoice {
    /** Receives a value, valid during this call; returns whether the transaction relies on it. */
    boolean chooses(int index, Region region, long body, int bodyBytes);
}

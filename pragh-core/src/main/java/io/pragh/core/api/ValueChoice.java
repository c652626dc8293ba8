package io.pragh.core.api;

import io.pragh.core.memory.Region;

/** Takes values one by one, as a {@link ValueVisitor}, and chooses among them. One thread. */
@FunctionalInterface
public interface ValueChoice {
    /** A value, valid during this call; true when the transaction relies on it. */
    boolean chooses(int index, Region region, long body, int bodyBytes);
}

package io.pragh.core.protocol;

/**
 * A home of a transaction, in one life. Immutable.
 *
 * @param partition the home
 * @param life the home's life when it locked the keys; a substitute has another life and no knowledge of the locks
 */
public record HomeLife(int partition, long life) {}

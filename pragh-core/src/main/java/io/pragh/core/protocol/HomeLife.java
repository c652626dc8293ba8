package io.pragh.core.protocol;

/**
 * A home of a transaction. Immutable.
 *
 * @param partition the home
 * @param life the life that it lived when it locked the keys; a substitute lives another one and knows nothing of them
 */
public record HomeLife(int partition, long life) {}

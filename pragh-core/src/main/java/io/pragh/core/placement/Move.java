package io.pragh.core.placement;

/**
 * One approved migration. Immutable.
 *
 * @param key the value to move
 * @param fromPartition where it was when the plan was made; a hint, not a condition
 * @param toNode the node that pulls it into its own memory
 */
public record Move(long key, int fromPartition, int toNode) {}

package io.pragh.core.standing;

import io.pragh.core.base.WordList;
import io.pragh.core.store.Partition;

/**
 * A partition as its former node had it.
 *
 * @param partition its memory, and what was known of that
 * @param life which life it lives
 * @param answers what its homes and owners have answered, to be read once
 */
public record PartitionCopy(Partition partition, int life, WordList answers) {}

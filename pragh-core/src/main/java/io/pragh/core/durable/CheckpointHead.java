package io.pragh.core.durable;

import java.util.Map;

/**
 * What a partition's part of a checkpoint is of. Immutable.
 *
 * @param graph number of the graph
 * @param number which of its checkpoints
 * @param partition the partition
 * @param timestamp the moment: all commits up to it are there, and no other
 * @param position records of later commits are not before it in the log
 * @param rolls how many members rolls of the partition have, those that are known
 */
public record CheckpointHead(
        long graph, long number, int partition, long timestamp, long position, Map<Long, Long> rolls) {}

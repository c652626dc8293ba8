package io.pragh.core.durable;

import java.util.Map;

/**
 * The head of a partition's part of a checkpoint. Immutable.
 *
 * @param graph number of the graph
 * @param number number of the checkpoint
 * @param partition the partition
 * @param timestamp the moment: the part has all commits up to it, and no other
 * @param position records of later commits lie at or behind this position of the log
 * @param rolls the numbers of members of the partition's rolls, as far as known
 */
public record CheckpointHead(
        long graph, long number, int partition, long timestamp, long position, Map<Long, Long> rolls) {}

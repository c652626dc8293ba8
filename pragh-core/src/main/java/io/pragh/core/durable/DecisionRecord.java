package io.pragh.core.durable;

import java.util.List;

/**
 * One home's record of a commit. Immutable.
 *
 * @param home the home partition whose log it belongs to
 * @param client the client that commits
 * @param sequence number of the commit among the client's
 * @param timestamp W
 * @param lockEpoch the life of the home under which the locks were taken
 * @param participants home partitions that must all have a record; the transaction is committed when the last has
 */
public record DecisionRecord(
        int home, long client, long sequence, long timestamp, long lockEpoch, List<Integer> participants) {}

package io.pragh.core.node;

import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Latency;
import io.pragh.core.census.Reading;
import io.pragh.core.durable.CheckpointCounters;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.LogWriter;
import io.pragh.core.persist.Restoring;
import java.util.concurrent.TimeUnit;

/**
 * The counters of a data folder.
 *
 * @param restored the contents when it was restored
 * @param behind bytes of the log that the checkpoint does not cover
 * @param free free bytes of its disk; {@link Disk#UNKNOWN} where that is not known
 */
record KeptCensus(LogWriter log, CheckpointCounters checkpoints, Restoring.Restored restored, long behind, long free) {
    /** The statistics of a node, with these counters. */
    NodeStatistics with(NodeStatistics node) {
        Reading.Sheet sheet = new Reading.Sheet();
        sheet.take(Figure.LOG_RECORDS, log.counters().records());
        sheet.take(Figure.LOG_BYTES, log.counters().bytes());
        sheet.take(Figure.LOG_WAITING, log.waiting());
        sheet.take(Figure.LOG_FAILED, log.failure() == null ? 0 : 1);
        sheet.take(Figure.LOG_BEHIND, behind);
        if (free != Disk.UNKNOWN) {
            sheet.take(Figure.FOLDER_FREE, free);
        }
        sheet.take(Figure.CHECKPOINTS, checkpoints.written(), "outcome", "written");
        sheet.take(Figure.CHECKPOINTS, checkpoints.failures(), "outcome", "failed");
        sheet.take(Figure.CHECKPOINT_AGE, TimeUnit.NANOSECONDS.toSeconds(checkpoints.age()));
        sheet.take(Figure.CHECKPOINT_BYTES, checkpoints.bytes());
        sheet.take(Figure.CHECKPOINT_MILLIS, TimeUnit.NANOSECONDS.toMillis(checkpoints.nanos()));
        sheet.take(Figure.RESTORED_VALUES, restored.values());
        sheet.take(Figure.RESTORED_COMMITS, restored.commits());
        sheet.take(Figure.RESTORED_BYTES, restored.bytes());
        sheet.take(Figure.RESTORED_MILLIS, TimeUnit.NANOSECONDS.toMillis(restored.nanos()));
        return node.kept(sheet.readings(), Latency.of(log.counters().latency()));
    }
}

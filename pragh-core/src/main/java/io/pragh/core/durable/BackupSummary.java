package io.pragh.core.durable;

import java.time.Instant;

/**
 * A backup as shown to people, whether of one process or of a cluster. Immutable.
 *
 * @param number number of the backup in the folder
 * @param full whether it is a full one
 * @param partitions number of the graph's partitions
 * @param moment the timestamp up to which it has all commits, and no other
 * @param made when it was made
 * @param bytes bytes of its files
 * @param why the reason why it is a full one although an incremental one was requested; empty when it is as
 *     requested, or the reason is not known any more
 */
public record BackupSummary(
        long number, boolean full, int partitions, long moment, Instant made, long bytes, String why) {
    /** The summary of a backup of one process. */
    public static BackupSummary of(BackupStep step, String why) {
        return new BackupSummary(
                step.number(), step.full(), step.partitions(), step.moment(), step.made(), step.bytes(), why);
    }

    /** The name of its kind, for people. */
    public String kind() {
        return full ? "full" : "incremental";
    }
}

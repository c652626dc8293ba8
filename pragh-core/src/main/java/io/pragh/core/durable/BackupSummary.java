package io.pragh.core.durable;

import java.time.Instant;

/**
 * What a backup is, for people: of one process, or of a cluster. Immutable.
 *
 * @param number which of the folder's backups
 * @param full whether it needs no other
 * @param partitions how many the graph has
 * @param moment the timestamp up to which it has all commits, and no other
 * @param made when it was made
 * @param bytes bytes of its files
 * @param why why it is a full one though an incremental one was wanted; empty when it is what was wanted, or nobody knows any more
 */
public record BackupSummary(
        long number, boolean full, int partitions, long moment, Instant made, long bytes, String why) {
    /** Of a backup of one process. */
    public static BackupSummary of(BackupStep step, String why) {
        return new BackupSummary(
                step.number(), step.full(), step.partitions(), step.moment(), step.made(), step.bytes(), why);
    }

    /** What people call its kind. */
    public String kind() {
        return full ? "full" : "incremental";
    }
}

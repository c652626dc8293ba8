/**
 * The files of a graph that outlives its process: the log of commits, checkpoints, and backups of both. Front door:
 * {@link io.pragh.core.durable.CommitLog}, whose append commits a transaction, {@link io.pragh.core.durable.DataFolder}
 * and {@link io.pragh.core.durable.BackupFolder}. The package knows records, keys and bytes, and must never know the
 * store.
 */
@NullMarked
package io.pragh.core.durable;

import org.jspecify.annotations.NullMarked;

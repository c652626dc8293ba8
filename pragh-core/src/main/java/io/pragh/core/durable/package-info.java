/**
 * What must survive a crash, as files: the log of commits, and checkpoints that the log may begin behind. Front doors: {@link
 * io.pragh.core.durable.CommitLog}, the append that commits a transaction, {@link io.pragh.core.durable.DataFolder}, and {@link
 * io.pragh.core.durable.BackupFolder}. Knows records,
 * keys and bytes; it must never know the store.
 */
@NullMarked
package io.pragh.core.durable;

import org.jspecify.annotations.NullMarked;

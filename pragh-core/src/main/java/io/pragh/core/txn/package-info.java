/**
 * Transactions over versions: the reads and writes of a transaction, and the coordinator that commits it at the homes.
 * Front door: {@link io.pragh.core.txn.Transactions}. The package must never know how a home holds its keys, nor what
 * values mean.
 */
@NullMarked
package io.pragh.core.txn;

import org.jspecify.annotations.NullMarked;

/**
 * Transactions over versions: what one has read and wants to write, and the coordinator that commits it at the homes. Front door:
 * {@link io.pragh.core.txn.Transactions}. It must never know how a home holds its keys, nor what values mean.
 */
@NullMarked
package io.pragh.core.txn;

import org.jspecify.annotations.NullMarked;

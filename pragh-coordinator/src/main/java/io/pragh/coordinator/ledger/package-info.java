/**
 * Data folders as ledgers of Apache BookKeeper, of which several machines have copies, and the bookies that keep them.
 * Front door: {@link io.pragh.coordinator.ledger.LedgerDisk}; {@link io.pragh.coordinator.ledger.LedgerFile} stores a
 * file in ledgers, and {@link io.pragh.coordinator.ledger.Bookie} is a server. The package must never know what the
 * files hold.
 */
@NullMarked
package io.pragh.coordinator.ledger;

import org.jspecify.annotations.NullMarked;

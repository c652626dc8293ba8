/**
 * Data folders as ledgers of Apache BookKeeper, of which several machines have copies, and the servers that keep those. The front door is
 * {@link io.pragh.coordinator.ledger.LedgerDisk}; {@link io.pragh.coordinator.ledger.LedgerFile} says how a file lies in ledgers, {@link
 * io.pragh.coordinator.ledger.Bookie} is a server. It must not know what the files hold.
 */
@NullMarked
package io.pragh.coordinator.ledger;

import org.jspecify.annotations.NullMarked;

package io.pragh.core.base;

/**
 * The repairs of the paper's protocols, one per hole found by model checking (docs/protocols/holes.md), and the rules of transactions
 * (docs/protocols/transactions.md). Every one is on in production; a test switches one off to show what breaks.
 */
public enum Safeguard {
    /** h1: a PUT waits until the block it would replace is settled (its predecessor invalidated). */
    PUT_WAITS_FOR_PENDING,
    /** h2: a MIGRATE waits for a settled block as well. */
    MIGRATE_WAITS_FOR_PENDING,
    /** h3: the old block is locked before the new one is published. */
    LOCK_BEFORE_PUBLISH,
    /** h4: a cached address is stamped before the READ that found it. */
    STAMP_BEFORE_READ,
    /** h5: the lease is checked again after the value has been read. */
    CHECK_LEASE_AFTER_READ,
    /** h6: the address word carries a generation, so that a compare-and-swap never meets a recurring word. */
    GENERATION_IN_ADDRESS,
    /** h7: a migration that loses its compare-and-swap frees the block it had allocated. */
    FREE_AFTER_FAILED_SWAP,
    /** h8: recovery invalidates and reclaims what a dead migrator left behind. */
    SWEEP_AFTER_CRASH,
    /** h9: an update looks its block up under the busy bit, so that the block cannot be retired meanwhile. */
    LOOK_UP_UNDER_BUSY,
    /** h10: a member that was expelled can no longer touch the memory of others. */
    FENCE_EXPELLED,
    /** h11: an update that is sent again is applied once. */
    DEDUPLICATE_UPDATES,
    /** h12: a compare-and-swap that fails is followed by a fresh look at the slot, never at a cache. */
    REREAD_AFTER_FAILED_SWAP,
    /** h13: every writer retires into a ring of its own. */
    RING_PER_WRITER,

    /** Transactions, rule 1: a snapshot is registered before its timestamp is read. */
    REGISTER_BEFORE_TIMESTAMP,
    /** Rule 1: the first value is read after the timestamp. */
    TIMESTAMP_BEFORE_READS,
    /** Rule 3: a superseded version is accepted strictly below its successor's timestamp. */
    SUPERSEDED_STRICTLY_BELOW,
    /** Rule 4: who finds no value and a busy slot waits. */
    ABSENT_WAITS_FOR_BUSY,
    /** Rule 5: the version that was read is compared under the lock. */
    CHECK_VERSION_UNDER_LOCK,
    /** Rule 5: a lock shows a timestamp that is older than the commit's. */
    LOCK_SHOWS_BEGIN,
    /** Rule 5: a new version's predecessor is looked up under the busy bit. */
    PREVIOUS_UNDER_BUSY,
    /** Rule 6: the commit's timestamp is taken after all locks are confirmed. */
    TIMESTAMP_AFTER_LOCKS,
    /** Rule 6: the commit's timestamp is greater than every snapshot's before it. */
    COMMIT_ABOVE_TIMESTAMP,
    /** Rule 7: what was read and not written is validated. */
    VALIDATE_READS,
    /** Rule 7: it is validated after the timestamp was taken. */
    VALIDATE_AFTER_TIMESTAMP,
    /** Rule 7: a lock of another fails the validation. */
    VALIDATION_SEES_LOCKS,
    /** Rule 7: who changes the members of a roll signs it before the timestamp is taken. */
    SIGN_BEFORE_TIMESTAMP,
    /** Rule 8: the record is appended after validation. */
    LOG_AFTER_VALIDATION,
    /** Rule 8: a home of a later life refuses the record. */
    CHECK_LOCK_EPOCH,
    /** Rule 8: nothing is published before all homes have the record. */
    PUBLISH_AFTER_ALL_LOGS,
    /** Rule 11: a lock is undone once, by a compare-and-swap that finds its own mark. */
    UNDO_BY_SWAP,
    /** Rule 12: a MIGRATE waits for a busy slot. */
    MIGRATE_WAITS_FOR_BUSY,
    /** Rule 13: a writer is fenced at every home before a log of it is read. */
    FENCE_BEFORE_LOGS,
    /** Rule 13: recovery clears a busy bit only when the lock table says whose it is. */
    LOCKS_HAVE_OWNERS,
    /** The horizon's timestamp is read before the registrations. */
    HORIZON_READS_TIMESTAMP_FIRST
}

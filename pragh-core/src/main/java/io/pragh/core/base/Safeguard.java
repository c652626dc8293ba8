package io.pragh.core.base;

/**
 * The repairs of the paper's protocols, one per hole found by model checking (docs/protocols.md). Every one is on in
 * production; a test switches one off to show that its hole opens again.
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
    RING_PER_WRITER
}

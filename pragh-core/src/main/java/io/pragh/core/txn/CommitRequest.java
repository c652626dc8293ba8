package io.pragh.core.txn;

import io.pragh.core.protocol.Claim;
import java.util.List;
import java.util.SortedMap;

/**
 * What is to be committed, and how. Immutable by agreement.
 *
 * @param client who commits
 * @param sequence which of its commits
 * @param claimsByHome keys to be held, by home, in ascending order
 * @param readKeys keys that were read and are not held
 * @param readVersions their versions
 * @param onePhase whether a single home may commit by itself
 * @param waits whether homes are asked one after the other and wait for keys that others hold
 * @param waitNanos how long a home waits for all its keys
 * @param timeoutNanos how long the caller waits
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares requests
record CommitRequest(
        long client,
        long sequence,
        SortedMap<Integer, List<Claim>> claimsByHome,
        long[] readKeys,
        long[] readVersions,
        boolean onePhase,
        boolean waits,
        long waitNanos,
        long timeoutNanos) {}

package io.pragh.core.txn;

import io.pragh.core.protocol.Claim;
import java.util.List;
import java.util.SortedMap;

/**
 * The parameters of one commit, from {@link Transactions} to the {@link CommitCoordinator}. Immutable by agreement.
 *
 * @param client the committing client
 * @param sequence the client's number of this commit
 * @param claimsByHome claims on the keys to be held, by home, in ascending order
 * @param readKeys keys that were read and are not held
 * @param readVersions the versions that were read
 * @param onePhase whether a single home may commit by itself
 * @param waits whether homes are asked one after the other and wait for keys that other transactions hold
 * @param waitNanos time for which a home waits for all its keys
 * @param timeoutNanos time for which the caller waits
 */
@SuppressWarnings("ArrayRecordComponent") // requests are never compared
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

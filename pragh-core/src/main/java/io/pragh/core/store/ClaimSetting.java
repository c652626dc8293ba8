package io.pragh.core.store;

import java.util.function.Supplier;

/** What every claim of a home shares. Immutable. */
record ClaimSetting(
        Supplier<StoreShare> shares,
        RemoteOwner owners,
        LockQueues queues,
        boolean underBusy,
        boolean previousUnderBusy) {}

package io.pragh.core.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What every update of a home shares. Immutable. */
record UpdateSetting(
        Supplier<StoreShare> shares,
        RemoteOwner owners,
        LockQueues queues,
        @Nullable CommitClock clock,
        boolean underBusy,
        boolean previousUnderBusy) {}

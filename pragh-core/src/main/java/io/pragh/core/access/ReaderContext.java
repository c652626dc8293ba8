package io.pragh.core.access;

import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.AppendOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.LeasePolicy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The services that all readers of a node share. Immutable.
 *
 * @param homes maps a key to its home
 * @param share the data in this node's memory now
 * @param cache addresses of other nodes' keys
 * @param lease how long these addresses may be used
 * @param clock the node's clock
 * @param running the same for time-outs: without the times in which the node stood still
 * @param recorder counts the reads of each key
 * @param options how to read
 * @param appends the form of bodies with appended entries; null when nothing is appended in place
 */
public record ReaderContext(
        HomeMap homes,
        Supplier<LocalShare> share,
        LocationCache cache,
        LeasePolicy lease,
        Clock clock,
        Clock running,
        AccessRecorder recorder,
        ReadOptions options,
        @Nullable AppendOperation appends) {}

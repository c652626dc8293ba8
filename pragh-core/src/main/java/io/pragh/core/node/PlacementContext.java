package io.pragh.core.node;

import io.pragh.core.access.LocalShare;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Safeguards;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.store.StoreShare;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What placement needs of the node it works for. Immutable.
 *
 * @param fabric the node's fabric
 * @param exchange the way to the coordinator, or null when nobody plans
 * @param config the node's
 * @param clock the node's
 * @param safeguards the repairs in force
 * @param homes which partition is the home of a key
 * @param cache counts what the node reads
 * @param share the partitions that values are pulled into
 * @param localShare what lies in the node's own memory
 */
record PlacementContext(
        Fabric fabric,
        @Nullable PlacementExchange exchange,
        NodeConfig config,
        Clock clock,
        Safeguards safeguards,
        HomeMap homes,
        LocationCache cache,
        Supplier<StoreShare> share,
        Supplier<LocalShare> localShare) {}

package io.pragh.core.fabric.local;

import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one node reaches under a partition number. Immutable.
 *
 * @param region the partition's memory; null when the node has no access
 * @param refusal how operations end without access
 * @param node the node that exposes the partition, or exposed it before it withdrew it; {@link TrafficTally#NOBODY}
 *     when none ever has
 * @param remote whether that is another node, or no node
 */
record Route(@Nullable Region region, OpStatus refusal, int node, boolean remote) {
    /** The route to a partition that no node exposes. */
    static final Route NOWHERE = new Route(null, OpStatus.UNREACHABLE, TrafficTally.NOBODY, true);
}

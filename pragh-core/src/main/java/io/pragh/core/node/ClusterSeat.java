package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.util.Map;

/**
 * What a process needs to know to become a node of a cluster. Immutable.
 *
 * @param coordination where the members meet, a connect string of {@link io.pragh.core.placement.Coordination#open}
 * @param key what all members show there, and nobody else has
 * @param fabric how they reach each other: an address of a {@link io.pragh.core.fabric.FabricProvider}, as of this node
 * @param fabricSettings what that provider's class lists
 * @param name what people call the node
 * @param partitions how many partitions the graph has; one that exists already must agree
 * @param founders how many nodes the graph starts with
 * @param patienceNanos how long to wait for the other founders
 */
public record ClusterSeat(
        String coordination,
        CoordinationKey key,
        String fabric,
        Map<String, String> fabricSettings,
        String name,
        int partitions,
        int founders,
        long patienceNanos) {
    /** Checks what can be checked alone. */
    public ClusterSeat {
        if (patienceNanos <= 0) {
            throw new PraghException("the other founders need some time: patienceNanos=" + patienceNanos);
        }
        fabricSettings = Map.copyOf(fabricSettings);
    }

    /** What the others are told. */
    NodeIdentity identity() {
        return new NodeIdentity(name, "", partitions, founders);
    }

    /** The name of the graph, which keeps clusters apart: the last part of the connect string. */
    String graph() {
        int question = coordination.indexOf('?');
        String place = question < 0 ? coordination : coordination.substring(0, question);
        String name = place.substring(Math.max(place.lastIndexOf('/'), place.lastIndexOf(':')) + 1);
        if (name.isEmpty()) {
            throw new PraghException("a connect string ends in the graph's name: coordination=" + coordination);
        }
        return name;
    }
}

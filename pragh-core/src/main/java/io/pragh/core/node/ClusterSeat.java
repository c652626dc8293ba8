package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
 * @param data the node's data folder, which is made where it is not there; null when what it holds ends with it
 */
public record ClusterSeat(
        String coordination,
        CoordinationKey key,
        String fabric,
        Map<String, String> fabricSettings,
        String name,
        int partitions,
        int founders,
        long patienceNanos,
        @Nullable DataPlace data) {
    /** Checks what can be checked alone. */
    public ClusterSeat {
        if (patienceNanos <= 0) {
            throw new PraghException("the other founders need some time: patienceNanos=" + patienceNanos);
        }
        fabricSettings = Map.copyOf(fabricSettings);
    }

    /** The same with this data folder. */
    ClusterSeat withData(DataPlace folder) {
        return new ClusterSeat(
                coordination, key, fabric, fabricSettings, name, partitions, founders, patienceNanos, folder);
    }

    /** What the others are told, of a node with this data folder, if it has one. */
    NodeIdentity identity(@Nullable NodeFolder folder) {
        return folder == null
                ? new NodeIdentity(name, "", partitions, founders)
                : new NodeIdentity(name, "", partitions, founders, folder.graph(), folder.keeps());
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

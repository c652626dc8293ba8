package io.pragh.core.node;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters with which a process becomes a node of a cluster. Immutable.
 *
 * @param coordination the members' coordination service, a connect string of
 *     {@link io.pragh.core.placement.Coordination#open}
 * @param key the secret by which members prove their membership there
 * @param fabric an address of a {@link io.pragh.core.fabric.FabricProvider}, at which other nodes reach this one
 * @param fabricSettings settings by name, as listed by that provider's class
 * @param name the node's name for operators
 * @param partitions the number of the graph's partitions; an existing graph must have the same
 * @param founders the number of nodes with which the graph starts
 * @param patienceNanos how long to wait for the other founders
 * @param data the node's data folder, which is created if it does not exist; null when its partitions are not durable
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
    /** Checks all that can be checked without the cluster. */
    public ClusterSeat {
        if (patienceNanos <= 0) {
            throw new PraghException("the other founders need some time: patienceNanos=" + patienceNanos);
        }
        fabricSettings = Map.copyOf(fabricSettings);
    }

    /** The same seat with this data folder. */
    ClusterSeat withData(DataPlace folder) {
        return new ClusterSeat(
                coordination, key, fabric, fabricSettings, name, partitions, founders, patienceNanos, folder);
    }

    /** The identity that is published to other members, for a node with this data folder, if it has one. */
    NodeIdentity identity(@Nullable NodeFolder folder) {
        return folder == null
                ? new NodeIdentity(name, "", partitions, founders)
                : new NodeIdentity(name, "", partitions, founders, folder.graph(), folder.keeps());
    }

    /** The name of the graph, which separates clusters: the last part of the connect string. */
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

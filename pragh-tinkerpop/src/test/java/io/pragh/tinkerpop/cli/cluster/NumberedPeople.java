package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.tinkerpop.client.RoutedCluster;
import org.apache.tinkerpop.gremlin.structure.T;

/**
 * Vertices 0, 1, 2 … with their numbers as properties, added through all servers of a cluster that asks for no login.
 * Stateless.
 */
final class NumberedPeople {
    private NumberedPeople() {}

    /** Adds the vertices from one number up to another, each in a transaction of its own. */
    static void add(int port, int from, int to) {
        try (RoutedCluster routed = open(port)) {
            for (int i = from; i < to; i++) {
                routed.g()
                        .addV("person")
                        .property(T.id, i)
                        .property("number", i)
                        .iterate();
            }
        }
    }

    /** Makes a ring of the first vertices: each one knows the next one, and the last one the first. */
    static void close(int port, int ring) {
        try (RoutedCluster routed = open(port)) {
            for (int i = 0; i < ring; i++) {
                routed.g()
                        .V(i)
                        .as("a")
                        .V((i + 1) % ring)
                        .addE("knows")
                        .from("a")
                        .iterate();
            }
        }
    }

    /** Fails unless there are this many vertices and no others. */
    static void check(int port, int count) {
        try (RoutedCluster routed = open(port)) {
            assertEquals(count, routed.g().V().count().next().intValue());
            assertEquals(
                    count * (count - 1L) / 2,
                    routed.g().V().values("number").sum().next().longValue());
        }
    }

    /** Fails unless the first vertices form the ring of {@link #close}. */
    static void checkRing(int port, int ring) {
        try (RoutedCluster routed = open(port)) {
            for (int i = 0; i < ring; i++) {
                assertEquals((i + 1) % ring, routed.g().V(i).out("knows").id().next());
            }
        }
    }

    private static RoutedCluster open(int port) {
        return RoutedCluster.open("127.0.0.1:" + port);
    }
}

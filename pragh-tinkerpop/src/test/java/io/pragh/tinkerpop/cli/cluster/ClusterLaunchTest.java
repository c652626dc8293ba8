package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the JVM flags with which the nodes of a cluster are started. */
class ClusterLaunchTest {
    @Test
    void nodesHaveTheCollectorThatTheUserNamesAndElseG1() {
        assertEquals(List.of("-Da=b", "-XX:+UseG1GC"), ClusterLaunch.flags(List.of("-Da=b")));
        assertEquals(
                List.of("-XX:+UseTransparentHugePages", "-XX:+UseG1GC"),
                ClusterLaunch.flags(List.of("-XX:+UseTransparentHugePages")));
        for (String named : List.of("-XX:+UseZGC", "-XX:+UseParallelGC", "-XX:+UseSerialGC")) {
            assertEquals(List.of(named), ClusterLaunch.flags(List.of(named)));
        }
    }

    @Test
    void nodesHaveMemoryOfTheirOwn() {
        assertEquals(
                List.of("-XX:+UseG1GC"),
                ClusterLaunch.flags(List.of("-Xmx8g", "-XX:MaxDirectMemorySize=1g", "-agentlib:jdwp", "-XX:+UseG1GC")));
    }
}

package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the JVM flags with which the nodes of a cluster are started, and what is told of one that did not start. */
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

    /** A JVM does not start with a heap that is larger at first than it may be. */
    @Test
    void nodesDoNotStartWithTheHeapOfTheCommand() {
        assertEquals(List.of("-XX:+UseG1GC"), ClusterLaunch.flags(List.of("-Xms8g", "-Xmn2g", "-Xmx8g")));
    }

    @Test
    void theReasonOfANodeThatDidNotStartIsItsOwnOrThatOfItsJvm() {
        assertEquals("no port", ClusterLaunch.lastWords("pragh: a\n12:00 WARN x\npragh: no port\n\n"));
        assertEquals("it ended without a word", ClusterLaunch.lastWords("12:00 WARN x\n"));
        assertEquals("it ended without a word", ClusterLaunch.lastWords(""));
        assertEquals(
                "Error occurred during initialization of VM Multiple garbage collectors selected",
                ClusterLaunch.lastWords(
                        "Error occurred during initialization of VM\nMultiple garbage collectors selected\n"));
        assertEquals(
                "Unrecognized VM option 'Nonsense' Error: Could not create the Java Virtual Machine.",
                ClusterLaunch.lastWords("""
                        Unrecognized VM option 'Nonsense'
                        Error: Could not create the Java Virtual Machine.
                        Error: A fatal exception has occurred. Program will exit.
                        """));
    }
}

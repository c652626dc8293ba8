package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.List;
import java.util.Map;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.MapConfiguration;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.GraphFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a mistake in the configuration is one sentence that names the key and the allowed values. */
class GraphConfigTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pragh.nodes | two | a number from 1 to 64",
                "pragh.nodes | 0 | a number from 1 to 64",
                "pragh.nodes | 65 | a number from 1 to 64",
                "pragh.nodes | '' | a number from 1 to 64",
                "pragh.partitions | 129 | a number from 1 to 128",
                "pragh.segmentBytes | 64k | a number from 262144 to 1073741824",
                "pragh.segmentBytes | 300000 | a power of two from 262144 to 1073741824",
                "pragh.segmentBytes | 99999999999999999999 | a number from 262144 to 1073741824",
                "pragh.partitionBytesMax | -1 | a number from 262144 to 34359738368",
                "pragh.cacheBytes | 1 | a number from 65536 to 34359738368",
                "pragh.snapshotSeconds | 0.5 | a number from 1 to 86400",
                "pragh.isolation | snapshot | one of [serializable-cached, strict-serializable]",
                "pragh.nullValues | yes | true or false",
                "pragh.defaultCardinality | many | one of [list, set, single]"
            })
    void valueThatIsNotAllowed(String key, String value, String allowed) {
        String message = refused(Map.of(key, value));
        assertEquals("the option's value must be " + allowed + ": key=" + key + " value=" + value, message);
    }

    @Test
    void keyThatIsNotKnown() {
        String message = refused(Map.of("pragh.node", 1));
        assertTrue(message.startsWith("there is no such option: key=pragh.node options=["), message);
        for (String key : List.of(
                "pragh.nodes",
                "pragh.partitions",
                "pragh.segmentBytes",
                "pragh.partitionBytesMax",
                "pragh.cacheBytes",
                "pragh.snapshotSeconds",
                "pragh.isolation",
                "pragh.nullValues",
                "pragh.serializable",
                "pragh.defaultCardinality")) {
            assertTrue(message.contains(key), message);
        }
    }

    @Test
    void valuesThatDoNotGoTogether() {
        assertEquals(
                "the option's value must be a number from 8 to 128: key=pragh.partitions value=4",
                refused(Map.of("pragh.nodes", 8, "pragh.partitions", 4)));
        assertEquals(
                "the option's value must be at least that of pragh.segmentBytes, which is 1048576:"
                        + " key=pragh.partitionBytesMax value=524288",
                refused(Map.of("pragh.segmentBytes", 1 << 20, "pragh.partitionBytesMax", 1 << 19)));
    }

    @Test
    void wrongTypeIsToldByItsText() {
        assertEquals(
                "the option's value must be a number from 1 to 64: key=pragh.nodes value=true",
                refused(Map.of("pragh.nodes", true)));
    }

    @Test
    void otherKeysAreLeftAlone() {
        BaseConfiguration configuration = new BaseConfiguration();
        configuration.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        configuration.setProperty("somebody.else", "x");
        configuration.setProperty(PraghGraphConfig.ISOLATION, "Serializable-Cached");
        configuration.setProperty(PraghGraphConfig.DEFAULT_CARDINALITY, "SET");
        configuration.setProperty(PraghGraphConfig.NODES, " 2 ");
        try (PraghGraph graph = (PraghGraph) GraphFactory.open(configuration)) {
            assertEquals("praghgraph[2 nodes]", graph.toString());
            assertEquals("x", graph.configuration().getString("somebody.else"));
            PraghGraphConfig read = PraghGraphConfig.of(configuration);
            assertEquals(IsolationLevel.SERIALIZABLE_CACHED, read.isolation());
            assertEquals(VertexProperty.Cardinality.set, read.defaultCardinality());
            assertEquals(8, read.partitions());
            assertFalse(read.nullValues());
        }
    }

    /** The least memory in the documented ranges must be enough for the greatest number of nodes. */
    @Test
    void leastMemoryOfMostNodesIsEnough() {
        try (PraghGraph graph = PraghGraph.build()
                .nodes(64)
                .set(PraghGraphConfig.SEGMENT_BYTES, 262_144)
                .open()) {
            Object id = graph.addVertex("name", "Ada").id();
            graph.tx().commit();
            assertEquals("Ada", graph.traversal().V(id).values("name").next());
        }
    }

    private static String refused(Map<String, ?> options) {
        PraghException refused =
                assertThrows(PraghException.class, () -> PraghGraph.open(new MapConfiguration(options)));
        return refused.getMessage();
    }
}

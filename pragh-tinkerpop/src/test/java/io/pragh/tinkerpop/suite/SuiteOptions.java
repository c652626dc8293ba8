package io.pragh.tinkerpop.suite;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.LoadGraphWith;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.io.IoPropertyTest;
import org.apache.tinkerpop.gremlin.structure.util.detached.DetachedGraphTest;
import org.apache.tinkerpop.gremlin.structure.util.star.StarGraphTest;
import org.jspecify.annotations.Nullable;

/**
 * The options that each of TinkerPop's tests needs: some are about null values, or expect several properties under
 * one key.
 */
final class SuiteOptions {
    /** Memory grows in small steps, because the suites open hundreds of graphs. */
    private static final int SEGMENT_BYTES = 1 << 20;

    private static final Set<Class<?>> MULTI_PROPERTY_TESTS =
            Set.of(DetachedGraphTest.class, StarGraphTest.class, IoPropertyTest.class);
    private static final Set<String> MULTI_PROPERTY_METHODS = Set.of(
            "shouldNotBeAbleToCallPropertyIfThereAreMultipleProperties",
            "shouldNotWriteGraphMLFromGraphWithMultiProperties",
            "shouldSerializeVertexPropertyWithProperties",
            "shouldSerializeVertexPropertyWithPropertiesAsDetached");

    private SuiteOptions() {}

    static Map<String, Object> of(Class<?> test, String method, LoadGraphWith.@Nullable GraphData data) {
        Map<String, Object> options = new HashMap<>();
        options.put(Graph.GRAPH, PraghGraph.class.getName());
        options.put(PraghGraphConfig.SEGMENT_BYTES, SEGMENT_BYTES);
        options.put(PraghGraphConfig.SERIALIZABLE, "org.apache.tinkerpop.**"); // its tests store objects of their own
        options.put(
                PraghGraphConfig.NULL_VALUES, method.startsWith("shouldAllowNull") || method.contains("WithNullProp"));
        boolean multi = data == LoadGraphWith.GraphData.CREW
                || MULTI_PROPERTY_TESTS.contains(test)
                || MULTI_PROPERTY_METHODS.contains(method)
                || method.startsWith("shouldReadWriteCrew");
        options.put(
                PraghGraphConfig.DEFAULT_CARDINALITY,
                (multi ? VertexProperty.Cardinality.list : VertexProperty.Cardinality.single).name());
        return options;
    }
}
